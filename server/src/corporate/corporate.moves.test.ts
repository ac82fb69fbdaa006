import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { ticketOf } from '@lonja/core/orders/orders.testing'
import { sql, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { handBackAll } from '../portfolio/leaving.actions.ts'
import { cancel, place, replace } from '../orders/orders.actions.ts'
import { listChangesAmong } from '../orders/changes.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { ABC, ticket } from '../orders/orders.testing.ts'
import { findWatches, saveWatch } from '../watchlist/watchlist.store.ts'
import { insertAlert, listAlertRows } from '../watchlist/alerts.store.ts'
import { changeOf, codesOf, freeOf, onlyAction, openHolder, RECORD, type ActionFloor } from './corporate.testing.ts'
import { findPart } from './corporate.store.ts'

/* Open orders, and what a customer watches, at a new ticker: they go on under it. */

const NEW: ListingId = 'XNYS:NEW'

let floor: ActionFloor
afterEach(() => floor.checkAndClose())

async function withHolder(...lots: bigint[]): Promise<CustomerId> {
  const opened = await openHolder([changeOf(NEW)], ...lots)
  floor = opened.floor
  return opened.customer
}

async function placed(customer: CustomerId, change: Partial<Ticket>): Promise<OrderId> {
  const order = await place(
    floor,
    { customer },
    ticket(ABC, { shares: wholeShares(2n), timeInForce: 'gtc', ...change }),
  )
  if (isRefused(order)) throw new Error(order.refused)
  return order.id
}
const stateOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const buying = { limit: priceE4(30_000n) } as const
const selling = { side: 'sell', limit: priceE4(900_000n), shares: wholeShares(5n) } as const

async function change(): Promise<void> {
  floor.pastClose()
  await floor.actions.round()
}

interface EntryRow extends Record<string, unknown> {
  readonly posting: bigint
  readonly asset: string
  readonly free: bigint
  readonly held: bigint
}
const MOVED = sql(
  'test_moved_entries',
  `select posting, asset, sum(free_moved)::int8 as free, sum(held_moved)::int8 as held from entries
   where customer = $1 and cause_kind = 'action' group by posting, asset order by asset`,
)

describe('at a new ticker, an open order', () => {
  test('moves with the shares in one posting, with its terms and its place', async () => {
    const customer = await withHolder(10n)
    const [buy, sell] = [await placed(customer, buying), await placed(customer, selling)]
    const before = (await stateOf(customer, buy))!
    await change()
    expect(await stateOf(customer, buy)).toMatchObject({ listing: NEW, state: 'working', limit: 30_000n, held: before.held }) // prettier-ignore
    expect(await stateOf(customer, sell)).toMatchObject({ listing: NEW, asset: NEW, held: [{ asset: NEW, units: 5n }] })
    const rows = await floor.db.read((tx) => tx.run<EntryRow>(MOVED, [customer]))
    expect(rows.map(({ asset, free, held }) => [asset, free, held])).toEqual([[ABC, -5n, -5n], [NEW, 5n, 5n]]) // prettier-ignore
    expect(new Set(rows.map(({ posting }) => posting)).size).toBe(1)
    const { id } = await onlyAction(floor)
    expect(await floor.db.read((tx) => findPart(tx, customer, id))).toMatchObject({ orders: 0, adjusted: 2, sharesAfter: 10n }) // prettier-ignore
    expect((await codesOf(floor, customer)).slice(0, 3).toSorted()).toEqual(['order_moved', 'order_moved', 'symbol_changed']) // prettier-ignore
    const after = (await stateOf(customer, buy))!
    const [was] = (await floor.db.read((tx) => listChangesAmong(tx, [after]))).get(after)!
    expect(was).toMatchObject({ until: RECORD, order: { listing: ABC, limit: 30_000n }, move: { action: id, successor: NEW } }) // prettier-ignore
    expect([after.conditions?.rankAt, after.through]).toEqual([before.marketAt, RECORD])
  })

  test('fills on quotes of the new listing after it, and never on those of the old one after it or of the new one before', async () => {
    const customer = await withHolder(10n)
    const [buy, sell] = [await placed(customer, buying), await placed(customer, selling)]
    // Quotes that would fill both: of the new ticker before the change, of the old one after it.
    floor.quotes.say(NEW, RECORD - 1, 299n, 300n)
    floor.quotes.say(NEW, RECORD, 90_000n, 90_001n)
    floor.quotes.say(ABC, RECORD + 500, 299n, 300n)
    floor.quotes.say(ABC, RECORD + 600, 90_000n, 90_001n)
    await change()
    await floor.quote(ABC, 299n, 300n)
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'working' })
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'working' })
    await floor.quote(NEW, 299n, 300n)
    expect(await stateOf(customer, buy)).toMatchObject({ state: 'filled', filled: 2n })
    await floor.quote(NEW, 90_000n, 90_001n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled', filled: 5n })
    expect([await freeOf(floor, customer, ABC), await freeOf(floor, customer, NEW)]).toEqual([0n, 7n])
    expect(floor.open.idsOf(customer)).toEqual([])
  })

  test('is filled first by a quote of before that it met, and one of the session that is over expires', async () => {
    const customer = await withHolder(10n)
    const met = await placed(customer, { limit: priceE4(90_000n) })
    const day = await placed(customer, { ...selling, timeInForce: 'day' })
    floor.quotes.say(ABC, RECORD, 890n, 895n)
    await change()
    expect(await stateOf(customer, met)).toMatchObject({ state: 'filled', listing: ABC })
    expect(await stateOf(customer, day)).toMatchObject({ state: 'expired', listing: ABC, endReason: 'end_of_day' })
    expect(await freeOf(floor, customer, NEW)).toBe(12n)
  })

  test('that was filled in part goes on with the rest', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    floor.clock.advance(SECOND)
    floor.quotes.say(ABC, floor.clock.now(), 90_000n, 90_001n, 12n)
    await floor.engine.sweep()
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'part_filled', filled: 3n })
    await change()
    expect(await freeOf(floor, customer, NEW)).toBe(5n)
    expect(await floor.breaches()).toEqual([])
    await floor.quote(NEW, 90_000n, 90_001n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled', filled: 5n })
  })

  test('is filled in part first by a quote that the engine has not gone through, and moves with the rest', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    floor.quotes.say(ABC, RECORD, 90_000n, 90_001n, 12n)
    await change()
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'part_filled', filled: 3n, listing: NEW })
    expect([await freeOf(floor, customer, ABC), await freeOf(floor, customer, NEW)]).toEqual([0n, 5n])
  })

  test('of a lot keeps its shares reserved in it, and of a customer without shares moves too', async () => {
    const customer = await withHolder(10n, 4n)
    const [, lot] = await floor.db.read((tx) => listOpenLots(tx, customer, ABC))
    const sell = await placed(customer, { ...selling, shares: wholeShares(4n), lot: lot!.id })
    const other = await floor.customer({ USD: 1_000_000n })
    const buy = await placed(other, buying)
    await change()
    expect(await floor.db.read((tx) => listOpenLots(tx, customer, NEW))).toMatchObject([{ reserved: 0n }, { id: lot!.id, reserved: 4n }]) // prettier-ignore
    const { id } = await onlyAction(floor)
    expect(await floor.db.read((tx) => findPart(tx, other, id))).toMatchObject({ posting: null, adjusted: 1, sharesBefore: 0n }) // prettier-ignore
    expect(await floor.breaches()).toEqual([])
    await floor.quote(NEW, 90_000n, 90_001n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled' })
    expect(await floor.db.read((tx) => listOpenLots(tx, customer, NEW))).toHaveLength(1)
    expect(await cancel(floor, { customer: other }, buy)).toMatchObject({ state: 'cancelled', listing: NEW })
  })

  test('with a trailing stop goes on from the price that it followed', async () => {
    const customer = await withHolder(10n)
    const stop = await placed(customer, { side: 'sell', trail: priceE4(10_000n) })
    await floor.quote(ABC, 1_200n, 1_201n)
    await change()
    expect(await stateOf(customer, stop)).toMatchObject({ conditions: { best: 120_000n } })
    await floor.quote(NEW, 1_100n, 1_101n)
    expect(await stateOf(customer, stop)).toMatchObject({ conditions: { trigger: { stop: 110_000n } } })
  })

  test('is replaced and cancelled under the new ticker', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    await change()
    const { listing: _listing, ...terms } = ticketOf((await stateOf(customer, sell))!)
    floor.quotes.say(NEW, floor.clock.now(), 999n, 1_000n)
    const replaced = await replace(floor, { customer }, { ...terms, changes: 1, shares: wholeShares(3n) })
    expect(replaced).toMatchObject({ listing: NEW, shares: 3n })
    expect(await freeOf(floor, customer, NEW)).toBe(7n)
    expect(await floor.breaches()).toEqual([])
    expect(await cancel(floor, { customer }, sell)).toMatchObject({ state: 'cancelled' })
    expect(await freeOf(floor, customer, NEW)).toBe(10n)
  })

  test('under the old ticker is refused after the change, and one that was taken ends with the reason', async () => {
    const customer = await withHolder(10n)
    floor.clock.advance(RECORD + SECOND / 2 - floor.clock.now())
    const order = ticket(ABC, { ...buying, timeInForce: 'gtc' })
    expect(await place(floor, { customer }, order)).toMatchObject({ refused: 'never_quoted' })
    // A server whose source does not say so yet.
    const unaware = { ...floor, market: { ...floor.market, unquoted: () => null } }
    expect(isRefused(await place(unaware, { customer }, order))).toBe(false)
    const late = order.id
    await change()
    expect(await stateOf(customer, late)).toMatchObject({
      state: 'cancelled',
      endReason: 'symbol_changed',
      listing: ABC,
    })
  })
})

