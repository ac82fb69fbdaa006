import { currencyFor, venueOf, type ListingId } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { isRefused } from '@lonja/core/base/refusal'
import { isWatched, listWatches, orderWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { decideArrangement, decideWatch } from '@lonja/core/watchlist/watchlist.rules'
import { onRead, onWrite, type Route } from '../base/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { dayLineFor, nameOf } from '../market/market.replies.ts'
import { findWatches, savePlaces, saveWatch } from './watchlist.store.ts'

export function watchlistRoutes(market: Market): Route[] {
  const rowFor = (listing: ListingId, language: Language) => {
    const day = market.dayFigures(listing)
    return {
      listing,
      name: nameOf(market, listing, language),
      venue: venueOf(listing),
      currency: currencyFor(listing),
      last: market.last(listing),
      previousClose: day?.previousClose ?? null,
      volume: day?.volume ?? null,
      line: dayLineFor(market, listing),
    }
  }

  return [
    onWrite(toggleWatch, async ({ tx, customer, now, tell }, { listing, watched: wanted }) => {
      const before = await findWatches(tx, customer)
      const decision = decideWatch(listing, wanted, before, market.find(listing) !== null)
      if (isRefused(decision)) return decision
      if (decision.watched !== before.includes(listing)) {
        await saveWatch(tx, customer, { listing, ...decision }, now)
        tell('watchlist')
      }
      return { listing, ...decision }
    }),

    onRead(isWatched, async ({ tx, customer }, { listing }) => {
      return { listing, watched: (await findWatches(tx, customer)).includes(listing) }
    }),

    onRead(listWatches, async ({ tx, customer, language }) => {
      return { rows: (await findWatches(tx, customer)).map((listing) => rowFor(listing, language)) }
    }),

    onWrite(orderWatches, async ({ tx, customer, tell }, { listings }) => {
      const decision = decideArrangement(listings, await findWatches(tx, customer))
      if (isRefused(decision)) return decision
      await savePlaces(tx, customer, listings)
      tell('watchlist')
      return { listings }
    }),
  ]
}
