import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, rateE6, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { ticketOf } from '@lonja/core/orders/orders.testing'
import type { Db } from '../database/db.ts'
import { cancel, place, replace } from '../orders/orders.actions.ts'
import { listChangesAmong } from '../orders/changes.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { ABC, ESP, START, ticket } from '../orders/orders.testing.ts'
import {
  codesOf,
  dividendOf,
  freeOf,
  onlyAction,
  openHolder,
  RECORD,
  splitOf,
  type ActionFloor,
} from './corporate.testing.ts'
import { findPart } from './corporate.store.ts'

/* Open orders at a split: adjusted as of the close, or ended; and orders that are placed, replaced or cancelled around it. */

let floor: ActionFloor
afterEach(() => floor.checkAndClose())

async function withHolder(...of: Parameters<typeof openHolder>): Promise<CustomerId> {
  const opened = await openHolder(...of)
  floor = opened.floor
  return opened.customer
}

const gtc = (change: Partial<Ticket>) => ticket(ABC, { shares: wholeShares(2n), timeInForce: 'gtc', ...change })
async function placed(customer: CustomerId, change: Partial<Ticket>): Promise<OrderId> {
  const order = await place(floor, { customer }, gtc(change))
  if (isRefused(order)) throw new Error(order.refused)
  return order.id
}
const stateOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const buying = { limit: priceE4(30_000n) } as const
const selling = { side: 'sell', limit: priceE4(900_000n), shares: wholeShares(5n) } as const
/** An order of an event, and the event that the floor has not gone through. */
const at = (ms: number) => floor.clock.advance(ms - floor.clock.now())

