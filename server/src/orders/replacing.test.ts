import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import { listNoticeRows } from '../notices/notices.store.ts'
import { listFillsOf } from './fills.store.ts'
import { listOpenLots } from './lots.store.ts'
import { cancel, place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/** Orders by kind, filled in parts, and replaced, on the real database. The floor checks the books when it closes. */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

const orderOf = async (customer: CustomerId, id: OrderId) => {
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id }))
  if (!order) throw new Error('the order is there')
  return order
}
const fillsOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => listFillsOf(tx, customer, [id]))
const noticesOf = (customer: CustomerId) =>
  floor.db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 10 }))

async function placed(customer: CustomerId, change: Partial<Ticket>) {
  const order = await place(floor, { customer }, { ...ticket(ESP), ...change })
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

/** One quote event a second later, with its size, and a round of the engine. */
async function quote(bid: bigint, ask: bigint, size: bigint): Promise<void> {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, ask, size)
  await floor.engine.sweep()
}

const asking = (order: { id: OrderId }, change: Partial<Replacement>): Replacement => ({
  id: order.id,
  side: 'buy',
  changes: 0,
  shares: wholeShares(100n),
  limit: priceE4(50_000n),
  stop: null,
  trail: null,
  trailBps: null,
  timeInForce: 'gtc',
  ...change,
})
const rich = () => floor.customer({ EUR: 100_000_000n })

describe('fills in parts', () => {
  test('an order takes a quarter of each event, and its message grows', async () => {
    const customer = await rich()
    const { id } = await placed(customer, { shares: wholeShares(100n), limit: priceE4(50_000n), timeInForce: 'gtc' })
    await quote(499n, 500n, 240n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'part_filled', filled: 60n })
    const [first] = await noticesOf(customer)
    expect(first).toMatchObject({ code: 'order_part_filled', facts: { filled: '60', shares: '100' } })
    await quote(489n, 490n, 240n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'filled', filled: 100n })
    expect((await fillsOf(customer, id)).map(({ shares, price }) => [shares, price])).toEqual([
      [60n, 50_000n],
      [40n, 49_000n],
    ])
    const notices = await noticesOf(customer)
    expect(notices).toHaveLength(1)
    // 300.00 and 196.00 at 4.96 on average, and a fee of 0.50.
    expect(notices[0]).toMatchObject({
      id: first?.id,
      code: 'order_filled',
      facts: { priceE4: '49600', units: '49650' },
      read: false,
    })
    expect((await floor.db.read((tx) => listOpenLots(tx, customer))).map(({ shares, cost }) => [shares, cost])).toEqual(
      [
        [60n, 30_030n],
        [40n, 19_620n],
      ],
    )
  })

  test('two orders of a customer share an event, those of another customer do not', async () => {
    const [ana, ben] = [await rich(), await rich()]
    const terms = { shares: wholeShares(50n), limit: priceE4(50_000n), timeInForce: 'gtc' } as const
    const first = await placed(ana, terms)
    floor.clock.advance(1)
    const second = await placed(ana, terms)
    const other = await placed(ben, terms)
    await quote(499n, 500n, 240n)
    expect([await orderOf(ana, first.id), await orderOf(ana, second.id), await orderOf(ben, other.id)]).toMatchObject([
      { filled: 50n, state: 'filled' },
      { filled: 10n, state: 'part_filled' },
      { filled: 50n, state: 'filled' },
    ])
  })

  test('the rest is cancelled with what it holds, and the same message says so', async () => {
    const customer = await rich()
    const { id } = await placed(customer, { shares: wholeShares(100n), limit: priceE4(50_000n), timeInForce: 'gtc' })
    await quote(499n, 500n, 40n)
    expect(await cancel(floor, { customer }, id)).toMatchObject({ state: 'cancelled', filled: 10n })
    expect(await noticesOf(customer)).toMatchObject([
      { code: 'order_cancelled', facts: { filled: '10', shares: '100' } },
    ])
  })

  test('one for one event ends with what that leaves', async () => {
    const customer = await rich()
    const [ioc, fok] = [
      await placed(customer, { shares: wholeShares(100n), timeInForce: 'ioc' }),
      await placed(customer, { shares: wholeShares(100n), timeInForce: 'fok' }),
    ]
    await quote(499n, 500n, 200n)
    expect(await orderOf(customer, ioc.id)).toMatchObject({ state: 'expired', filled: 50n, endReason: 'not_at_once' })
    expect(await orderOf(customer, fok.id)).toMatchObject({ state: 'expired', filled: 0n, endReason: 'not_at_once' })
  })
})

