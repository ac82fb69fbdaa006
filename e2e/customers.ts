import { register } from '@lonja/core/accounts/accounts.contract'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { listOrders, placeOrder, type Leverage } from '@lonja/core/orders/orders.contract'
import { makeAlert, pauseAlert, type AlertKind } from '@lonja/core/watchlist/alerts.contract'
import { makeWatchlist, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { askFor, newId } from './client.ts'
import type { Welcome } from './house.ts'
import { PASSWORD, newPhone } from './person.ts'

/** A signed-in customer, as a program sees them. */
export interface Customer {
  readonly phone: string
  readonly token: string
  readonly userId: CustomerId
}

/** Register a customer with the house's invitation. */
export async function newCustomer({ url, invitation }: Welcome): Promise<Customer> {
  const phone = newPhone()
  const session = await askFor(url, register, { phone, password: PASSWORD, again: PASSWORD, invitation })
  return { phone, token: session.token, userId: session.userId }
}

/** Below it a limit far under the market would have no whole units left. */
const LEAST_PRICE = priceE4(50_000n)

/** Listings that can be bought now, in Madrid or New York, those with the most volume first. */
export async function findListings({ url }: Welcome, venue: 'XMAD' | 'XNYS', most: number): Promise<ListingId[]> {
  const { listing, last, halted } = await askFor(url, listInstruments, { list: 'active', venue, limit: 100 })
  const isFit = (one: ListingId, n: number): boolean => (last[n] ?? 0n) >= LEAST_PRICE && !halted.includes(one)
  return listing.filter(isFit).slice(0, most)
}

/** A customer who has traded: positions in both currencies, a waiting order, a sale, and some watched listings. */
export async function newTrader(house: Welcome): Promise<Customer> {
  const customer = await newCustomer(house)
  const { token } = customer
  const [madrid, newYork] = [await findListings(house, 'XMAD', 3), await findListings(house, 'XNYS', 3)]
  for (const listing of [...madrid, ...newYork]) {
    await order(house, token, { listing, side: 'buy', shares: 12n })
    await askFor(house.url, toggleWatch, { listing, watched: true }, { token })
  }
  await ownThings(house, token, [...madrid, ...newYork])
  await noneOpen(house, token)
  const [first, second] = madrid
  if (first) await order(house, token, { listing: first, side: 'sell', shares: 5n })
  await noneOpen(house, token)
  if (second)
    await order(house, token, { listing: second, side: 'buy', shares: 3n, limit: await lowLimit(house, second) })
  return customer
}

/** A second list, and alerts of each kind: one of them paused. */
async function ownThings({ url }: Welcome, token: string, listings: readonly ListingId[]): Promise<void> {
  const [list, paused] = [newId(), newId()]
  await askFor(url, makeWatchlist, { id: list, name: 'Energía' }, { token })
  for (const listing of listings.slice(0, 2))
    await askFor(url, toggleWatch, { listing, watched: true, list }, { token })
  const [one, other] = listings
  if (!one || !other) return
  const terms = { level: null, percentBps: null, note: null } as const
  const make = (id: string, listing: ListingId, kind: AlertKind, more: object) =>
    askFor(url, makeAlert, { id, listing, ...terms, kind, repeats: 'once', ...more }, { token })
  await make(newId(), one, 'above', { level: priceE4(99_999_900n), note: 'Vender la mitad' })
  await make(newId(), one, 'percent', { percentBps: 5_000, repeats: 'daily' })
  await make(paused, other, 'below', { level: priceE4(100n) })
  await askFor(url, pauseAlert, { id: paused, paused: true }, { token })
}

interface Terms {
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
  readonly limit?: bigint
  readonly leverage?: Leverage
}

export async function order(
  { url }: Welcome,
  token: string,
  { listing, side, shares, limit, leverage = 1 }: Terms,
): Promise<OrderId> {
  const terms = {
    listing,
    side,
    shares: wholeShares(shares),
    limit: limit === undefined ? null : priceE4(limit),
    timeInForce: 'gtc' as const,
    ...(leverage > 1 ? { leverage } : {}),
  }
  const id = newId<'order'>()
  await askFor(url, placeOrder, { id, ...terms }, { token })
  return id
}

/** A limit far below the market, so that the order waits. */
async function lowLimit({ url }: Welcome, listing: ListingId): Promise<bigint> {
  const { quote } = await askFor(url, readInstrument, { listing })
  const last = quote?.last ?? 100_000n
  return ((last * 8n) / 10n / 100n) * 100n
}

const FILLED_WITHIN_MS = 90_000

/** Wait until the market has filled the orders, which happens on its next quotes. */
export async function noneOpen({ url }: Welcome, token: string): Promise<void> {
  for (const until = performance.now() + FILLED_WITHIN_MS; performance.now() < until;) {
    const { rows } = await askFor(url, listOrders, { which: 'open' }, { token })
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`The market orders were not filled within ${FILLED_WITHIN_MS / 1000} seconds`)
}
