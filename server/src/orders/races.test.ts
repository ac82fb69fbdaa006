import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { listBalances } from '../ledger/ledger.store.ts'
import { listFillsOf } from './fills.store.ts'
import { writeFor } from '../database/locks.ts'
import { listClosings } from './lots.store.ts'
import { cancel, cancelAllNow, place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, waitingBuyOf, type Floor } from './orders.testing.ts'

/** A cancel or a replacement on its way while the quote comes that fills the order. The floor checks the books at the end. */

const ROUNDS = process.env['LONJA_LONG'] === '1' ? 1_000 : 40
/** The quote comes so many turns of the process after the command was sent, one more in each round, and from the start again. */
const TURNS = 8
/** So many turns that the quote also comes after a replacement is decided. */
const LONG_TURNS = 40

/** The rounds of a race. They go on until both ways have happened: on a slow machine one of them is rare. */
function* roundsOf(ways: ReadonlyMap<string, number>): Generator<number> {
  for (let round = 0; round < ROUNDS || (ways.size < 2 && round < 10 * ROUNDS); round++) yield round
}

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())

/** Sends a command, and a quote that fills the order some turns later. Returns the answer, and the order afterwards. */
async function race(round: number, send: (order: Order) => Promise<Order | Refused>) {
  if (round % 40 === 0) floor.script.sessions = [{ open: floor.clock.now() - 1, close: floor.clock.now() + 3_600_000 }]
  calmMarket(floor)
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  await floor.engine.sweep()
  const of = { customer, id }
  const placed = await floor.db.read((tx) => findOrder(tx, of))
  if (!placed) throw new Error('the order is there')
  const answered = send(placed)
  for (let n = round % TURNS; n > 0; n--) await turn()
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), 489n, 490n)
  const [answer] = await Promise.all([answered, floor.engine.sweep()])
  await floor.engine.sweep()
  const order = await floor.db.read((tx) => findOrder(tx, of))
  const fills = await floor.db.read((tx) => listFillsOf(tx, customer, [id]))
  const [cash] = await floor.db.read((tx) => listBalances(tx, customer))
  return { answer, state: order?.state, limit: order?.limit, fills: fills.length, held: cash?.held }
}

test('of a cancel and a fill one happens: never both, and not always the same', async () => {
  const states = new Map<string, number>()
  for (const round of roundsOf(states)) {
    const { answer, state, fills, held } = await race(round, ({ customer, id }) => cancel(floor, { customer }, id))
    if (isRefused(answer)) expect([answer.refused, state, fills, held]).toEqual(['order_ended', 'filled', 1, 0n])
    else expect([answer.state, state, fills, held]).toEqual(['cancelled', 'cancelled', 0, 0n])
    states.set(state ?? '', (states.get(state ?? '') ?? 0) + 1)
  }
  console.info('a cancel and a fill:', Object.fromEntries(states))
  expect([...states.keys()].toSorted()).toEqual(['cancelled', 'filled'])
}, 900_000)

test('of a replacement and a fill one happens: never both, and not always the same', async () => {
  const states = new Map<string, number>()
  for (const round of roundsOf(states)) {
    const limit = priceE4(48_000n)
    const { answer, state, fills, held, ...after } = await race(round, ({ customer, id, side, shares, timeInForce }) =>
      replace(floor, { customer }, { id, side, shares, timeInForce, changes: 0, limit, stop: null, trail: null, trailBps: null }),
    ) // prettier-ignore
    if (isRefused(answer)) expect([answer.refused, state, fills, held]).toEqual(['order_ended', 'filled', 1, 0n])
    else expect([state, after.limit, fills, held]).toEqual(['working', limit, 0, 4_805n])
    states.set(state ?? '', (states.get(state ?? '') ?? 0) + 1)
  }
  console.info('a replacement and a fill:', Object.fromEntries(states))
  expect([...states.keys()].toSorted()).toEqual(['filled', 'working'])
}, 900_000)

test('an order that an event fills in part within a write ends with what was filled, and the write does not hang', async () => {
  calmMarket(floor)
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(50_000n), timeInForce: 'gtc' })
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), 499n, 500n, 20n)
  const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true } as const
  const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
  ended.forEach((order) => floor.open.take(order))
  expect(ended).toMatchObject([{ id, state: 'cancelled', filled: 5n }])
})

const SHARES = wholeShares(10n)
const EXIT = {
  side: 'sell',
  shares: SHARES,
  timeInForce: 'gtc',
  stop: priceE4(45_000n),
  profit: priceE4(60_000n),
} as const

