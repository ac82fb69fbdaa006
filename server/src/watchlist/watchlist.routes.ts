import { currencyFor, venueOf, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  isWatched,
  listWatches,
  listWatchlists,
  makeWatchlist,
  moveWatch,
  orderWatches,
  removeWatchlist,
  renameWatchlist,
  toggleWatch,
} from '@lonja/core/watchlist/watchlist.contract'
import {
  WATCHLISTS_MAX,
  KEPT_AFTER_REMOVAL_MS,
  decideArrangement,
  decideMove,
  decideName,
  decideNewList,
  decideRemoval,
  decideWatch,
  withListing,
  type Watchlist,
} from '@lonja/core/watchlist/watchlist.rules'
import type { Tx } from '../database/db.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { dayLineFor, nameOf } from '../market/market.replies.ts'
import {
  countWatches,
  findLists,
  findListsWith,
  findWatches,
  purgeLists,
  insertList,
  saveListName,
  saveListRemoval,
  savePlaces,
  saveWatch,
} from './watchlist.store.ts'

const UNKNOWN_LIST = refuse('unknown_watchlist', {}, 'list')

/** A customer's lists, the default one first, and the removed lists that can still be restored. */
async function loadLists(
  tx: Tx,
  customer: CustomerId,
): Promise<{ own: string; lists: Watchlist[]; removed: Watchlist[] }> {
  const rows = await findLists(tx, customer)
  const own = rows.find(({ id }) => id === customer) ?? { id: customer, name: null }
  const ownLists = rows.filter(({ id }) => id !== customer)
  return {
    own: customer,
    lists: [own, ...ownLists.filter(({ removedAt }) => removedAt === null)],
    removed: ownLists.filter(({ removedAt }) => removedAt !== null),
  }
}

/** The listings on a list, and its id; null where the customer has no such list. Without an id, the default list. */
async function findList(
  tx: Tx,
  customer: CustomerId,
  listId: string | undefined,
): Promise<{ list: string; watched: ListingId[] } | null> {
  const list = listId ?? customer
  const { lists } = list === customer ? { lists: [{ id: customer }] } : await loadLists(tx, customer)
  if (!lists.some(({ id }) => id === list)) return null
  return { list, watched: await findWatches(tx, customer, list) }
}

export function watchlistRoutes(market: Market): Route[] {
  return [...watchRoutes(market), ...listRoutes()]
}

function watchRoutes(market: Market): Route[] {
  return [
    onWrite(toggleWatch, async ({ tx, customer, now, publish }, { listing, watched: watch, list: listId, place }) => {
      const own = await findList(tx, customer, listId)
      if (!own) return UNKNOWN_LIST
      const { list, watched } = own
      const decision = decideWatch(listing, watch, watched, market.find(listing) !== null)
      if (isRefused(decision)) return decision
      if (decision.watched !== watched.includes(listing)) {
        await saveWatch(tx, customer, { list, listing, ...decision }, now)
        if (decision.watched && place !== undefined)
          await savePlaces(tx, customer, list, withListing(watched, listing, place))
        publish('watchlist')
      }
      return { listing, ...decision }
    }),

    onRead(isWatched, async ({ tx, customer }, { listing }) => {
      const lists = await findListsWith(tx, customer, listing)
      return { listing, watched: lists.includes(customer), lists }
    }),

    onRead(listWatches, async ({ tx, customer, language }, { list: listId }) => {
      const watches = await findList(tx, customer, listId)
      if (!watches) return UNKNOWN_LIST
      return { list: watches.list, rows: watches.watched.map((listing) => rowFor(market, listing, language)) }
    }),

    onWrite(orderWatches, async ({ tx, customer, publish }, { listings, list: listId }) => {
      const own = await findList(tx, customer, listId)
      if (!own) return UNKNOWN_LIST
      const decision = decideArrangement(listings, own.watched)
      if (isRefused(decision)) return decision
      await savePlaces(tx, customer, own.list, listings)
      publish('watchlist')
      return { listings }
    }),

    onWrite(moveWatch, async ({ tx, customer, now, publish }, { listing, from, to, place }) => {
      const [first, second] = [await findList(tx, customer, from), await findList(tx, customer, to)]
      if (!first || !second) return UNKNOWN_LIST
      const decision = decideMove(listing, first.watched, second.watched)
      if (isRefused(decision)) return decision
      if (from !== to) await saveWatch(tx, customer, { list: from, listing, watched: false }, now)
      if (!second.watched.includes(listing)) await saveWatch(tx, customer, { list: to, listing, watched: true }, now)
      if (place !== undefined) await savePlaces(tx, customer, to, withListing(second.watched, listing, place))
      publish('watchlist')
      return { listing, from, to }
    }),
  ]
}

function rowFor(market: Market, listing: ListingId, language: Language) {
  const day = market.dayFigures(listing)
  return {
    listing,
    name: nameOf(market, listing, language),
    venue: venueOf(listing),
    currency: currencyFor(listing),
    last: market.last(listing),
    previousClose: day?.previousClose ?? null,
    volume: day?.volume ?? null,
    halted: market.stateOf(listing) === 'halted',
    line: dayLineFor(market, listing),
  }
}

function listRoutes(): Route[] {
  return [
    onRead(listWatchlists, async ({ tx, customer }) => {
      const { lists } = await loadLists(tx, customer)
      const counts = await countWatches(tx, customer)
      const rows = lists.map(({ id, name }) => ({ id, name, own: id === customer, count: counts.get(id) ?? 0 }))
      return { rows, most: WATCHLISTS_MAX }
    }),

    onWrite(makeWatchlist, async ({ tx, customer, now, publish }, { id, name }) => {
      const { lists, removed } = await loadLists(tx, customer)
      // The stored answer of this key is purged, or the id is the default list's: no second list is made under it.
      if ([...lists, ...removed].some((list) => list.id === id)) return refuse('key_reused')
      const decision = decideNewList(name, lists)
      if (isRefused(decision)) return decision
      await insertList(tx, customer, { id, name }, now)
      publish('watchlist')
      return { id, name }
    }),

    onWrite(renameWatchlist, async ({ tx, customer, now, publish }, { id, name }) => {
      const { lists } = await loadLists(tx, customer)
      const decision = decideName(id, name, lists)
      if (isRefused(decision)) return decision
      await saveListName(tx, customer, { id, name }, now)
      publish('watchlist')
      return { id, name }
    }),

    onWrite(removeWatchlist, async ({ tx, customer, now, publish }, { id, removed }) => {
      const decision = decideRemoval({ id, removed }, await loadLists(tx, customer))
      if (isRefused(decision)) return decision
      if (decision.changes) {
        await saveListRemoval(tx, customer, id, removed ? now : null)
        await purgeLists(tx, customer, now - KEPT_AFTER_REMOVAL_MS)
        publish('watchlist')
      }
      return { id, removed }
    }),
  ]
}
