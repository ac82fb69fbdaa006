import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { listBalances } from '../ledger/ledger.store.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { listFillsOf } from './fills.store.ts'
import { listOpenLots } from './lots.store.ts'
import { cancel, place } from './orders.actions.ts'
import { matching } from './matching.lane.ts'
import { findOrder } from './orders.store.ts'
import { ABC, ESP, START, calmMarket, openFloor, ticket, waitingBuyOf, type Floor, alone } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'

type Step =
  | { what: 'quote'; listing: typeof ABC; cents: bigint }
  | { what: 'cancel'; at: number }
  | { what: 'place'; at: number; listing: typeof ABC; side: 'buy' | 'sell'; shares: bigint; limit: bigint | null }

let floor: Floor

beforeAll(async () => {
  floor = await openFloor()
})

afterAll(async () => {
  await floor.close()
})

const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const fillsOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => listFillsOf(tx, customer, [id]))
const fillOf = async (customer: CustomerId, id: OrderId) => (await fillsOf(customer, id))[0]

const calm = () => calmMarket(floor)
const waitingBuy = (change?: Partial<Ticket>) => waitingBuyOf(floor, change)

describe('the one rule of evidence', () => {
  test('a limit buy waits for the first quote that meets it, and fills at that ask', async () => {
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    await floor.quote(ESP, 489n, 491n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'working' })
    const event = await floor.quote(ESP, 480n, 485n)
    expect(await fillOf(customer, id)).toMatchObject({ price: 48_500n, quote: event, source: 'practice' })
  })

  test('a quote at the instant of placing does not count, the next one does', async () => {
    calm()
    const [customer, id] = await waitingBuy()
    await floor.engine.sweep()
    expect(await orderOf(customer, id)).toMatchObject({ state: 'working' })
    await floor.quote(ESP, 499n, 500n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'filled' })
  })

  test('cash is converted at the rate of the quote’s instant, which is the rate that the evidence names', async () => {
    calm()
    floor.script.rate = rateE6(1_100_000n)
    const customer = await floor.customer({ EUR: 1_000_000n })
    const order = ticket(ABC, { shares: wholeShares(10n) })
    expect(isRefused(await place(floor, { customer }, order))).toBe(false)
    floor.clock.advance(SECOND)
    const { at } = floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
    // The rate changes a millisecond after the quote, before the engine processes it.
    floor.script.laterRates.push({ from: at + 1, rate: rateE6(1_101_000n) })
    floor.clock.advance(SECOND)
    await floor.engine.sweep()
    // 100.00 and a fee of 0.10 in dollars, at 1.10 dollars for a euro.
    expect((await fillOf(customer, order.id))?.conversion).toMatchObject({
      paid: eur(9_100n),
      received: usd(10_010n),
      rate: rateE6(1_100_000n),
      rateAt: at,
    })
    floor.script.laterRates.splice(0)
    floor.script.rate = null
  })

  test('events between two rounds are processed in order: the first that fits is the fill', async () => {
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    const [first] = [3n, 2n, 1n].map((cents) => {
      floor.clock.advance(SECOND)
      return floor.script.say(ESP, floor.clock.now(), 480n, 480n + cents)
    })
    await floor.engine.sweep()
    expect(await fillOf(customer, id)).toMatchObject({ quote: first })
  })

  test('the same event twice fills once, on whichever node', async () => {
    calm()
    const [customer, id] = await waitingBuy()
    floor.clock.advance(SECOND)
    const event = floor.script.say(ESP, floor.clock.now(), 499n, 500n)
    const order = await orderOf(customer, id)
    if (!order) throw new Error('the order is there')
    const answers = await Promise.all([1, 2, 3].map(() => floor.lane.submit(matching(alone(order), event, floor))))
    expect(answers.map((answer) => !isRefused(answer) && answer.orders[0]?.state)).toEqual([
      'filled',
      'filled',
      'filled',
    ])
    expect(await fillsOf(customer, id)).toHaveLength(1)
    expect(await floor.db.read((tx) => listOpenLots(tx, customer))).toHaveLength(1)
  })
})

