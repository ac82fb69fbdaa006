import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { BEFORE_ALL_IDS } from '@lonja/server/base/ids'
import { verifyBooks } from '@lonja/server/books'
import { openPast } from '@lonja/server/market/market.past'
import type { PastMarket } from '@lonja/server/market/market.past.shape'
import { listOrdersAfter } from '@lonja/server/orders/courses.store'
import { checkCourses } from '@lonja/server/orders/courses.verify'
import { listFillsAmong } from '@lonja/server/orders/fills.store'
import { checkLog } from './kill.ts'
import type { Several } from './several.ts'

/**
 * The lease (docs/decisions/0031): a server renews its row every two seconds, and is taken over once it has been silent
 * for eight. So whoever fills the orders of a dead server has them ten seconds after its last renewal at the latest, and
 * every event since then is at most ten seconds old. The drill counts from the event that meets an order to its fill.
 */
export const FILLS_WITHIN_MS = 10_000

/** The longest time from an event to its fill, in milliseconds, over the orders of one round. */
export interface Lateness {
  readonly fills: number
  /** The fills of orders that the server in trouble had taken. */
  readonly itsFills: number
  /** The latest of those, and of all others. */
  readonly itsMs: number
  readonly othersMs: number
  /** The most milliseconds for which an order that an event has met is still open. */
  readonly openMs: number
}

const ALL = 1_000_000

/**
 * Checks that nothing acknowledged is lost and that no order has filled twice. Returns how late the fills since the last
 * check were, where `node` is the start of the server in trouble.
 */
export async function checkRound(several: Several, node: string): Promise<Lateness> {
  const { db, log } = several
  const past = await pastOf(several)
  const now = Date.now()
  const [orders, fills] = await db.read(async (tx) => {
    const all = await listOrdersAfter(tx, { customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }, ALL)
    return [all, await listFillsAmong(tx, all)]
  })
  await checkLog(db, log)
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const [order, own] of byOrder(fills)) {
    const shares = own.reduce((sum, fill) => sum + fill.shares, 0n)
    assert(own.length === 1 && shares === 1n, `an order of one share fills once: ${order} ${own.length} times`)
  }
  const late = fills.filter(({ at }) => at > several.checkedUntil)
  const isIts = ({ order }: Fill): boolean => byId.get(order)?.node === node
  const mostOf = (some: readonly Fill[]): number => Math.max(0, ...some.map(latenessOf))
  several.checkedUntil = now
  return {
    fills: late.length,
    itsFills: late.filter(isIts).length,
    itsMs: mostOf(late.filter(isIts)),
    othersMs: mostOf(late.filter((fill) => !isIts(fill))),
    openMs: Math.max(0, ...orders.filter(isOpen).map((order) => openFor(order, past, now))),
  }
}

const latenessOf = ({ at, quote }: Fill): number => at - quote.at

function byOrder(fills: readonly Fill[]): Map<string, Fill[]> {
  const orders = new Map<string, Fill[]>()
  for (const fill of fills) orders.set(fill.order, [...(orders.get(fill.order) ?? []), fill])
  return orders
}

/** The milliseconds since the first event that met an open order; 0 if none has. A buy is met by an ask of at most its worst price. */
function openFor({ listing, marketAt, worst }: Order, past: PastMarket, now: Instant): number {
  for (const event of past.eventsWithin(listing, marketAt, now, null)) {
    if (event.askSize > 0n && event.ask <= (worst ?? 0n)) return now - event.at
  }
  return 0
}

/** The books hold, and every order is filled on the event that the rule says, as `npm run verify` works them out. */
export async function verifyAll(several: Several): Promise<number> {
  const { breaches } = await verifyBooks(several.db)
  assert(breaches.length === 0, `the ledger law holds: ${textOf(breaches)}`)
  const courses = await checkCourses(several.db, await pastOf(several))
  assert(courses.breaches.length === 0, `each order follows from its market: ${textOf(courses.breaches)}`)
  assert(Object.keys(courses.unchecked).length === 0, `every order can be worked out: ${textOf(courses.unchecked)}`)
  return courses.checked
}

async function pastOf({ db, settings }: Several): Promise<PastMarket> {
  const secret = Buffer.from(settings['SECRET_KEY'] ?? '', 'hex')
  const past = await openPast({ db, config: { replay: null }, secret })
  assert(past !== null, 'the house has opened')
  return past
}

const textOf = (facts: unknown): string =>
  JSON.stringify(facts, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