describe('at a split, an open order', () => {
  test('is adjusted with its value and its place, and a sell holds the shares of after it', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const [buy, sell] = [await placed(customer, buying), await placed(customer, selling)]
    const before = (await stateOf(customer, buy))!
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'working', shares: 8n, limit: 7_500n, worst: 7_500n, held: before.held }) // prettier-ignore
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'working', shares: 20n, limit: 225_000n })
    expect(await freeOf(floor, customer, ABC)).toBe(20n)
    const { id } = await onlyAction(floor)
    expect(await floor.db.read((tx) => findPart(tx, customer, id))).toMatchObject({ orders: 0, adjusted: 2 })
    const codes = await codesOf(floor, customer)
    expect(codes.slice(0, 3).toSorted()).toEqual(['order_split', 'order_split', 'split_done'])
    const after = (await stateOf(customer, buy))!
    const [change] = (await floor.db.read((tx) => listChangesAmong(tx, [after]))).get(after)!
    expect(change).toMatchObject({ until: RECORD, order: { shares: 2n, limit: 30_000n }, split: { action: id } })
    expect([after.conditions?.rankAt, after.through]).toEqual([before.marketAt, RECORD])
  })

  test('fills on quotes of after it, at the price of after it', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const [buy, sell] = [await placed(customer, buying), await placed(customer, selling)]
    floor.pastClose()
    await floor.actions.round()
    await floor.quote(ABC, 749n, 751n)
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'working' })
    await floor.quote(ABC, 74n, 75n)
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'filled', filled: 8n })
    await floor.quote(ABC, 2_250n, 2_260n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled', filled: 20n })
  })

  test('is filled first by a quote of before that it met, and ends if its shares would not be whole', async () => {
    const customer = await withHolder([splitOf(1n, 10n)], 30n)
    const met = await placed(customer, { limit: priceE4(90_000n) })
    const [odd, whole] = [await placed(customer, { ...selling }), await placed(customer, { ...selling, shares: wholeShares(20n) })] // prettier-ignore
    // A quote that the engine has not gone through, and one of after the close that would fill the sells.
    floor.quotes.say(ABC, RECORD, 890n, 895n)
    floor.quotes.say(ABC, RECORD + 500, 90_000n, 90_001n)
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, met)).toMatchObject({ state: 'filled', shares: 2n })
    expect(await stateOf(customer, odd)).toMatchObject({ state: 'cancelled', endReason: 'split', shares: 5n })
    expect(await stateOf(customer, whole)).toMatchObject({ state: 'working', shares: 2n, limit: 9_000_000n })
    // 32 shares became 3, of which 2 are held, and two tenths were paid.
    expect(await freeOf(floor, customer, ABC)).toBe(1n)
    expect(floor.open.idsOf(customer)).toEqual([whole])
  })

  test('that was filled in part keeps what it bought, and its rest is adjusted', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const buy = await placed(customer, { ...buying, shares: wholeShares(5n) })
    floor.clock.advance(SECOND)
    floor.quotes.say(ABC, floor.clock.now(), 299n, 300n, 12n)
    await floor.engine.sweep()
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'part_filled', filled: 3n })
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'part_filled', filled: 3n, shares: 11n })
    await floor.quote(ABC, 74n, 75n)
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'filled', filled: 11n })
    expect(await freeOf(floor, customer, ABC)).toBe(60n)
  })

  test('of the session that is over expires, and one of a customer without shares is adjusted once', async () => {
    await withHolder([splitOf(4n, 1n)], 10n)
    const other = await floor.customer({ USD: 1_000_000n })
    const [day, buy] = [await placed(other, { ...buying, timeInForce: 'day' }), await placed(other, buying)]
    floor.pastClose()
    await floor.actions.round()
    await floor.otherActions().round()
    expect(await stateOf(other, day)).toMatchObject({ state: 'expired', endReason: 'end_of_day', shares: 2n })
    expect(await stateOf(other, buy)).toMatchObject({ state: 'working', shares: 8n, conditions: { changes: 1 } })
  })

  test('with a trailing stop goes on from the price that it followed', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const stop = await placed(customer, { side: 'sell', trail: priceE4(10_000n) })
    await floor.quote(ABC, 1_200n, 1_201n)
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, stop)).toMatchObject({ conditions: { best: 30_000n, stop: { distance: 2_500n } } })
    await floor.quote(ABC, 276n, 277n)
    expect(await stateOf(customer, stop)).toMatchObject({ conditions: { trigger: null } })
    await floor.quote(ABC, 275n, 277n)
    expect(await stateOf(customer, stop)).toMatchObject({ conditions: { trigger: { stop: 27_500n } } })
  })

  test('keeps the exit attached to it in new shares, and one that a fill has placed ends with the lots that it named', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const exits = { stop: priceE4(20_000n), profit: priceE4(900_000n) }
    const waiting = await placed(customer, { ...buying, exits })
    const bought = await placed(customer, { limit: priceE4(350_000n), shares: wholeShares(10n), exits })
    floor.clock.advance(SECOND)
    floor.quotes.say(ABC, floor.clock.now(), 2_999n, 3_000n, 16n)
    await floor.engine.sweep()
    const { exitOrder } = (await stateOf(customer, bought))!.conditions!
    expect(await stateOf(customer, exitOrder!)).toMatchObject({ state: 'working', shares: 4n })
    floor.pastClose()
    await floor.actions.round()
    const after = { stop: priceE4(5_000n), profit: priceE4(225_000n) }
    expect((await stateOf(customer, waiting))?.conditions?.exits).toEqual(after)
    expect(await stateOf(customer, bought)).toMatchObject({ shares: 28n, filled: 4n, conditions: { exits: after } })
    expect(await stateOf(customer, exitOrder!)).toMatchObject({ state: 'cancelled', endReason: 'split' })
    await floor.quote(ABC, 749n, 750n)
    const next = (await stateOf(customer, bought))!.conditions!.exitOrder
    expect(await stateOf(customer, next!)).toMatchObject({ state: 'working', shares: 24n, conditions: { stop: { price: 5_000n }, profit: 225_000n } }) // prettier-ignore
  })

  test('whose first fill comes with the split has its exit ended with the lots, and the next fill places one', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const exits = { stop: priceE4(20_000n), profit: priceE4(900_000n) }
    const bought = await placed(customer, { limit: priceE4(350_000n), shares: wholeShares(10n), exits })
    floor.quotes.say(ABC, RECORD, 2_999n, 3_000n, 16n)
    floor.pastClose()
    await floor.actions.round()
    const { exitOrder } = (await stateOf(customer, bought))!.conditions!
    expect(await stateOf(customer, exitOrder!)).toMatchObject({ state: 'cancelled', endReason: 'split', shares: 4n })
    await floor.quote(ABC, 749n, 750n)
    const next = (await stateOf(customer, bought))!.conditions!.exitOrder
    expect(await stateOf(customer, next!)).toMatchObject({ state: 'working', shares: 24n })
  })

  test('keeps its price over a dividend', async () => {
    const customer = await withHolder([dividendOf(10_000n)], 10n)
    const buy = await placed(customer, buying)
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, buy)).toMatchObject({ shares: 2n, limit: 30_000n, conditions: null })
  })
})

