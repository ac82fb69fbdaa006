import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, rateE6, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { writeFor } from '../database/locks.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { listClosings, listOpenLots } from '../orders/lots.store.ts'
import { cancel, cancelAllNow, place, replace } from '../orders/orders.actions.ts'
import { findOrder, listOrdersOf } from '../orders/orders.store.ts'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { listCloseOuts } from './closeouts.store.ts'
import { judgeNow } from './margin.actions.ts'
import {
  balanceOf,
  buy,
  codesOf,
  lotsOf,
  openMarginFloor,
  owner,
  toNextMinute,
  type MarginFloor,
} from './margin.testing.ts'
import { settleNow } from './settling.actions.ts'
import { listSettlements } from './settlements.store.ts'

/*
 * 100 shares of ABC at 10.00 with leverage 5 cost 1,001.00: 800.80 are financed, and the used margin is 200.20. Of 210.00
 * are 9.80 left. So the equity is the value of the shares less 791.00.
 */

let floor: MarginFloor
beforeAll(async () => {
  floor = await openMarginFloor()
  floor.script.sessions = [{ open: floor.clock.now() - 60 * MINUTE, close: floor.clock.now() + 1_000 * MINUTE }]
})
afterAll(() => floor.checkAndClose())
beforeEach(() => {
  floor.script.rate = null
})

const openOrders = (customer: CustomerId) =>
  floor.db.read((tx) => listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, 50))
const closeOutsOf = (customer: CustomerId) => floor.db.read((tx) => listCloseOuts(tx, customer, null, 50))
const closingsOf = (customer: CustomerId) => floor.db.read((tx) => listClosings(tx, customer, {}, 50))
const presentMinute = () => Math.floor(floor.clock.now() / MINUTE) * MINUTE
/** Lets a debt be looked for. */
const settle = async () => {
  floor.clock.advance(6 * SECOND)
  await floor.margin.round()
}

describe('an account with financed lots', () => {
  test('is warned once for each level that it falls below, and again after it was ten points above', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 992n)
    expect(await codesOf(floor, customer)).toEqual([])
    await floor.minute(ABC, 991n)
    await floor.minute(ABC, 985n)
    expect(await codesOf(floor, customer)).toEqual(['margin_full'])
    await floor.minute(ABC, 942n)
    expect(await codesOf(floor, customer)).toEqual(['margin_full'])
    await floor.minute(ABC, 941n)
    await floor.minute(ABC, 961n)
    await floor.minute(ABC, 940n)
    expect(await codesOf(floor, customer)).toEqual(['margin_full', 'margin_near'])
    // From 85 % on the second is armed again, and from 110 % on the first.
    await floor.minute(ABC, 962n)
    await floor.minute(ABC, 940n)
    expect(await codesOf(floor, customer)).toEqual(['margin_full', 'margin_near', 'margin_near'])
    await floor.minute(ABC, 1_011n)
    await floor.minute(ABC, 985n)
    expect(await codesOf(floor, customer)).toHaveLength(3)
    await floor.minute(ABC, 1_012n)
    await floor.minute(ABC, 985n)
    expect((await codesOf(floor, customer)).slice(3)).toEqual(['margin_full'])
    expect(await closeOutsOf(customer)).toEqual([])
  })

  test('is closed out at half of its used margin, on events after the minute, and nobody else is', async () => {
    const customer = await owner(floor)
    const paid = await owner(floor, { leverage: 1, cash: 200_000n })
    await floor.minute(ABC, 892n)
    expect(await closeOutsOf(customer)).toEqual([])
    await floor.minute(ABC, 891n)
    const [closeOut] = await closeOutsOf(customer)
    // 100.00 are less than half of 200.20; without one share the used margin is 198.20.
    expect(closeOut).toMatchObject({ minute: presentMinute(), currency: 'USD', equity: 10_000n, used: 20_020n })
    const [order] = await openOrders(customer)
    expect(order).toMatchObject({
      shares: 1n,
      marketAt: presentMinute(),
      limit: null,
      conditions: { isCloseOut: true },
    })
    await floor.quote(ABC, 890n, 891n)
    expect(await openOrders(customer)).toEqual([])
    expect(await closingsOf(customer)).toMatchObject([
      { sellType: 'close_out', closePrice: priceE4(89_000n), shares: 1n },
    ])
    expect(await codesOf(floor, customer)).toEqual(['margin_near', 'closed_out'])
    expect([await codesOf(floor, paid), await lotsOf(floor, paid)]).toEqual([[], [100n]])
  })

  test('is filled on an event between the minute and its judgement, by the rule of evidence', async () => {
    const customer = await owner(floor)
    toNextMinute(floor, SECOND)
    floor.script.say(ABC, floor.clock.now(), 850n, 851n)
    await floor.engine.sweep()
    floor.clock.advance(2 * SECOND)
    floor.script.say(ABC, floor.clock.now(), 849n, 850n)
    await floor.engine.sweep()
    await floor.margin.round()
    await floor.engine.sweep()
    expect(await closingsOf(customer)).toMatchObject([{ closePrice: priceE4(84_900n) }])
  })

  test('is not closed again while an order of the house fills in parts, and again if that is not enough', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 850n)
    const [first] = await openOrders(customer)
    // 59.00: half of the used margin of 58 shares is 58.06, and of 59 shares 59.06.
    expect(first?.shares).toBe(42n)
    floor.clock.advance(SECOND)
    floor.script.say(ABC, floor.clock.now(), 850n, 851n, 40n)
    await floor.engine.sweep()
    expect((await openOrders(customer))[0]).toMatchObject({ filled: 10n, state: 'part_filled' })
    await floor.minute(ABC, 850n)
    expect(await closingsOf(customer)).toHaveLength(2)
    expect((await closeOutsOf(customer)).length).toBeLessThanOrEqual(2)
    expect((await lotsOf(floor, customer))[0]).toBeLessThanOrEqual(58n)
  })
})