describe('a cancel, and a crash', () => {
  test('a cancel that began before the change is decided under the new ticker', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    floor.pastClose()
    const waiting = cancel({ ...floor, splitWaitMs: 60_000 }, { customer }, sell)
    await floor.actions.round()
    expect(await waiting).toMatchObject({ state: 'cancelled', listing: NEW })
    expect(await freeOf(floor, customer, NEW)).toBe(10n)
  })

  test('a server that has not heard of the change cancels in the new listing', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    floor.pastClose()
    const beside = await floor.beside()
    await floor.otherActions(floor.db, beside.open).round()
    expect(floor.open.find({ customer, id: sell })?.order.listing).toBe(ABC)
    expect(await cancel(floor, { customer }, sell)).toMatchObject({ state: 'cancelled', listing: NEW })
    expect(await freeOf(floor, customer, NEW)).toBe(10n)
  })

  test('a server whose order another one moved fills it on the new listing', async () => {
    const customer = await withHolder(10n)
    const sell = await placed(customer, selling)
    floor.pastClose()
    const beside = await floor.beside()
    await floor.otherActions(floor.db, beside.open).round()
    await floor.actions.round()
    expect(floor.open.find({ customer, id: sell })?.order.listing).toBe(NEW)
    expect(floor.open.books().map(({ listing }) => listing)).toEqual([NEW])
    await floor.quote(NEW, 90_000n, 90_001n)
    expect(await stateOf(customer, sell)).toMatchObject({ state: 'filled' })
  })

  test.each([3, 4, 5])('a crash before write %s leaves each order moved once', async (write) => {
    const customers = [await withHolder(10n), await floor.customer({ USD: 1_000_000n })]
    const ids = [await placed(customers[0]!, selling), await placed(customers[1]!, buying)]
    floor.pastClose()
    let writes = 0
    const failing: Db = {
      ...floor.db,
      write: (work) => (++writes === write ? Promise.reject(new Error('the server is killed')) : floor.db.write(work)),
    }
    await floor
      .otherActions(failing)
      .round()
      .catch(() => {})
    await floor.actions.round()
    await floor.actions.round()
    const orders = await Promise.all(ids.map((id, n) => stateOf(customers[n]!, id)))
    expect(orders.map((order) => [order?.listing, order?.conditions?.changes])).toEqual([[NEW, 1], [NEW, 1]]) // prettier-ignore
    expect(await freeOf(floor, customers[0]!, NEW)).toBe(5n)
  })
})