describe('a crash', () => {
  test.each([4, 5])('before customer %s is written leaves each order adjusted once', async (write) => {
    const customers = [await withHolder([splitOf(4n, 1n)], 10n), await floor.customer({ USD: 1_000_000n })]
    const ids = [await placed(customers[0]!, selling), await placed(customers[1]!, buying)]
    floor.pastClose()
    let writes = 0
    const failing: Db = {
      ...floor.db,
      write: (work) => (++writes === write ? Promise.reject(new Error('the server is killed')) : floor.db.write(work)),
    }
    await expect(floor.otherActions(failing).round()).rejects.toThrow('the server is killed')
    await floor.actions.round()
    const shares = await Promise.all(ids.map(async (id, n) => (await stateOf(customers[n]!, id))?.shares))
    expect(shares).toEqual([20n, 8n])
    await floor.quote(ABC, 74n, 75n)
    expect(await stateOf(customers[1]!, ids[1]!)).toMatchObject({ state: 'filled', filled: 8n })
  })

  test('an order that another server adjusted fills here by its terms of after the split', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const sell = await placed(customer, { ...selling, limit: priceE4(130_000n) })
    floor.pastClose()
    const beside = await floor.beside()
    await floor.otherActions(floor.db, beside.open).round()
    expect(floor.open.find({ customer, id: sell })?.order.shares).toBe(5n)
    await floor.actions.round()
    expect(floor.open.find({ customer, id: sell })?.order).toMatchObject({ shares: 20n, limit: 32_500n })
    await floor.quote(ABC, 325n, 326n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled', filled: 20n })
  })
})

describe('around the record instant', () => {
  test('a cancel that comes before the split is carried out is decided as of the close', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const buy = await placed(customer, buying)
    // A quote of the ex-day is below the old limit: it says nothing about the order.
    floor.quotes.say(ABC, RECORD + 500, 224n, 225n)
    floor.pastClose()
    expect(await cancel(floor, { customer }, buy)).toMatchObject({ state: 'cancelled', filled: 0n, through: RECORD })
    await floor.actions.round()
    expect(await freeOf(floor, customer, ABC)).toBe(40n)
  })

  test('a cancel waits for the split that is being carried out, and a quote that fills the new terms comes first', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const buy = await placed(customer, buying)
    floor.quotes.say(ABC, RECORD + 500, 74n, 75n)
    floor.pastClose()
    const waiting = cancel({ ...floor, splitWaitMs: 60_000 }, { customer }, buy)
    await floor.actions.round()
    expect(await waiting).toMatchObject({ refused: 'order_ended' })
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'filled', filled: 8n })
  })

  test('a replacement waits, and is refused while the split is not carried out', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const buy = await placed(customer, buying)
    floor.pastClose()
    const { listing: _listing, ...terms } = ticketOf((await stateOf(customer, buy))!)
    const request = { ...terms, changes: 0, limit: priceE4(20_000n) }
    expect(await replace(floor, { customer }, request)).toMatchObject({ refused: 'trading_paused' })
    const waiting = replace({ ...floor, splitWaitMs: 60_000 }, { customer }, request)
    await floor.actions.round()
    expect(await waiting).toMatchObject({ refused: 'order_changed' })
    expect(await stateOf(customer, buy)).toMatchObject({ limit: 7_500n })
  })

  test('a replacement just before the close is what the split adjusts', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    const buy = await placed(customer, buying)
    at(RECORD - 1)
    const { listing: _listing, ...terms } = ticketOf((await stateOf(customer, buy))!)
    const replaced = await replace(floor, { customer }, { ...terms, changes: 0, limit: priceE4(20_000n) })
    expect(replaced).toMatchObject({ limit: 20_000n })
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, buy)).toMatchObject({ shares: 8n, limit: 5_000n, conditions: { changes: 2 } })
  })

  test('an order that waits for the split is placed in shares of after it', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    floor.pastClose()
    const waiting = place(
      { ...floor, splitWaitMs: 60_000 },
      { customer },
      gtc({ ...selling, limit: priceE4(90_000n), shares: wholeShares(40n) }),
    )
    await floor.actions.round()
    expect(await waiting).toMatchObject({ shares: 40n, state: 'working', marketAt: RECORD + SECOND })
  })

  test('one that did not wait ends as of its own instant, and no order of another listing', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    at(RECORD + SECOND / 2)
    const late = await placed(customer, buying)
    const other = ticket(ESP, { limit: priceE4(30_000n), timeInForce: 'gtc' })
    floor.quotes.rate = rateE6(1_100_000n)
    floor.quotes.say(ESP, floor.clock.now(), 499n, 500n)
    expect(isRefused(await place(floor, { customer }, other))).toBe(false)
    floor.quotes.say(ABC, RECORD + SECOND, 224n, 225n)
    floor.pastClose()
    await floor.actions.round()
    expect(await stateOf(customer, late)).toMatchObject({ state: 'cancelled', through: RECORD + SECOND / 2 })
    expect(await stateOf(customer, other.id)).toMatchObject({ state: 'working' })
    expect(START).toBeLessThan(RECORD)
  })
})
