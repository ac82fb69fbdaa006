import { assert } from '@lonja/core/base/assert'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { listCloseOuts } from '../margin/closeouts.store.ts'
import { judgeNow } from '../margin/margin.actions.ts'
import { ESP } from '../orders/orders.testing.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'

/** Buys shares of ESP at 5.00 with leverage 5: of 20,000 shares 80,080.00 are financed, and the used margin is 20,020.00. */
export async function buyLeveraged(house: TestHouse, { token }: TestCustomer, shares = 20_000): Promise<void> {
  await house.quote(ESP, 499n, 500n)
  const id = newId()
  const ticket = { id, listing: ESP, side: 'buy', shares: String(shares), limit: null, timeInForce: 'day', leverage: 5 }
  const answer = await house.ask(placeOrder, ticket, { token, key: id })
  assert(answer.status === 200, `a buy with leverage is taken: ${answer.error}`)
  await house.quote(ESP, 499n, 500n)
}

/** Lets the price of ESP fall to so many cents, and judges an account at the next whole minute. */
export async function judgeAt(house: TestHouse, { id }: TestCustomer, cents: bigint): Promise<void> {
  await house.quote(ESP, cents, cents + 1n)
  const at = Math.ceil((house.clock.now() + 1) / MINUTE) * MINUTE
  house.clock.advance(at + SECOND - house.clock.now())
  const { orders } = await writeFor(house.db, id, (tx) =>
    judgeNow(tx, id, { at, isMissed: false }, { parts: house.trading, now: house.clock.now() }),
  )
  for (const order of orders) house.open.take(order)
}

/** Lets the house close shares of a customer's lot at 0.10, which fill at 4.99. Returns the id of the close-out. */
export async function closeOutOf(house: TestHouse, who: TestCustomer): Promise<string> {
  await buyLeveraged(house, who)
  await judgeAt(house, who, 10n)
  await house.quote(ESP, 499n, 500n)
  const [closeOut] = await house.db.read((tx) => listCloseOuts(tx, who.id, null, 1))
  assert(closeOut !== undefined, 'the house has closed shares')
  return closeOut.id
}