describe('an order of the house', () => {
  test('can neither be cancelled nor changed by its customer', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 850n)
    const [order] = await openOrders(customer)
    const id = order?.id ?? ticket(ABC).id
    expect(await cancel(floor, { customer }, id)).toMatchObject({ refused: 'order_of_house' })
    const request = { id, side: 'sell', changes: 0, shares: wholeShares(1n), limit: null, stop: null, trail: null, trailBps: null, timeInForce: 'gtc' } as const // prettier-ignore
    expect(await replace(floor, { customer }, request)).toMatchObject({ refused: 'order_of_house' })
    await floor.quote(ABC, 850n, 851n)
  })

  test('takes the place of sells of the customer that hold its shares, and of no other', async () => {
    const customer = await owner(floor, { cash: 60_000n })
    await buy(floor, customer, 2, 10n)
    const [first, second] = await floor.db.read((tx) => listOpenLots(tx, customer))
    const sell = (shares: bigint, lot: string | null) =>
      place(floor, { customer }, ticket(ABC, { side: 'sell', shares: wholeShares(shares), limit: priceE4(200_000n), timeInForce: 'gtc', lot: lot as never })) // prettier-ignore
    const ofFirst = await sell(60n, first?.id ?? null)
    const ofSecond = await sell(4n, second?.id ?? null)
    const ofOldest = await sell(30n, null)
    const endOf = async (order: unknown) => {
      const row = await floor.db.read((tx) => findOrder(tx, { customer, id: (order as { id: never }).id }))
      return [row?.state, row?.endReason]
    }
    await floor.minute(ABC, 500n)
    expect(await endOf(ofFirst)).toEqual(['cancelled', 'close_out'])
    expect(await endOf(ofSecond)).toEqual(['working', null])
    expect(await endOf(ofOldest)).toEqual(['cancelled', 'close_out'])
    const closing = (await openOrders(customer)).filter(({ conditions }) => conditions?.isCloseOut)
    expect(closing).toHaveLength(1)
    await floor.quote(ABC, 500n, 501n)
  })

  test('ends with the others where an account is left, and is placed anew otherwise', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 850n)
    const terms = { now: floor.clock.now(), reason: 'split', isNoticed: false, which: () => true } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.forEach((order) => floor.open.take(order))
    expect(await openOrders(customer)).toEqual([])
    await floor.minute(ABC, 850n)
    expect(await openOrders(customer)).toHaveLength(1)
    await floor.quote(ABC, 850n, 851n)
  })
})

