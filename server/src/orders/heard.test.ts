import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { listHeard } from '../market/heard.store.ts'
import { sql } from '../database/db.ts'
import { cancel } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { calmMarket, ESP, openFloor, waitingBuyOf } from './orders.testing.ts'
import { ABC, DEF, limitOf, openFeedHouse, type FeedHouse } from './heard.testing.ts'

/*
 * A live feed whose events are kept while orders are open. Each test ends with the check of all orders so far: they
 * follow from the chains, outside gaps.
 */

let house: FeedHouse
let ana: CustomerId

beforeAll(async () => {
  house = await openFeedHouse()
  ana = await house.customer()
  await house.quote(500, 501, { listing: DEF })
  await house.pass(SECOND)
})
afterAll(() => house.close())
// Each test begins with no open order, and with a quote.
afterEach(async () => {
  for (const id of house.open.idsOf(ana)) await cancel(house, { customer: ana }, id)
  await house.pass(SECOND)
})
beforeEach(async () => {
  await house.quote(1_000, 1_002)
  await house.pass(10)
})

const orderOf = (id: Parameters<FeedHouse['stateOf']>[1]) => house.db.read((tx) => findOrder(tx, { customer: ana, id }))
const cancelled = async (id: Parameters<FeedHouse['stateOf']>[1]) => isRefused(await cancel(house, { customer: ana }, id)) // prettier-ignore

/** The rows that were added to a chain by some work, between the round before it and the one after it. */
async function addedBy(work: () => Promise<unknown>, listing = ABC): Promise<string[]> {
  await house.pass(0)
  const before = (await house.kinds(listing)).length
  await work()
  await house.pass(0)
  return (await house.kinds(listing)).slice(before)
}

const COUNT = sql('test_count_orders', 'select count(*) as orders from orders')

/** Fills, and those whose event is of no earlier transaction. */
const COUNT_FILLS = sql(
  'test_count_fills',
  `select count(*) as fills, count(*) filter (where not exists (
     select from heard_events h where h.event_at = f.quote_at and h.bid_e4 = f.bid_e4 and h.xmin::text::int8 < f.xmin::text::int8
   )) as without from fills f`,
)

/** Every order follows from the chains, but so many that were placed, filled or ended in a gap. */
async function holds(inGap = 0): Promise<void> {
  const [row] = await house.db.read((tx) => tx.run<{ orders: bigint }>(COUNT))
  const checked = Number(row?.orders) - inGap
  expect(await house.verify()).toEqual({ checked, unchecked: inGap > 0 ? { feed_gap: inGap } : {}, breaches: [] })
}

test('events are kept from an order to its fill, and of no listing without an order', async () => {
  expect(await house.kinds()).toEqual([])
  const buy = await house.placed(ana)
  await house.pass(0)
  // The facts that were known at the order.
  expect((await house.kinds()).toSorted()).toEqual(['begin', 'quote', 'rate'])
  const added = await addedBy(async () => {
    await house.pass(100)
    await house.quote(1_001, 1_003)
    await house.quote(502, 503, { listing: DEF })
    await house.pass(500)
    await house.quote(1_002, 1_004)
    await house.pass(SECOND)
  })
  expect(await house.stateOf(ana, buy.id)).toBe('filled')
  expect(added).toEqual(['quote', 'quote', 'end'])
  const later = await addedBy(async () => {
    await house.quote(1_010, 1_012)
    await house.pass(2 * SECOND)
  })
  expect([later, await house.kinds(DEF)]).toEqual([[], []])
  await holds()
})

test('a resting order is filled on the quote that reaches it, and its listing is kept all the while', async () => {
  const rest = await house.placed(ana, { limit: limitOf(980), timeInForce: 'gtc' })
  const added = await addedBy(async () => {
    for (const bid of [1_000, 990, 985, 978]) {
      await house.pass(SECOND)
      await house.quote(bid, bid + 2)
    }
    await house.pass(SECOND)
  })
  expect(await orderOf(rest.id)).toMatchObject({ state: 'filled' })
  expect(added.filter((kind) => kind === 'quote')).toHaveLength(4)
  await holds()
})

