import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import { listNoticeRows } from '../notices/notices.store.ts'
import { listFillsOf } from './fills.store.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { cancel, place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/** Exits on the real database: a profit and a stop in one order. The floor checks the books when it closes. */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

function says(bid: bigint, size = 1_000_000n): void {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, size)
}

async function quote(bid: bigint, size?: bigint): Promise<void> {
  says(bid, size)
  await floor.engine.sweep()
}

/** A customer with twenty shares at 5.00. */
async function holder(): Promise<CustomerId> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  says(499n)
  await place(floor, { customer }, ticket(ESP, { shares: wholeShares(20n) }))
  await quote(499n)
  return customer
}

const PAIR = { stop: priceE4(45_000n), profit: priceE4(60_000n) } as const
const exitOf = (change: Partial<Ticket>): Ticket =>
  ticket(ESP, { side: 'sell', shares: wholeShares(20n), timeInForce: 'gtc', exit: true, ...change })

async function placed(customer: CustomerId, change: Partial<Ticket>) {
  const order = await place(floor, { customer }, exitOf(change))
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const soldOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 20))).map(
    ({ shares, closePrice, sellType }) => [shares, closePrice, sellType] as const,
  )
const leftOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer))).reduce((sum, { left }) => sum + left, 0n)

const asking = (id: OrderId, change: Partial<Replacement>): Replacement => ({
  id,
  side: 'sell',
  changes: 0,
  shares: wholeShares(20n),
  limit: null,
  ...PAIR,
  trail: null,
  trailBps: null,
  timeInForce: 'gtc',
  ...change,
})

describe('a pair', () => {
  test('takes its profit on the first event that meets it, in quarters, and not below', async () => {
    const customer = await holder()
    const { id } = await placed(customer, PAIR)
    await quote(599n)
    expect(await soldOf(customer)).toEqual([])
    await quote(600n, 40n)
    expect(await soldOf(customer)).toEqual([[10n, 60_000n, 'take_profit']])
    await quote(599n)
    await quote(610n, 80n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'filled', conditions: { trigger: null, isExit: true } })
    expect((await soldOf(customer))[0]).toEqual([10n, 61_000n, 'take_profit'])
  })

  test('sells at market once its stop is reached, and its profit no longer counts', async () => {
    const customer = await holder()
    const { id } = await placed(customer, PAIR)
    await quote(450n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'working', conditions: { trigger: { stop: 45_000n } } })
    await quote(440n, 40n)
    await quote(500n, 400n)
    expect(await soldOf(customer)).toEqual([
      [10n, 50_000n, 'stop_loss'],
      [10n, 44_000n, 'stop_loss'],
    ])
  })

  test('sells in part at its profit, and the rest by its stop', async () => {
    const customer = await holder()
    await placed(customer, PAIR)
    await quote(600n, 20n)
    await quote(450n)
    await quote(449n)
    expect(await soldOf(customer)).toEqual([
      [15n, 44_900n, 'stop_loss'],
      [5n, 60_000n, 'take_profit'],
    ])
    const notices = await floor.db.read((tx) => listNoticeRows(tx, customer, { before: null, codes: null, most: 10 }))
    expect(notices[0]).toMatchObject({ code: 'order_filled', facts: { side: 'sell', sellType: 'stop_loss' } })
  })

  test('whose stop follows goes on doing so while its profit fills it, also over a restart', async () => {
    const customer = await holder()
    const { id } = await placed(customer, { trail: priceE4(5_000n), profit: priceE4(55_000n) })
    await quote(560n, 20n)
    expect(await orderOf(customer, id)).toMatchObject({ filled: 5n, conditions: { best: 56_000n } })
    await quote(545n)
    await floor.restart()
    await quote(511n)
    expect(await orderOf(customer, id)).toMatchObject({ filled: 5n, conditions: { trigger: null } })
    await quote(510n)
    expect(await orderOf(customer, id)).toMatchObject({ conditions: { trigger: { stop: 51_000n, best: 56_000n } } })
    await quote(500n)
    expect((await soldOf(customer))[0]).toEqual([15n, 50_000n, 'stop_loss'])
  })

  test('holds its shares once', async () => {
    const customer = await holder()
    const { id, held } = await placed(customer, { ...PAIR, shares: wholeShares(15n) })
    expect(held).toEqual([{ asset: ESP, units: 15n }])
    expect(await place(floor, { customer }, exitOf({ ...PAIR, shares: wholeShares(6n) }))).toMatchObject({
      refused: 'insufficient_shares',
    })
    await cancel(floor, { customer }, id)
    expect(isRefused(await place(floor, { customer }, exitOf({ ...PAIR, shares: wholeShares(20n) })))).toBe(false)
  })

  test('is replaced in its profit and its stop, and not once its stop is reached', async () => {
    const customer = await holder()
    const { id } = await placed(customer, PAIR)
    expect(await replace(floor, { customer }, asking(id, { profit: priceE4(44_000n) }))).toMatchObject({
      refused: 'profit_below_stop',
    })
    expect(await replace(floor, { customer }, asking(id, { profit: null }))).toMatchObject({ refused: 'kind_stays' })
    expect(await replace(floor, { customer }, asking(id, { profit: priceE4(55_000n) }))).toMatchObject({
      conditions: { profit: 55_000n, changes: 1, isExit: true },
    })
    await quote(450n)
    const late = asking(id, { changes: 1, profit: priceE4(56_000n) })
    expect(await replace(floor, { customer }, late)).toMatchObject({ refused: 'already_triggered' })
  })

  test('and a cancel at once: an event that meets it comes first, every time', async () => {
    for (let round = 0; round < 100; round++) {
      const customer = await holder()
      const { id } = await placed(customer, PAIR)
      // One round of three meets the profit, one the stop, and one nothing.
      says([600n, 450n, 500n][round % 3]!)
      const acts = [() => cancel(floor, { customer }, id), () => floor.engine.sweep()]
      const [answer] = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      const after = await orderOf(customer, id)
      const state = ['filled', 'cancelled', 'cancelled'][round % 3]
      expect([after?.state, after?.conditions?.trigger === null]).toEqual([state, round % 3 !== 1])
      expect(answer === undefined || isRefused(answer as never)).toBe(round % 3 === 0 || answer === undefined)
    }
  }, 120_000)
})