describe('the end of a day', () => {
  // prettier-ignore
  test.each<[string, Partial<Ticket>, bigint | null, string, string | null]>([
    ['nothing came',                         {},                           null,   'expired', 'end_of_day'],
    ['a quote at the last instant fills',    {},                           500n,   'filled',  null],
    ['quotes were above the collar',         {},                           511n,   'expired', 'beyond_collar'],
    ['the limit was not met',                { limit: priceE4(49_000n) },  491n,   'expired', 'end_of_day'],
    ['until cancelled, it goes on',          { limit: priceE4(49_000n), timeInForce: 'gtc' }, 491n, 'working', null],
  ])('%s', async (_line, change, ask, state, reason) => {
    const { close } = floor.script.sessions[0] ?? { close: 0 }
    floor.clock.set(close - MINUTE)
    calm()
    const [customer, id] = await waitingBuy(change)
    floor.clock.set(close)
    if (ask !== null) floor.script.say(ESP, close, ask - 1n, ask)
    await floor.engine.sweep()
    if (state !== 'filled') expect(await orderOf(customer, id)).toMatchObject({ state: 'working' })
    floor.clock.set(close + 1)
    floor.script.say(ESP, close + 1, 1n, 1n) // The quote is after the close, so it fills nothing.
    await floor.engine.sweep()
    expect(await orderOf(customer, id)).toMatchObject({ state, endReason: reason })
    const held = state === 'working' ? 10n * 490n + 5n : 0n
    const [cash] = await floor.db.read((tx) => listBalances(tx, customer))
    expect(cash?.held).toBe(held)
    floor.clock.set(close + 2)
    const after = { open: close + 20 * HOUR, close: close + 21 * HOUR }
    floor.script.sessions = [{ open: close + HOUR, close: close + 2 * HOUR }, after]
  })

  test('closed for good: open orders end with their own reason, and new ones are refused', async () => {
    const { open, close } = floor.script.sessions[0] ?? { open: 0, close: 0 }
    floor.clock.set(open + MINUTE)
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n), timeInForce: 'gtc' })
    floor.script.sessions = []
    floor.clock.set(close + 1)
    await floor.engine.sweep()
    expect(await orderOf(customer, id)).toMatchObject({ state: 'expired', endReason: 'market_closed_for_good' })
    const late = await place(floor, { customer }, ticket(ESP))
    expect(late).toMatchObject({ refused: 'market_closed_for_good' })
    floor.script.sessions = [{ open: close, close: close + 100 * HOUR }]
    floor.clock.advance(MINUTE)
  })
})

test('an order whose conversion exceeds its hold waits until the rate fits again', async () => {
  calm()
  floor.script.rate = rateE6(1_080_000n)
  const customer = await floor.customer({ EUR: 100_000n })
  const order = await place(floor, { customer }, ticket(ABC, { shares: wholeShares(10n), limit: priceE4(100_000n) }))
  expect(order).toMatchObject({ held: [eur(9_381n)] })
  floor.script.rate = rateE6(1_000_000n)
  await floor.quote(ABC, 999n, 1_000n)
  expect(isRefused(order) || (await orderOf(customer, order.id))?.state).toBe('working')
  floor.script.rate = rateE6(1_090_000n)
  await floor.quote(ABC, 999n, 1_000n)
  expect(!isRefused(order) && (await fillOf(customer, order.id))?.conversion).toMatchObject({
    received: usd(10_010n),
    rate: 1_090_000n,
  })
  floor.script.rate = null
})

test('a random walk over all actions: the books agree after each step', async () => {
  floor.script.rate = rateE6(1_080_000n)
  calm()
  const customers = await Promise.all([1, 2, 3].map(() => floor.customer({ EUR: 300_000n, USD: 200_000n })))
  const placed: [CustomerId, OrderId][] = []
  const listing = fc.constantFrom(ABC, ESP)
  const step = fc.oneof(
    fc.record({ what: fc.constant('quote' as const), listing, cents: fc.bigInt(300n, 1_500n) }),
    fc.record({ what: fc.constant('cancel' as const), at: fc.nat() }),
    fc.record({
      what: fc.constant('place' as const),
      at: fc.nat(),
      listing,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      shares: fc.bigInt(1n, 60n),
      limit: fc.option(fc.bigInt(40_000n, 120_000n)),
    }),
  )
  const walk = async (steps: Step[]): Promise<void> => {
    await Promise.all(
      steps.map(async (one) => {
        if (one.what === 'quote') await floor.quote(one.listing, one.cents - 1n, one.cents)
        else if (one.what === 'cancel') {
          const [customer, id] = placed[one.at % Math.max(1, placed.length)] ?? []
          if (customer && id) await cancel(floor, { customer }, id)
        } else {
          const customer = customers[one.at % 3]!
          const limit = one.limit === null ? null : priceE4(one.limit)
          const order = ticket(one.listing, { side: one.side, shares: wholeShares(one.shares), limit })
          if (!isRefused(await place(floor, { customer }, order))) placed.push([customer, order.id])
        }
      }),
    )
    expect(await floor.db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS]))).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), walk), {
    numRuns: 15,
    verbose: true,
    endOnFailure: true,
  })
  const fills = await floor.db.read((tx) =>
    Promise.all(
      customers.map((customer) =>
        listFillsOf(
          tx,
          customer,
          placed.map(([, id]) => id),
        ),
      ),
    ),
  )
  expect(fills.flat().length).toBeGreaterThan(10)
  expect(START).toBeLessThan(floor.clock.now())
})
