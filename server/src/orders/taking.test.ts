import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, LotId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { listChangesAmong } from './changes.store.ts'
import { listExits } from './exits.store.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor, type TestServer } from './orders.testing.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/** Sells by hand that take shares of exits over, on the real database. The floor checks the books when it closes. */

const RACES = process.env['LONJA_LONG'] === '1' ? 1_000 : 40

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
/** A session of an hour from now on: a thousand races take longer than that by the clock. */
function openSession(): void {
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
}

beforeEach(() => {
  calmMarket(floor)
  openSession()
})

function says(bid: bigint, size = 1_000_000n): void {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, size)
}

async function quote(bid: bigint, size?: bigint): Promise<void> {
  says(bid, size)
  await floor.engine.sweep()
}

const PAIR = { stop: priceE4(45_000n), profit: priceE4(60_000n) } as const
const byHand = (customer: CustomerId, change: Partial<Ticket>, server: TestServer = floor) =>
  placeOrTakeOver(server, { customer }, ticket(ESP, { side: 'sell', timeInForce: 'gtc', ...change }))

async function placed(customer: CustomerId, shares: bigint, change: Partial<Ticket>): Promise<OrderId> {
  floor.clock.advance(1)
  const order = await byHand(customer, { shares: wholeShares(shares), ...change })
  if (isRefused(order)) throw new Error(order.refused)
  return order.id
}

/** A customer with two lots at 5.00, of ten and of twenty shares. */
async function holder(): Promise<{ customer: CustomerId; first: LotId; second: LotId }> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  for (const shares of [10n, 20n]) {
    says(499n)
    await byHand(customer, { side: 'buy', shares: wholeShares(shares), timeInForce: 'day' })
    await quote(499n)
  }
  const [first, second] = await floor.db.read((tx) => listOpenLots(tx, customer))
  if (!first || !second) throw new Error('there are two lots')
  return { customer, first: first.id, second: second.id }
}

const orderOf = async (customer: CustomerId, id: OrderId) => {
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id }))
  if (!order) throw new Error('the order is there')
  return order
}
const reservedOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer))).map(({ left, reserved }) => [left, reserved])
const leftOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listExits(tx, customer))).map(({ left }) => left)

