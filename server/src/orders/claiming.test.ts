import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { cancel, replace, type TradingParts } from './orders.actions.ts'
import { ABC, ESP, ticket } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'
import { withServers } from './servers.testing.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/** Two servers that are asked by one customer: all open orders of a listing are filled by one of them, and share each event. */

const scene = withServers()
const { silent, well, round, killed, orderOf, fillsOf, quote } = scene

const TEN = { shares: wholeShares(10n), limit: priceE4(49_000n), timeInForce: 'gtc' } as const

async function placeFor(customer: CustomerId, server: TradingParts, change: Partial<Ticket> = {}, listing = ESP) {
  const order = await placeOrTakeOver(server, { customer }, ticket(listing, { ...TEN, ...change }))
  if (isRefused(order)) throw new Error(order.refused)
  return [customer, order.id] as const
}
const rich = () => scene.floor.customer({ EUR: 100_000_000n, USD: 100_000_000n })
const nodeOf = async (of: readonly [CustomerId, OrderId]) => (await orderOf(of))?.node
const event = (bid: bigint, size: bigint) => {
  scene.floor.clock.advance(SECOND)
  return scene.floor.script.say(ESP, scene.floor.clock.now(), bid, bid + 1n, size)
}
const filledOf = async (of: readonly [CustomerId, OrderId]) => (await fillsOf(of)).map(({ shares }) => shares)
const terms = (id: OrderId, limit: bigint) =>
  ({ ...TEN, id, side: 'buy', changes: 0, limit: priceE4(limit), stop: null, trail: null, trailBps: null }) as const

describe('a server that is asked for a further order', () => {
  test('fills the others of that customer and listing from then on, and they share each event, the oldest first', async () => {
    const [customer, neighbour] = [await rich(), await rich()]
    const first = await placeFor(customer, scene.floor)
    const elsewhere = await placeFor(customer, scene.floor, {}, ABC)
    const ofAnother = await placeFor(neighbour, scene.floor)
    await round(scene.floor)
    const second = await placeFor(customer, scene.other)
    const [here, there] = [scene.floor.open.node(), scene.other.open.node()]
    expect(await Promise.all([first, second, elsewhere, ofAnother].map(nodeOf))).toEqual([there, there, here, here])
    const { at } = event(489n, 60n)
    await scene.floor.engine.sweep()
    await scene.other.engine.sweep()
    expect([await filledOf(first), await filledOf(second), await filledOf(ofAnother)]).toEqual([[10n], [5n], [10n]])
    expect((await fillsOf(first))[0]?.quote.at).toBe(at)
    expect(scene.floor.open.idsOf(customer)).toEqual([elsewhere[1]])
    expect(scene.other.open.idsOf(customer)).toEqual([second[1]])
  })

  test('claims them back and forth, each time with the events that were missed', async () => {
    const customer = await rich()
    await round(scene.floor)
    const orders = [await placeFor(customer, scene.floor, { shares: wholeShares(40n) })]
    for (const [n, server] of [scene.other, scene.floor, scene.other, scene.floor].entries()) {
      event(489n, 20n)
      orders.push(await placeFor(customer, server, { limit: priceE4(40_000n) }))
      expect(new Set(await Promise.all(orders.map(nodeOf))), `claim ${n}`).toEqual(new Set([server.open.node()]))
    }
    await scene.other.engine.sweep()
    expect(await filledOf(orders[0]!)).toEqual([])
    await scene.floor.engine.sweep()
    expect(await filledOf(orders[0]!)).toEqual([5n, 5n, 5n, 5n])
    expect((await orderOf(orders[0]!))?.conditions?.claimed?.times).toBe(4)
    expect(scene.floor.open.idsOf(customer)).toHaveLength(5)
  })

  test('does so also where it was not told of the other yet: the database refuses the order, and it tries once more', async () => {
    const customer = await rich()
    const first = await placeFor(customer, scene.other)
    expect(scene.floor.open.isAlone()).toBe(true)
    const second = await placeFor(customer, scene.floor)
    expect(await Promise.all([first, second].map(nodeOf))).toEqual([scene.floor.open.node(), scene.floor.open.node()])
    expect(scene.floor.open.isAlone()).toBe(false)
  })

  test('takes exits over by hand that another server fills, and fills what is left of them', async () => {
    const customer = await rich()
    await placeFor(customer, scene.floor, { limit: null })
    quote(489n, 490n)
    await scene.floor.engine.sweep()
    const exit = await placeFor(customer, scene.floor, {
      side: 'sell',
      limit: null,
      stop: priceE4(40_000n),
      exit: true,
    })
    await round(scene.floor)
    const sale = await placeFor(customer, scene.other, {
      side: 'sell',
      shares: wholeShares(4n),
      limit: priceE4(60_000n),
    })
    expect(await orderOf(exit)).toMatchObject({ node: scene.other.open.node(), shares: 6n })
    expect(scene.other.open.idsOf(customer).toSorted()).toEqual([exit[1], sale[1]].toSorted())
    quote(399n, 400n)
    quote(398n, 399n)
    await scene.floor.engine.sweep()
    await scene.other.engine.sweep()
    expect(await filledOf(exit)).toEqual([6n])
  })
})