describe('judging', () => {
  test('changes an account once, on two servers at once', async () => {
    const customer = await owner(floor)
    const other = await floor.beside()
    toNextMinute(floor, SECOND)
    floor.script.say(ABC, floor.clock.now(), 850n, 851n)
    await Promise.all([floor.engine.sweep(), other.engine.sweep()])
    floor.clock.advance(SECOND)
    await Promise.all([floor.margin.round(), floor.marginOf(other).round()])
    expect(await closeOutsOf(customer)).toHaveLength(1)
    expect(await openOrders(customer)).toHaveLength(1)
    floor.clock.advance(SECOND)
    floor.script.say(ABC, floor.clock.now(), 850n, 851n)
    await Promise.all([floor.engine.sweep(), other.engine.sweep()])
    expect(await openOrders(customer)).toEqual([])
  })

  test('finds a minute again that was judged, and changes nothing', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 850n)
    const terms = { now: floor.clock.now(), reason: 'split', isNoticed: false, which: () => true } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.forEach((order) => floor.open.take(order))
    const again = { parts: floor, now: floor.clock.now() }
    const judged = await writeFor(floor.db, customer, (tx) =>
      judgeNow(tx, customer, { at: presentMinute(), isMissed: false }, again),
    )
    expect(judged).toEqual({ orders: [], isChanged: false })
    await floor.quote(ABC, 850n, 851n)
  })

  test('goes through minutes that were missed, in order', async () => {
    const customer = await owner(floor)
    const prices = [991n, 940n, 860n, 1_000n]
    for (const price of prices) {
      toNextMinute(floor, SECOND)
      floor.script.say(ABC, floor.clock.now(), price, price + 1n)
      floor.clock.advance(2 * SECOND)
    }
    await floor.engine.sweep()
    await floor.margin.round()
    expect(await codesOf(floor, customer)).toEqual(['margin_full', 'margin_near', 'closed_out'])
    const [closeOut] = await closeOutsOf(customer)
    expect(closeOut?.minute).toBe(presentMinute() - MINUTE)
    // The server was away, so its order fills on what comes.
    expect((await openOrders(customer))[0]?.marketAt).toBe(floor.clock.now())
    await floor.quote(ABC, 1_000n, 1_001n)
  })

  test('leaves a missed minute out of which the account is not known', async () => {
    const customer = await floor.customer({ USD: 21_000n })
    toNextMinute(floor, SECOND)
    floor.script.say(ABC, floor.clock.now(), 400n, 401n)
    floor.clock.advance(2 * SECOND)
    floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
    await buy(floor, customer, 5, 100n)
    toNextMinute(floor, SECOND)
    floor.script.say(ABC, floor.clock.now(), 1_000n, 1_001n)
    floor.clock.advance(2 * SECOND)
    await floor.engine.sweep()
    await floor.margin.round()
    expect(await closeOutsOf(customer)).toEqual([])
  })

  test('waits for a new event', async () => {
    const customer = await owner(floor)
    await floor.minute(ABC, 1_000n)
    floor.clock.advance(MINUTE)
    floor.script.say(ESP, floor.clock.now(), 499n, 500n)
    await floor.margin.round()
    expect(await codesOf(floor, customer)).toEqual([])
  })
})

describe('a price far below', () => {
  test('leaves a debt, which cash of the other currency pays, and the rest is forgiven', async () => {
    floor.script.rate = rateE6(1_100_000n)
    const customer = await owner(floor)
    await writeFor(floor.db, customer, async (tx) => {
      await postGrant(tx, customer, { asset: 'EUR', units: 1_000n }, floor.clock.now())
    })
    await floor.minute(ABC, 600n)
    await floor.quote(ABC, 600n, 601n)
    // 600.00 less a fee of 0.60 and with 9.80 in cash: 191.60 of 800.80 are missing.
    expect(await balanceOf(floor, customer, 'USD')).toEqual([0n, 0n, 19_160n])
    await settle()
    const [forgiven, converted] = await floor.db.read((tx) => listSettlements(tx, customer, 10))
    // EUR 10.00 less 0.02 of markup are EUR 9.98, which buy USD 10.97.
    expect(converted).toMatchObject({ kind: 'converted', asset: 'USD', units: 1_097n, paid: 998n, markup: 2n })
    expect(forgiven).toMatchObject({ kind: 'forgiven', asset: 'USD', units: 18_063n })
    expect(await balanceOf(floor, customer, 'USD')).toEqual([0n, 0n, 0n])
    expect(await balanceOf(floor, customer, 'EUR')).toEqual([0n, 0n, 0n])
    expect((await codesOf(floor, customer)).slice(-2)).toEqual(['closed_out', 'debt_forgiven'])
  })

  test('is not forgiven while anything is left', async () => {
    const customer = await owner(floor, { cash: 24_000n })
    await place(floor, { customer }, ticket(ABC, { shares: wholeShares(1n) }))
    await floor.quote(ABC, 999n, 1_000n)
    await floor.minute(ABC, 600n)
    await floor.quote(ABC, 600n, 601n)
    await settle()
    expect((await balanceOf(floor, customer, 'USD'))[2]).toBeGreaterThan(0n)
    const settling = { market: floor.market, now: floor.clock.now() }
    expect(await writeFor(floor.db, customer, (tx) => settleNow(tx, customer, settling))).toBe(false)
    expect(await floor.db.read((tx) => listSettlements(tx, customer, 10))).toEqual([])
    await place(floor, { customer }, ticket(ABC, { side: 'sell' }))
    await floor.quote(ABC, 600n, 601n)
    await settle()
    expect(await balanceOf(floor, customer, 'USD')).toEqual([0n, 0n, 0n])
  })
})

test('an order of the house that was placed fills after its server ended', async () => {
  const customer = await owner(floor)
  await floor.minute(ABC, 850n)
  await floor.restart()
  await floor.quote(ABC, 850n, 851n)
  expect(await closingsOf(customer)).toMatchObject([{ sellType: 'close_out' }])
})