test('an order is cancelled, another is filled by a quote that overtakes its cancel before it is settled', async () => {
  const waits = await house.placed(ana, { limit: limitOf(900), timeInForce: 'gtc' })
  await house.pass(100)
  expect(await cancelled(waits.id)).toBe(false)
  const met = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
  await house.pass(50)
  await house.quote(990, 994)
  expect(await cancelled(met.id)).toBe(true)
  expect(await house.stateOf(ana, met.id)).toBe('filled')
  // The next quote of the same millisecond stands in its place for everybody else.
  await house.quote(996, 998, { at: house.clock.now() })
  await house.pass(2 * SECOND)
  await holds()
})

test('the event of each fill was committed before the fill', async () => {
  const rows = await house.owner.write((tx) => tx.run<{ fills: bigint; without: bigint }>(COUNT_FILLS))
  expect(rows).toEqual([{ fills: 3n, without: 0n }])
})

test('a cancel is decided by what was heard before it: the quote that comes later changes nothing', async () => {
  const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
  const other = await house.placed(ana, { limit: limitOf(900), timeInForce: 'gtc' })
  await house.pass(100)
  const at = house.clock.now() - 20
  expect(await cancelled(waits.id)).toBe(false)
  house.clock.advance(10)
  await house.quote(990, 992, { at })
  await house.pass(2 * SECOND)
  expect(await house.stateOf(ana, waits.id)).toBe('cancelled')
  expect(await cancelled(other.id)).toBe(false)
  await holds()
})

test('a quote that comes after its second fills nothing, and need not', async () => {
  const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
  await house.pass(3 * SECOND)
  await house.quote(990, 992, { at: house.clock.now() - 2 * SECOND })
  await house.pass(2 * SECOND)
  expect(await house.stateOf(ana, waits.id)).toBe('working')
  expect(await cancelled(waits.id)).toBe(false)
  await holds()
})

test('no quote of a halt fills; the one after it does', async () => {
  const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
  const added = await addedBy(async () => {
    await house.pass(10)
    await house.halt(true)
    await house.pass(10)
    await house.quote(990, 992)
    await house.pass(2 * SECOND)
    expect(await house.stateOf(ana, waits.id)).toBe('working')
    await house.halt(false)
    await house.pass(10)
    await house.quote(991, 993)
    await house.pass(2 * SECOND)
  })
  expect(added).toEqual(['halt', 'quote', 'resume', 'quote', 'end'])
  expect(await house.stateOf(ana, waits.id)).toBe('filled')
  await holds()
})

describe('gaps', () => {
  test('a lost connection is a gap, and the order goes on after it', async () => {
    const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
    const added = await addedBy(async () => {
      await house.pass(100)
      await house.quote(999, 1_001)
      await house.pass(SECOND)
      await house.disconnect(5 * SECOND)
      await house.pass(SECOND)
      await house.quote(990, 992)
      await house.pass(SECOND)
    })
    expect(added).toEqual(['quote', 'disconnected', 'quote', 'end'])
    expect(await house.stateOf(ana, waits.id)).toBe('filled')
    await holds()
  })

  test('an order that is cancelled while nothing is heard is not checkable', async () => {
    const waits = await house.placed(ana, { limit: limitOf(900), timeInForce: 'gtc' })
    house.server.lies.onConnect = 'close'
    house.server.drop()
    await expect.poll(() => house.opened.feed?.status()[0]?.state).toBe('away')
    await house.pass(5 * SECOND)
    expect(await cancelled(waits.id)).toBe(false)
    house.server.lies.onConnect = null
    await house.disconnect(0)
    await house.pass(0)
    expect((await house.kinds()).slice(-2)).toEqual(['disconnected', 'end'])
    await holds(1)
  })

  test('a silence of the stream is a gap', async () => {
    const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
    const added = await addedBy(async () => {
      await house.pass(100)
      await house.pass(40 * SECOND)
      await house.quote(990, 992)
      await house.pass(SECOND)
    })
    expect(added).toEqual(['silent', 'quote', 'end'])
    expect(await house.stateOf(ana, waits.id)).toBe('filled')
    await holds(1)
  })

  test('what a busy server had no time for is a gap', async () => {
    const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
    // No round for ten seconds, with a quote that would have filled the order at their begin.
    for (let n = 0; n < 40; n++) {
      house.clock.advance(250)
      await house.quote(n === 2 ? 990 : 1_000, n === 2 ? 992 : 1_002)
    }
    await house.pass(SECOND)
    expect(await house.stateOf(ana, waits.id)).toBe('working')
    expect(await cancelled(waits.id)).toBe(false)
    await house.pass(0)
    expect((await house.kinds()).slice(-2)).toEqual(['late', 'end'])
    await holds(1)
  })
})