describe('an exit of one price', () => {
  test.each<[string, Partial<Ticket>, bigint[], string]>([
    ['a limit takes the profit', { limit: priceE4(60_000n) }, [600n], 'take_profit'],
    ['a stop cuts the loss', { stop: priceE4(45_000n) }, [450n, 449n], 'stop_loss'],
    ['a stop that follows cuts it', { trailBps: 1_000 }, [440n, 439n], 'stop_loss'],
    ['a stop that is no exit is the customer’s', { stop: priceE4(45_000n), exit: false }, [450n, 449n], 'customer'],
  ])('%s', async (_what, terms, bids, sellType) => {
    const customer = await holder()
    await placed(customer, terms)
    for (const bid of bids) await quote(bid)
    expect((await soldOf(customer)).map(([, , way]) => way)).toEqual([sellType])
    expect(await leftOf(customer)).toBe(0n)
  })

  test.each<[string, Partial<Ticket>, string]>([
    ['at market', {}, 'exit_terms'],
    ['with a stop and a limit', { stop: priceE4(45_000n), limit: priceE4(44_000n) }, 'exit_terms'],
    ['for one event', { limit: priceE4(60_000n), timeInForce: 'ioc' }, 'exit_terms'],
    ['to buy', { side: 'buy', limit: priceE4(40_000n) }, 'exit_terms'],
    ['a pair to buy', { side: 'buy', stop: priceE4(60_000n), profit: priceE4(70_000n) }, 'terms_mixed'],
    ['a profit alone', { profit: priceE4(60_000n) }, 'terms_mixed'],
    ['a profit below its stop', { stop: priceE4(45_000n), profit: priceE4(45_000n) }, 'profit_below_stop'],
    ['a profit below a stop that follows', { trail: priceE4(1_000n), profit: priceE4(48_000n) }, 'profit_below_stop'],
    ['a profit out of reach', { ...PAIR, profit: priceE4(5_000_000n) }, 'limit_out_of_range'],
  ])('is refused %s', async (_what, terms, refused) => {
    const customer = await holder()
    expect(await place(floor, { customer }, exitOf(terms))).toMatchObject({ refused })
  })
})

test('the fills of an exit are evidence as those of any order', async () => {
  const customer = await holder()
  const { id } = await placed(customer, PAIR)
  await quote(605n)
  const [fill] = await floor.db.read((tx) => listFillsOf(tx, customer, [id]))
  expect(fill).toMatchObject({ price: 60_500n, quote: { at: floor.clock.now() }, realised: expect.any(BigInt) })
})
