import { isCurrency, tickerOf, type Amount, type Asset } from '@lonja/core/base/amount'
import type { Formats } from '@lonja/kit/formats'

/** An asset as a column names it: `EUR`, `BVE`. */
export const assetName = (asset: Asset): string => (isCurrency(asset) ? asset : tickerOf(asset))

/** A change of an asset without its name, signed: `-1.240,00`, `+140`. */
export const changeText = (f: Formats, { asset, units }: Amount): string =>
  isCurrency(asset) ? f.cents(units, 'results') : f.units(units, 0, 'results')

/** A balance of an asset without its name. */
export const balanceText = (f: Formats, { asset, units }: Amount): string =>
  isCurrency(asset) ? f.cents(units) : f.units(units, 0)