/** A pair on ten shares bought at 5.00. Waits until it is on its way to be filled, so many turns after `send`. */
async function racePair(
  round: number,
  prices: readonly bigint[],
  send?: (pair: Order) => Promise<Order | Refused>,
  turns = TURNS,
) {
  if (round % 40 === 0) floor.script.sessions = [{ open: floor.clock.now() - 1, close: floor.clock.now() + 3_600_000 }]
  calmMarket(floor)
  const [customer] = await waitingBuyOf(floor)
  await quoted(500n)
  const pair = await place(floor, { customer }, ticket(ESP, EXIT))
  if (isRefused(pair)) throw new Error(pair.refused)
  const answered = send?.(pair) ?? null
  for (let n = round % turns; n > 0; n--) await turn()
  for (const price of prices) emitBid(price)
  // Two rounds at once go through the same events.
  const [answer] = await Promise.all([answered, floor.engine.sweep(), floor.engine.sweep()])
  await quoted(500n)
  const of = { customer, id: pair.id }
  const order = await floor.db.read((tx) => findOrder(tx, of))
  const sold = await floor.db.read((tx) => listClosings(tx, customer, {}, 10))
  return { answer, order, sold: sold.map(({ shares, sellType }) => `${sellType} ${shares}`) }
}

function emitBid(bid: bigint): void {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, bid + 1n)
}

async function quoted(bid: bigint): Promise<void> {
  emitBid(bid)
  await floor.engine.sweep()
}

test('of the profit and the stop of a pair one happens, whichever comes first', async () => {
  const ways = new Map<string, number>()
  for (const round of roundsOf(ways)) {
    const isRising = (round * 7) % 3 === 0
    const { order, sold } = await racePair(round, isRising ? [600n, 440n] : [440n, 600n])
    expect(order).toMatchObject({ state: 'filled', filled: SHARES, conditions: { trigger: isRising ? null : {} } })
    expect(sold).toEqual([isRising ? 'take_profit 10' : 'stop_loss 10'])
    ways.set(sold[0] ?? '', (ways.get(sold[0] ?? '') ?? 0) + 1)
  }
  console.info('the profit and the stop of a pair:', Object.fromEntries(ways))
  expect(ways.size).toBe(2)
}, 900_000)

test.each(['profit', 'stop'] as const)(
  'of a cancel of a pair and its fill at its %s one happens: never both, and not always the same',
  async (price) => {
    const ways = new Map<string, number>()
    for (const round of roundsOf(ways)) {
      const prices = price === 'profit' ? [600n] : [440n, 439n]
      const send = ({ customer, id }: Order) => cancel(floor, { customer }, id)
      const { answer, order, sold } = await racePair(round, prices, send, LONG_TURNS)
      const type = price === 'profit' ? 'take_profit' : 'stop_loss'
      if (answer && isRefused(answer))
        expect([answer.refused, order?.state, sold]).toEqual(['order_ended', 'filled', [`${type} 10`]])
      else expect([answer?.state, order?.state, sold]).toEqual(['cancelled', 'cancelled', []])
      ways.set(order?.state ?? '', (ways.get(order?.state ?? '') ?? 0) + 1)
    }
    console.info(`a cancel of a pair and its fill at its ${price}:`, Object.fromEntries(ways))
    expect([...ways.keys()].toSorted()).toEqual(['cancelled', 'filled'])
  },
  900_000,
)

test.each(['profit', 'stop'] as const)(
  'of a replacement of a pair and its fill at its %s one happens: never both, and not always the same',
  async (price) => {
    const ways = new Map<string, number>()
    const after = { stop: priceE4(40_000n), profit: priceE4(70_000n) }
    for (const round of roundsOf(ways)) {
      const prices = price === 'profit' ? [600n] : [440n, 439n]
      const { answer, order, sold } = await racePair(round, prices, ({ customer, id, side, shares, timeInForce }) =>
        replace(floor, { customer }, { id, side, shares, timeInForce, changes: 0, limit: null, trail: null, trailBps: null, ...after }),
        LONG_TURNS,
      ) // prettier-ignore
      const type = price === 'profit' ? 'take_profit' : 'stop_loss'
      if (answer && isRefused(answer)) {
        // A replacement between the two events finds the stop reached.
        expect(['order_ended', 'already_triggered']).toContain(answer.refused)
        expect([order?.state, sold]).toEqual(['filled', [`${type} 10`]])
      } else expect([order?.state, order?.conditions?.profit, sold]).toEqual(['working', after.profit, []])
      ways.set(order?.state ?? '', (ways.get(order?.state ?? '') ?? 0) + 1)
    }
    console.info(`a replacement of a pair and its fill at its ${price}:`, Object.fromEntries(ways))
    expect([...ways.keys()].toSorted()).toEqual(['filled', 'working'])
  },
  900_000,
)
