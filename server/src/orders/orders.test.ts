import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import { newId } from '../base/ids.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listFillsOf } from './fills.store.ts'
import { listClosings, listClosingsOf, listOpenLots } from './lots.store.ts'
import { cancel, place } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ABC, ESP, openFloor, ticket, type Floor } from './orders.testing.ts'

let floor: Floor

beforeAll(async () => {
  floor = await openFloor()
  floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
  floor.script.say(ESP, floor.clock.now(), 499n, 500n)
})

afterAll(async () => {
  await floor.close()
})

const cashOf = async (customer: CustomerId): Promise<Record<string, [free: bigint, held: bigint]>> => {
  const rows = await floor.db.read((tx) => listBalances(tx, customer))
  return Object.fromEntries(rows.map(({ asset, free, held }) => [asset, [free, held]]))
}
const all = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
const flowOf = async (customer: CustomerId): Promise<string[]> => {
  const rows = await floor.db.read((tx) => listEntriesOf(tx, customer, all, 100))
  return rows
    .toReversed()
    .map((e) => `${e.kind} ${e.asset} ${e.freeAfter - e.freeBefore} ${e.heldAfter - e.heldBefore} ${e.counter}`)
}
const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))

describe('from cash to shares and back', () => {
  test('a market buy holds ask and collar, fills at the next ask, and every cent is in the entries', async () => {
    const customer = await floor.customer({ USD: 200_000n })
    const bought = ticket(ABC, { shares: wholeShares(100n) })
    expect(await place(floor, { customer }, bought)).toMatchObject({ state: 'working', held: [usd(102_102n)] })
    expect(await cashOf(customer)).toEqual({ USD: [97_898n, 102_102n] })

    await floor.quote(ABC, 1_000n, 1_001n)
    expect(await orderOf(customer, bought.id)).toMatchObject({ state: 'filled', filled: 100n })
    expect(await cashOf(customer)).toEqual({ USD: [99_799n, 0n], [ABC]: [100n, 0n] })
    expect(await flowOf(customer)).toEqual([
      'grant USD 200000 0 grants',
      'hold USD -102102 102102 hold',
      'buy USD 0 -100100 market',
      'fee USD 0 -101 fees',
      'release USD 1901 -1901 hold',
      'buy XNYS:ABC 100 0 market',
    ])

    const sold = ticket(ABC, { side: 'sell', shares: wholeShares(40n) })
    expect(await place(floor, { customer }, sold)).toMatchObject({ held: [{ asset: ABC, units: 40n }] })
    await floor.quote(ABC, 1_100n, 1_101n)
    const [fill] = await floor.db.read((tx) => listFillsOf(tx, customer, [sold.id]))
    // 40 x 11.00 = 440.00, fee 0.44, cost 40/100 of 1,002.01 (1,001.00 + 1.01)
    expect(fill).toMatchObject({ cost: 44_000n, fee: 44n, realised: 44_000n - 44n - 40_080n, feeTable: 2 })
    expect(await cashOf(customer)).toEqual({ USD: [99_799n + 43_956n, 0n], [ABC]: [60n, 0n] })
    const [lot] = await floor.db.read((tx) => listOpenLots(tx, customer))
    expect(lot).toMatchObject({ left: 60n, costLeft: 60_121n })
    const [closing] = await floor.db.read((tx) => listClosings(tx, customer, {}, 10))
    const ofFill = await floor.db.read((tx) => listClosingsOf(tx, customer, [fill?.id ?? ''], 10))
    expect(ofFill).toEqual([closing])
    expect(closing).toMatchObject({ shares: 40n, cost: 40_080n, realised: 3_876n })
  })

  test('a buy in the other currency uses its own cash first and converts the rest at the fill', async () => {
    floor.script.rate = rateE6(1_080_000n)
    const customer = await floor.customer({ EUR: 100_000n, USD: 10_000n })
    const bought = ticket(ABC, { shares: wholeShares(50n), limit: priceE4(110_000n) })
    const order = await place(floor, { customer }, bought)
    expect(order).toMatchObject({ state: 'working', held: [usd(10_000n), eur(42_221n)] })
    await floor.quote(ABC, 1_099n, 1_100n)
    const [fill] = await floor.db.read((tx) => listFillsOf(tx, customer, [bought.id]))
    // 550.00 + 0.55 fee - 100.00 own = 450.55 USD: 417.18 EUR at 1.08, and 0.84 markup
    expect(fill?.conversion).toMatchObject({ received: usd(45_055n), paid: eur(41_718n), markup: eur(84n) })
    expect(await cashOf(customer)).toEqual({ EUR: [58_198n, 0n], USD: [0n, 0n], [ABC]: [50n, 0n] })
    floor.script.rate = null
  })
})

describe('an order and its id', () => {
  test('sent twice at once, and again later, is one order with one answer', async () => {
    const customer = await floor.customer({ EUR: 100_000n })
    const once = ticket(ESP, { shares: wholeShares(10n), limit: priceE4(40_000n) })
    const answers = await Promise.all([1, 2, 3].map(() => place(floor, { customer }, once)))
    floor.clock.advance(25 * SECOND)
    answers.push(await place(floor, { customer }, once))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ id: once.id, state: 'working' })
    expect(await cashOf(customer)).toEqual({ EUR: [95_996n, 4_004n] })
  })

  test('with another body is refused, and another customer’s same id is another order', async () => {
    const customer = await floor.customer({ EUR: 100_000n })
    const other = await floor.customer({ EUR: 100_000n })
    const first = ticket(ESP, { limit: priceE4(40_000n) })
    await place(floor, { customer }, first)
    expect(await place(floor, { customer }, { ...first, shares: wholeShares(2n) })).toMatchObject({
      refused: 'key_reused',
    })
    expect(await place(floor, { customer: other }, { ...first, shares: wholeShares(2n) })).toMatchObject({
      shares: wholeShares(2n),
    })
  })
})

test('concurrent orders never exceed the limit of open orders of a customer', async () => {
  const customer = await floor.customer({ EUR: 10_000_000n })
  const low = { limit: priceE4(10_000n), timeInForce: 'gtc' } as const
  const answers = await Promise.all(Array.from({ length: 300 }, () => place(floor, { customer }, ticket(ESP, low))))
  expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(OPEN_ORDERS_MOST)
  expect(floor.open.idsOf(customer)).toHaveLength(OPEN_ORDERS_MOST)
})

describe('an order’s end', () => {
  test('a cancel releases the hold once; a repeat is answered from the state', async () => {
    const customer = await floor.customer({ EUR: 100_000n })
    const waiting = ticket(ESP, { shares: wholeShares(10n), limit: priceE4(40_000n) })
    await place(floor, { customer }, waiting)
    const cancelled = await cancel(floor, { customer }, waiting.id)
    expect(cancelled).toMatchObject({ state: 'cancelled', endReason: 'by_customer' })
    floor.clock.advance(SECOND)
    expect(await cancel(floor, { customer }, waiting.id)).toEqual(cancelled)
    expect(await cashOf(customer)).toEqual({ EUR: [100_000n, 0n] })
    expect(await cancel(floor, { customer }, newId())).toMatchObject({ refused: 'unknown_order' })
  })

  test('a filled order cannot be cancelled', async () => {
    const customer = await floor.customer({ EUR: 100_000n })
    const bought = ticket(ESP)
    await place(floor, { customer }, bought)
    await floor.quote(ESP, 499n, 500n)
    expect(await cancel(floor, { customer }, bought.id)).toMatchObject({ refused: 'order_ended' })
  })
})
