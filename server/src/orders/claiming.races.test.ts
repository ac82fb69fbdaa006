import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { listFillsOf } from './fills.store.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { listOrdersOf } from './orders.store.ts'
import { ESP, ticket } from './orders.testing.ts'
import { withServers } from './servers.testing.ts'

/** One server fills while another claims. The floor checks the books at the end. */

const ROUNDS = process.env['LONJA_LONG'] === '1' ? 1_000 : 50
/** The event comes so many turns of the process after the order was sent. */
const TURNS = 8
const MOST = { which: 'open', listing: null, after: null } as const

const scene = withServers()

async function buy(server: TradingParts, customer: CustomerId, shares: bigint): Promise<Order> {
  const input = ticket(ESP, { shares: wholeShares(shares), limit: priceE4(49_000n), timeInForce: 'gtc' })
  const order = await place(server, { customer }, input)
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

const sum = (of: readonly bigint[]): bigint => of.reduce((all, each) => all + each, 0n)

test('a server fills while another claims: each event fills a quarter of its size, once, and none is left out', async () => {
  const { floor, other } = scene
  await scene.round(floor)
  const ways = new Map<string, number>()
  const customer = await floor.customer({ EUR: 1_000_000_000n })
  // On a slow machine one of the ways is rare.
  for (let n = 0; n < ROUNDS || (ways.size < 2 && n < 10 * ROUNDS); n++) {
    const [from, to] = n % 2 ? [other, floor] : [floor, other]
    const first = await buy(from, customer, 8n)
    const placing = buy(to, customer, 8n)
    for (let left = n % TURNS; left > 0; left--) await turn()
    floor.clock.advance(SECOND)
    const event = floor.script.say(ESP, floor.clock.now(), 489n, 490n, 40n)
    const [second] = await Promise.all([placing, from.engine.sweep(), to.engine.sweep()])
    for (const server of [from, to, from, to]) await server.engine.sweep()
    const fillsOn = async () =>
      (await floor.db.read((tx) => listFillsOf(tx, customer, [first.id, second.id]))).filter(
        ({ quote }) => quote.at === event.at,
      )
    const met = await fillsOn()
    const isFirstAlone = second.marketAt >= event.at
    // Ten shares are a quarter of the event: the older order takes eight of them, and the newer one, if it was there, the rest.
    expect(sum(met.map(({ shares }) => shares))).toBe(isFirstAlone ? 8n : 10n)
    expect(met.filter(({ order }) => order === first.id).map(({ shares }) => shares)).toEqual([8n])
    ways.set(`${isFirstAlone}`, (ways.get(`${isFirstAlone}`) ?? 0) + 1)
    floor.clock.advance(SECOND)
    floor.script.say(ESP, floor.clock.now(), 489n, 490n)
    for (const server of [to, from]) await server.engine.sweep()
    expect(await floor.db.read((tx) => listOrdersOf(tx, customer, MOST, 10))).toEqual([])
  }
  console.info('a fill and a claim, whether the event came before the second order:', Object.fromEntries(ways))
  expect(ways.size).toBe(2)
}, 900_000)

test('two servers that are asked at once end with all orders at one of them', async () => {
  const { floor, other } = scene
  await scene.round(floor)
  for (let n = 0; n < ROUNDS / 5; n++) {
    const customer = await floor.customer({ EUR: 1_000_000_000n })
    await Promise.all([floor, other, other, floor].map((server) => buy(server, customer, 5n)))
    const open = await floor.db.read((tx) => listOrdersOf(tx, customer, MOST, 10))
    const [owner] = new Set(open.map(({ node }) => node))
    expect(open.map(({ node }) => node)).toEqual([owner, owner, owner, owner])
    const server = owner === floor.open.node() ? floor : other
    await Promise.all([scene.round(floor), scene.round(other)])
    expect(server.open.idsOf(customer)).toHaveLength(4)
  }
}, 900_000)
