import type { PriceE4 } from '../base/amount.ts'
import { priceText } from '../base/wire.ts'

/*
 * The line of a row on the wire: one text for all its points. A list of thousands of rows has hundreds of thousands of them,
 * of which a screen draws a few hundred: as one text they are no work until they are drawn.
 */

/** Prices as decimals with a blank between: `10.05 10.1234`. Empty for none. */
export const lineText = (prices: readonly PriceE4[]): string => prices.map(priceText).join(' ')

/** The same as numbers, for drawing alone. */
export const pointsOf = (text: string): readonly number[] => (text === '' ? [] : text.split(' ').map(Number))
