import { currencyFor, tickerOf, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused } from '@lonja/core/base/refusal'
import { isWatched, listWatches, orderWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { decideOrder, decideWatch, thinned } from '@lonja/core/watchlist/watchlist.rules'
import { onRead, onWrite, type Route } from '../base/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameFor } from '../market/market.replies.ts'
import { findWatches, saveOrder, saveWatch } from './watchlist.store.ts'

const LINE_POINTS = 30
const DAY_OF_CANDLES = 400

export function watchlistRoutes(market: Market): Route[] {
  const rowFor = (listing: ListingId, language: Language) => {
    const instrument = market.find(listing)
    const day = market.dayFigures(listing)
    return {
      listing,
      name: instrument ? nameFor(instrument, language) : tickerOf(listing),
      venue: venueOf(listing),
      currency: currencyFor(listing),
      last: market.last(listing),
      previousClose: day?.previousClose ?? null,
      volume: day?.volume ?? null,
      line: lineOf(listing, market),
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
      const decision = decideOrder(listings, await findWatches(tx, customer))
      if (isRefused(decision)) return decision
      await saveOrder(tx, customer, listings)
      tell('watchlist')
      return { listings }
    }),
  ]
}

/** The day so far by its five minutes, for the sparkline of a row. */
function lineOf(listing: ListingId, market: Market): PriceE4[] {
  const session = market.latestSession(venueOf(listing))
  if (!session || !market.find(listing)) return []
  const range = { from: session.open - (session.open % MINUTE), to: market.now() + 1, most: DAY_OF_CANDLES }
  return thinned(market.candles(listing, '5minutes', range).close, LINE_POINTS)
}
