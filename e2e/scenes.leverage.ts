import { findListings, newCustomer, noneOpen, order, type Customer } from './customers.ts'
import type { Welcome } from './house.ts'

/** A customer with financed lots, by who they are. */
export interface LeveredCustomer {
  readonly levered: Customer
}

/** A customer with leverage: a share bought whole and at 2, of which a part was sold, and another at 5. */
export async function addLevered(house: Welcome) {
  const levered = await newCustomer(house)
  const { token } = levered
  const [[madrid], [newYork]] = [await findListings(house, 'XMAD', 1), await findListings(house, 'XNYS', 1)]
  if (!madrid || !newYork) throw new Error('The house has no listings')
  await order(house, token, { listing: madrid, side: 'buy', shares: 10n })
  await noneOpen(house, token)
  const leveredBuy = await order(house, token, { listing: madrid, side: 'buy', shares: 60n, leverage: 2 })
  await order(house, token, { listing: newYork, side: 'buy', shares: 12n, leverage: 5 })
  await noneOpen(house, token)
  const leveredSell = await order(house, token, { listing: madrid, side: 'sell', shares: 30n })
  await noneOpen(house, token)
  const others: LeveredCustomer = { levered }
  const names: Readonly<Record<string, string>> = { leveredShare: madrid, leveredBuy, leveredSell }
  return { others, names }
}
