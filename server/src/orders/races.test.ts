import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { listBalances } from '../ledger/ledger.store.ts'
import { listFillsOf } from './fills.store.ts'
import { writeFor } from '../database/locks.ts'
import { cancel, cancelAllNow, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, waitingBuyOf, type Floor } from './orders.testing.ts'

/** A cancel or a replacement on its way while the quote comes that fills the order. The floor checks the books at the end. */

const ROUNDS = process.env['LONJA_LONG'] === '1' ? 1_000 : 40
/** The quote comes so many turns of the process after the command was sent, one more in each round, and from the start again. */
const TURNS = 8

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())

/** Sends a command, and a quote that fills the order some turns later. Returns the answer, and the order afterwards. */
async function race(round: number, send: (order: Order) => Promise<Order | Refused>) {
  if (round % 40 === 0) floor.said.sessions = [{ open: floor.clock.now() - 1, close: floor.clock.now() + 3_600_000 }]
  calmMarket(floor)
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  await floor.engine.sweep()
  const of = { customer, id }
  const placed = await floor.db.read((tx) => findOrder(tx, of))
  if (!placed) throw new Error('the order is there')
  const answered = send(placed)
  for (let n = round % TURNS; n > 0; n--) await turn()
  floor.clock.advance(SECOND)
  floor.said.say(ESP, floor.clock.now(), 489n, 490n)
  const [answer] = await Promise.all([answered, floor.engine.sweep()])
  await floor.engine.sweep()
  const order = await floor.db.read((tx) => findOrder(tx, of))
  const fills = await floor.db.read((tx) => listFillsOf(tx, customer, [id]))
  const [cash] = await floor.db.read((tx) => listBalances(tx, customer))
  return { answer, state: order?.state, limit: order?.limit, fills: fills.length, held: cash?.held }
}

test('of a cancel and a fill one happens: never both, and not always the same', async () => {
  const states = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const { answer, state, fills, held } = await race(round, ({ customer, id }) => cancel(floor, { customer }, id))
    if (isRefused(answer)) expect([answer.refused, state, fills, held]).toEqual(['order_ended', 'filled', 1, 0n])
    else expect([answer.state, state, fills, held]).toEqual(['cancelled', 'cancelled', 0, 0n])
    states.set(state ?? '', (states.get(state ?? '') ?? 0) + 1)
  }
  expect([...states.keys()].toSorted()).toEqual(['cancelled', 'filled'])
}, 900_000)

test('of a replacement and a fill one happens: never both, and not always the same', async () => {
  const states = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const limit = priceE4(48_000n)
    const { answer, state, fills, held, ...after } = await race(round, ({ customer, id, side, shares, timeInForce }) =>
      replace(floor, { customer }, { id, side, shares, timeInForce, changes: 0, limit, stop: null, trail: null, trailBps: null }),
    ) // prettier-ignore
    if (isRefused(answer)) expect([answer.refused, state, fills, held]).toEqual(['order_ended', 'filled', 1, 0n])
    else expect([state, after.limit, fills, held]).toEqual(['working', limit, 0, 4_805n])
    states.set(state ?? '', (states.get(state ?? '') ?? 0) + 1)
  }
  expect([...states.keys()].toSorted()).toEqual(['filled', 'working'])
}, 900_000)

test('an order that an event fills in part within a write ends with what was filled, and the write does not hang', async () => {
  calmMarket(floor)
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(50_000n), timeInForce: 'gtc' })
  floor.clock.advance(SECOND)
  floor.said.say(ESP, floor.clock.now(), 499n, 500n, 20n)
  const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true } as const
  const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
  ended.forEach((order) => floor.open.take(order))
  expect(ended).toMatchObject([{ id, state: 'cancelled', filled: 5n }])
})
