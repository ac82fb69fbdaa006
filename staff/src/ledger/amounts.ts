import { isCurrency, tickerOf, type Amount, type Asset } from '@lonja/core/base/amount'
import type { Formats } from '@lonja/kit/formats'

/** An asset as its column names it: `EUR`, `BVE`. */
export const assetName = (asset: Asset): string => (isCurrency(asset) ? asset : tickerOf(asset))

/** How much of an asset, without its name, with the sign of what it changed: `-1.240,00`, `+140`. */
export const changeText = (f: Formats, { asset, units }: Amount): string =>
  isCurrency(asset) ? f.cents(units, 'results') : f.units(units, 0, 'results')

/** How much of an asset there is, without its name. */
export const balanceText = (f: Formats, { asset, units }: Amount): string =>
  isCurrency(asset) ? f.cents(units) : f.units(units, 0)