describe('a sell by hand', () => {
  test('takes what is missing from the exit, which keeps its place, its stop and its profit, on record', async () => {
    const { customer } = await holder()
    const exit = await placed(customer, 25n, { ...PAIR, exit: true })
    const before = await orderOf(customer, exit)
    await placed(customer, 15n, { limit: priceE4(70_000n) })
    const after = await orderOf(customer, exit)
    expect(after).toMatchObject({ shares: 15n, state: 'working', held: [{ asset: ESP, units: 15n }], conditions: { ...PAIR, stop: { price: PAIR.stop }, changes: 1, rankAt: before.marketAt, isExit: true } }) // prettier-ignore
    const changes = await floor.db.read((tx) => listChangesAmong(tx, [after]))
    expect(changes.get(after)).toMatchObject([{ change: 1, order: { shares: 25n } }])
    await quote(600n)
    expect(await orderOf(customer, exit)).toMatchObject({ state: 'filled', filled: 15n })
  })

  test('of all of its shares ends it, and its reservation', async () => {
    const { customer, first } = await holder()
    const exit = await placed(customer, 10n, { ...PAIR, exit: true, lot: first })
    const sale = await placed(customer, 30n, {})
    expect(await orderOf(customer, exit)).toMatchObject({ state: 'cancelled', endReason: 'closed_by_hand', filled: 0n })
    expect(await reservedOf(customer)).toEqual([[10n, 0n], [20n, 0n]]) // prettier-ignore
    await quote(480n)
    expect(await orderOf(customer, sale)).toMatchObject({ state: 'filled' })
  })

  test('of a lot takes from the exit of that lot first, then from the newest', async () => {
    const { customer, first, second } = await holder()
    const ofLot = await placed(customer, 10n, { ...PAIR, exit: true, lot: first })
    const older = await placed(customer, 10n, { stop: priceE4(45_000n), exit: true })
    const newer = await placed(customer, 10n, { stop: priceE4(44_000n), exit: true })
    await placed(customer, 6n, { limit: priceE4(70_000n), lot: first })
    await placed(customer, 12n, { limit: priceE4(70_000n), lot: second })
    expect([(await orderOf(customer, ofLot)).shares, (await orderOf(customer, older)).shares]).toEqual([4n, 8n])
    expect(await orderOf(customer, newer)).toMatchObject({ state: 'cancelled', endReason: 'closed_by_hand' })
    expect(await reservedOf(customer)).toEqual([[10n, 10n], [20n, 12n]]) // prettier-ignore
  })

  test.each<[string, Partial<Ticket>, string]>([
    ['of more than the exits have', { shares: wholeShares(31n) }, 'insufficient_shares'],
    ['that is an exit itself', { shares: wholeShares(11n), exit: true, stop: priceE4(40_000n) }, 'insufficient_shares'],
    ['on terms that are refused', { shares: wholeShares(20n), limit: priceE4(1n) }, 'limit_out_of_range'],
  ])('%s takes nothing', async (_what, change, refused) => {
    const { customer } = await holder()
    await placed(customer, 20n, { ...PAIR, exit: true })
    expect(await byHand(customer, change)).toMatchObject({ refused })
    expect(await leftOf(customer)).toEqual([20n])
  })

  test('takes nothing of an exit whose stop was reached: it is selling', async () => {
    const { customer } = await holder()
    await placed(customer, 30n, { ...PAIR, exit: true })
    await quote(450n)
    expect(await byHand(customer, { shares: wholeShares(5n) })).toMatchObject({ refused: 'insufficient_shares' })
  })

  test('comes after a quote that has met the exit', async () => {
    const { customer } = await holder()
    const exit = await placed(customer, 20n, { ...PAIR, exit: true })
    says(600n)
    expect(await byHand(customer, { shares: wholeShares(15n) })).toMatchObject({ refused: 'insufficient_shares' })
    expect(await orderOf(customer, exit)).toMatchObject({ state: 'filled', filled: 20n })
  })

  test('is no exit: a pair takes nothing over, also if its ticket does not say that it is one', async () => {
    const { customer } = await holder()
    await placed(customer, 20n, { ...PAIR, exit: true })
    expect(await byHand(customer, { ...PAIR, shares: wholeShares(15n) })).toMatchObject({
      refused: 'insufficient_shares',
    })
    expect(await leftOf(customer)).toEqual([20n])
  })

  test('sent again is the same order, and takes nothing more', async () => {
    const { customer } = await holder()
    await placed(customer, 20n, { ...PAIR, exit: true })
    const sale = ticket(ESP, { side: 'sell', shares: wholeShares(15n), limit: priceE4(70_000n), timeInForce: 'gtc' })
    const answers = await Promise.all([1, 2].map(() => placeOrTakeOver(floor, { customer }, sale)))
    expect(answers.map((answer) => isRefused(answer) || answer.id)).toEqual([sale.id, sale.id])
    expect(await leftOf(customer)).toEqual([15n])
  })

  test('finds the exits of another server', async () => {
    const { customer } = await holder()
    const exit = await placed(customer, 20n, { ...PAIR, exit: true })
    const beside = await floor.beside()
    const answer = await byHand(customer, { shares: wholeShares(15n), limit: priceE4(70_000n) }, beside)
    expect(isRefused(answer)).toBe(false)
    await quote(600n)
    // The server that was asked fills what is left of them.
    expect(await orderOf(customer, exit)).toMatchObject({ node: beside.open.node(), filled: 0n })
    await beside.engine.sweep()
    expect(await orderOf(customer, exit)).toMatchObject({ state: 'filled', shares: 15n, filled: 15n })
  })

  test('goes on after a restart with what is left of the exit', async () => {
    const { customer } = await holder()
    const exit = await placed(customer, 20n, { trail: priceE4(5_000n), profit: priceE4(70_000n), exit: true })
    await quote(550n)
    await placed(customer, 15n, { limit: priceE4(90_000n) })
    await floor.restart()
    await quote(501n)
    expect(await orderOf(customer, exit)).toMatchObject({ shares: 15n, conditions: { trigger: null } })
    await quote(500n)
    expect(await orderOf(customer, exit)).toMatchObject({ conditions: { trigger: { stop: 50_000n, best: 55_000n } } })
  })

  test('and a quote that meets the exit, at once: never both for one share, never all one way', async () => {
    const ends = new Map<string, number>()
    for (let round = 0; round < RACES; round++) {
      openSession()
      const { customer } = await holder()
      const exit = await placed(customer, 30n, { ...PAIR, exit: true })
      const sale = byHand(customer, { shares: wholeShares(10n) })
      const late = round % 2 === 0 ? Promise.resolve() : sale
      await late
      says(600n)
      const [answer] = await Promise.all([sale, floor.engine.sweep()])
      await quote(600n)
      const sharesByHand = isRefused(answer) ? 0n : answer.shares
      const sold = await floor.db.read((tx) => listClosings(tx, customer, {}, 10))
      const sum = (way: string) =>
        sold.reduce((all, { shares, sellType }) => (sellType === way ? all + shares : all), 0n)
      expect([sum('customer'), sum('take_profit')]).toEqual([sharesByHand, 30n - sharesByHand])
      expect((await orderOf(customer, exit)).shares).toBe(30n - sharesByHand)
      const way = sharesByHand > 0n ? 'by hand' : 'by the exit'
      ends.set(way, (ends.get(way) ?? 0) + 1)
    }
    console.info('a sell by hand and the fill of a pair:', Object.fromEntries(ends))
    expect([...ends.keys()].toSorted()).toEqual(['by hand', 'by the exit'])
  }, 900_000)
})