describe('a server that is asked for a replacement', () => {
  test('fills the order under its new terms, which the other never has in memory', async () => {
    const customer = await rich()
    const order = await placeFor(customer, scene.floor, { limit: priceE4(40_000n) })
    expect(await replace(scene.other, { customer }, terms(order[1], 49_500n))).toMatchObject({
      node: scene.other.open.node(),
    })
    event(494n, 1_000n)
    await scene.floor.engine.sweep()
    await scene.other.engine.sweep()
    expect(await filledOf(order)).toEqual([10n])
  })

  test('matches the old terms with the events that the other has missed first', async () => {
    const customer = await rich()
    const order = await placeFor(customer, scene.floor)
    event(489n, 20n)
    const after = await replace(scene.other, { customer }, terms(order[1], 40_000n))
    expect(after).toMatchObject({ filled: 5n, limit: 40_000n, node: scene.other.open.node() })
  })
})

test('a cancel that an event has overtaken at another server fills the whole group there', async () => {
  const customer = await rich()
  const [first, second] = [await placeFor(customer, scene.floor), await placeFor(customer, scene.floor)]
  event(489n, 60n)
  expect(await cancel(scene.other, { customer }, second[1])).toMatchObject({ state: 'cancelled', filled: 5n })
  expect([await filledOf(first), await nodeOf(first)]).toEqual([[10n], scene.other.open.node()])
})

test('a server that lost orders forgets them with its next round, also where no event comes', async () => {
  const customer = await rich()
  await placeFor(customer, scene.floor)
  await placeFor(customer, scene.other)
  expect(scene.floor.open.size()).toBe(1)
  await round(scene.floor)
  expect(scene.floor.open.size()).toBe(0)
})

test('events before a claim are not taken for processed when the claiming server dies at once', async () => {
  const customer = await rich()
  const order = await placeFor(customer, scene.floor)
  // Only the other server goes on, and stores that it has processed everything up to long after the event.
  const { at } = event(489n, 1_000n)
  scene.floor.clock.advance(30 * SECOND)
  await scene.other.engine.sweep()
  scene.floor.clock.advance(90 * SECOND)
  await scene.other.engine.sweep()
  await placeFor(customer, scene.other, { limit: priceE4(40_000n) })
  expect(await nodeOf(order)).toBe(scene.other.open.node())
  const third = await scene.floor.beside()
  await well(third)
  await killed(scene.other)
  await round(third)
  await third.engine.sweep()
  expect((await fillsOf(order)).map(({ quote }) => quote.at)).toEqual([at])
})

test('a claim leaves out no event for an order that its server decided before its new row was in the database', async () => {
  const { floor, other } = scene
  const customer = await rich()
  await well(other)
  await silent(floor.open.node(), 20 * SECOND)
  await round(other)
  const { beginAnew } = floor.open
  const decidedAt = floor.market.now()
  const during: number[] = []
  floor.open.beginAnew = () => {
    beginAnew()
    // The market goes on while the row is on its way.
    during.push(event(489n, 1_000n).at)
  }
  await round(floor)
  const order = await placeFor(customer, { ...floor, market: { ...floor.market, now: () => decidedAt } })
  await placeFor(customer, other, { limit: priceE4(40_000n) })
  event(488n, 1_000n)
  await other.engine.sweep()
  expect((await fillsOf(order)).map(({ quote }) => quote.at)).toEqual(during)
})

test('the books say where two servers fill open orders of a customer on one listing', async () => {
  const customer = await rich()
  const first = await placeFor(customer, scene.floor)
  await placeFor(customer, scene.floor)
  const broken = async () => (await scene.floor.db.read((tx) => checkLaws(tx, [ORDER_BOOKS]))).map(({ code }) => code)
  expect(await broken()).toEqual([])
  const toNode = (node: string) => scene.owner.query('update orders set node = $1 where id = $2', [node, first[1]])
  await toNode(scene.other.open.node())
  expect(await broken()).toEqual(['one_server'])
  await toNode(scene.floor.open.node())
})