test('starting over ends an order that a quote fills in part before the engine has gone through it', async () => {
  const customer = await withHolder(10n)
  const sell = await placed(customer, selling)
  floor.clock.advance(SECOND)
  floor.quotes.say(ABC, floor.clock.now(), 90_000n, 90_001n, 12n)
  const head = { id: newId(), customer, why: 'start_over', now: floor.clock.now() } as const
  await writeFor(floor.db, customer, (tx) => handBackAll(tx, head, { grant: null, trading: floor }))
  expect(await stateOf(customer, sell)).toMatchObject({ state: 'cancelled', filled: 3n })
})

test('starting over after it takes the order back, and the shares of the new listing', async () => {
  const customer = await withHolder(10n)
  const sell = await placed(customer, selling)
  await change()
  const head = { id: newId(), customer, why: 'start_over', now: floor.clock.now() } as const
  await writeFor(floor.db, customer, (tx) => handBackAll(tx, head, { grant: null, trading: floor }))
  expect(await stateOf(customer, sell)).toMatchObject({ state: 'cancelled', listing: NEW })
  expect([await freeOf(floor, customer, NEW), await freeOf(floor, customer, 'USD')]).toEqual([0n, 0n])
  expect(await floor.breaches()).toEqual([])
})

describe('what a customer watches', () => {
  test('has the new ticker in its place, once on each list, and an alert goes with it', async () => {
    const customer = await withHolder(10n)
    const stranger = await floor.customer({ USD: 1n })
    const own = { customer, list: customer, watched: true }
    await floor.db.write(async (tx) => {
      for (const listing of [ABC, 'XNYS:DEF'] as const) await saveWatch(tx, customer, { ...own, listing }, 1)
      for (const listing of [NEW, ABC] as const) await saveWatch(tx, stranger, { ...own, list: stranger, listing }, 1)
      const alert = { customer, id: newId(), listing: ABC, kind: 'above', level: priceE4(500_000n), percentBps: null, repeats: 'once', note: null, madeAt: 1, armedAt: 1, firedDay: null } as const // prettier-ignore
      await insertAlert(tx, alert)
    })
    await change()
    expect(await floor.db.read((tx) => findWatches(tx, customer))).toEqual([NEW, 'XNYS:DEF'])
    expect(await floor.db.read((tx) => findWatches(tx, stranger))).toEqual([NEW])
    expect(await floor.db.read((tx) => listAlertRows(tx, customer))).toMatchObject([{ listing: NEW, level: 500_000n }])
    expect(floor.publications.map(([customer]) => customer)).toContain(stranger)
  })
})
