import type { PriceE4 } from '../base/amount.ts'
import { priceText } from '../base/wire.ts'

/*
 * The day's line of a row on the wire: one text for all its points. A list of thousands of rows has hundreds of
 * thousands of points, of which a screen draws a few hundred: as one text they cost nothing until they are drawn.
 */

/** Prices as decimals separated by spaces: `10.05 10.1234`. Empty for none. */
export const lineText = (prices: readonly PriceE4[]): string => prices.map(priceText).join(' ')

/** The same as numbers, for drawing only. */
export const pointsOf = (text: string): readonly number[] => (text === '' ? [] : text.split(' ').map(Number))