describe('a stop', () => {
  test('is reached by one event, kept as evidence, and sells on the next', async () => {
    const customer = await rich()
    await placed(customer, { shares: wholeShares(10n) })
    await quote(499n, 500n, 1_000n)
    const { id } = await placed(customer, {
      side: 'sell',
      shares: wholeShares(10n),
      stop: priceE4(48_000n),
      timeInForce: 'gtc',
    })
    await quote(481n, 482n, 1_000n)
    expect((await orderOf(customer, id)).conditions?.trigger).toBeNull()
    await quote(480n, 481n, 1_000n)
    const reached = await orderOf(customer, id)
    expect(reached).toMatchObject({
      state: 'working',
      conditions: { trigger: { at: floor.clock.now(), bid: 48_000n, stop: 48_000n } },
    })
    await quote(470n, 471n, 1_000n)
    expect((await fillsOf(customer, id)).map(({ price }) => price)).toEqual([47_000n])
  })

  test('that follows the market goes on from where it was after a restart', async () => {
    const customer = await rich()
    await placed(customer, { shares: wholeShares(10n) })
    await quote(499n, 500n, 1_000n)
    const { id } = await placed(customer, {
      side: 'sell',
      shares: wholeShares(10n),
      trail: priceE4(1_000n),
      timeInForce: 'gtc',
    })
    await quote(519n, 520n, 1_000n)
    await floor.restart()
    await quote(510n, 511n, 1_000n)
    expect((await orderOf(customer, id)).conditions?.trigger).toBeNull()
    await quote(509n, 510n, 1_000n)
    expect((await orderOf(customer, id)).conditions?.trigger).toMatchObject({ stop: 50_900n, best: 51_900n })
  })
})

describe('a replacement', () => {
  test('is one act: its own hold, its own terms from then on, and its old ones on record', async () => {
    const customer = await rich()
    const order = await placed(customer, { shares: wholeShares(100n), limit: priceE4(49_000n), timeInForce: 'gtc' })
    const replaced = await replace(floor, { customer }, asking(order, { limit: priceE4(49_500n) }))
    expect(replaced).toMatchObject({
      limit: 49_500n,
      conditions: { changes: 1 },
      held: [{ asset: 'EUR', units: 49_550n }],
    })
    await quote(494n, 495n, 1_000n)
    expect(await orderOf(customer, order.id)).toMatchObject({ state: 'filled', limit: 49_500n })
  })

  test('comes too late where a quote met the old terms', async () => {
    const customer = await rich()
    const order = await placed(customer, { shares: wholeShares(100n), limit: priceE4(50_000n), timeInForce: 'gtc' })
    floor.clock.advance(SECOND)
    floor.script.say(ESP, floor.clock.now(), 499n, 500n)
    const answer = await replace(floor, { customer }, asking(order, { limit: priceE4(49_000n) }))
    expect(answer).toMatchObject({ refused: 'order_ended', detail: { state: 'filled' } })
  })

  test('of an order of the other side is none of it, also once its last instant has passed', async () => {
    const customer = await floor.customer({ EUR: 100_000n })
    const order = await placed(customer, { limit: priceE4(49_000n), timeInForce: 'day' })
    floor.clock.advance(3_700_000)
    const answers = []
    for (const side of ['sell', 'buy'] as const)
      answers.push(await replace(floor, { customer }, asking(order, { side })))
    expect(answers).toMatchObject([{ refused: 'unknown_order' }, { refused: 'order_ended' }])
    await floor.engine.sweep()
  })

  test('and a fill at once: never both, and the books agree', async () => {
    for (let round = 0; round < 10; round++) {
      const customer = await rich()
      const order = await placed(customer, { shares: wholeShares(100n), limit: priceE4(50_000n), timeInForce: 'gtc' })
      floor.clock.advance(SECOND)
      floor.script.say(ESP, floor.clock.now(), 499n, 500n, 200n)
      const [answer] = await Promise.all([
        replace(floor, { customer }, asking(order, { limit: priceE4(40_000n) })),
        floor.engine.sweep(),
      ])
      const after = await orderOf(customer, order.id)
      // The event fills half, whoever comes first; then the rest has the new limit.
      expect([after.filled, isRefused(answer) ? answer.refused : answer.limit]).toEqual([50n, 40_000n])
    }
  })

  test('of two at once one is refused', async () => {
    const customer = await rich()
    const order = await placed(customer, { shares: wholeShares(100n), limit: priceE4(40_000n), timeInForce: 'gtc' })
    const answers = await Promise.all(
      [41_000n, 42_000n].map((limit) => replace(floor, { customer }, asking(order, { limit: priceE4(limit) }))),
    )
    expect(answers.map((answer) => (isRefused(answer) ? answer.refused : 'replaced')).toSorted()).toEqual([
      'order_changed',
      'replaced',
    ])
  })
})