describe('another start', () => {
  test('after a stop the order goes on with the next quote', async () => {
    const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
    // Progress is stored a minute after it was made.
    for (let n = 0; n < 3; n++) {
      await house.pass(MINUTE)
      await house.quote(1_000, 1_002)
    }
    await house.pass(6 * SECOND)
    await house.restart(10 * SECOND)
    await house.pass(10)
    await house.quote(990, 992)
    await house.pass(2 * SECOND)
    await house.pass(0)
    const kinds = (await house.kinds()).slice(-6)
    expect([...kinds.slice(0, 2), ...kinds.slice(4)]).toEqual(['server_away', 'begin', 'quote', 'end'])
    expect(kinds.slice(2, 4).toSorted()).toEqual(['disconnected', 'rate'])
    expect(await house.stateOf(ana, waits.id)).toBe('filled')
    await holds(1)
  })

  test('a killed server leaves no fill without its event; what it had heard last is in the gap', async () => {
    const waits = await house.placed(ana, { limit: limitOf(995), timeInForce: 'gtc' })
    await house.pass(100)
    await house.quote(990, 992)
    await house.pass(500)
    await house.kill(10 * SECOND)
    expect(await house.stateOf(ana, waits.id)).toBe('working')
    await house.quote(1_000, 1_002)
    await house.pass(2 * SECOND)
    await holds(2)
    expect(await cancelled(waits.id)).toBe(false)
    await house.pass(0)
    await holds(2)
  })
})

test('an order of the day expires', async () => {
  const day = await house.placed(ana, { limit: limitOf(900) })
  for (let n = 0; n < 7; n++) {
    await house.pass(HOUR)
    await house.quote(1_000, 1_002)
  }
  await house.pass(2 * SECOND)
  await house.pass(0)
  expect(await orderOf(day.id)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  expect((await house.kinds()).at(-1)).toBe('end')
  await holds(2)
})

test('the facts that are known are repeated, so that one order is read without the day before it', async () => {
  // Until Monday, when the market is open again.
  await house.pass(64 * HOUR)
  await house.quote(1_000, 1_002)
  await house.placed(ana, { limit: limitOf(900), timeInForce: 'gtc' })
  const added = await addedBy(async () => {
    for (let n = 0; n < 12; n++) {
      await house.quotes(100)
      await house.pass(SECOND)
    }
  })
  expect(added.filter((kind) => kind === 'begin')).toHaveLength(1)
  await holds(2)
})

test('a house on another source keeps nothing', async () => {
  const other = await openFloor()
  calmMarket(other)
  const [who, id] = await waitingBuyOf(other)
  await other.quote(ESP, 499n, 500n)
  expect((await other.db.read((tx) => findOrder(tx, { customer: who, id })))?.state).toBe('filled')
  expect(await other.db.read((tx) => listHeard(tx, { listing: '', n: 0 }, 1))).toEqual([])
  await other.close()
})
