import { trimmedCoins } from '@lonja/core/payees/rates'

/** An amount of coins in the reader's style, with the places that say something, two at least. */
export function coinText(amountE8: bigint, unitsText: (units: bigint, places: number) => string): string {
  const { units, places } = trimmedCoins(amountE8)
  return unitsText(units, places)
}
