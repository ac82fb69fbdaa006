import { HOUR, type Instant } from '@lonja/core/base/instant'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { FIRST_DAYS_MOST } from '@lonja/core/ipo/firstdays.rules'
import { marketFigures } from '@lonja/core/ipo/ipo.rules'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { onRead, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOfferViews } from './reading.store.ts'

type Parts = { readonly market: Pick<Market, 'find' | 'candles'> }

/** A day with the hour that a change to winter time adds: after it the first day of a listing is over, whatever its hours. */
const FIRST_DAY_MS = 25 * HOUR

/** One of the newest is perhaps still in its first day. */
const LISTED_MOST = FIRST_DAYS_MOST + 2

/** The first days of the newest listed offers. A first day that is over never changes, so it is worked out once. */
export function firstDayRoutes({ market }: Parts): Route[] {
  const known = new Map<string, number>()
  const firstDayOf = (terms: Terms, now: Instant): number | null => {
    const before = known.get(terms.offer)
    if (before !== undefined) return before
    const bps = firstDayIn(market, terms, now)
    if (bps !== null) known.set(terms.offer, bps)
    return bps
  }
  return [
    onRead(listFirstDays, async ({ tx, now }) => {
      const views = await listOfferViews(tx, { state: 'listed', now, behind: null }, LISTED_MOST)
      const rows = views.flatMap(({ terms }) => {
        const bps = firstDayOf(terms, now)
        return bps === null ? [] : [{ offer: terms.offer, bps }]
      })
      return { rows: rows.slice(0, FIRST_DAYS_MOST) }
    }),
  ]
}

/** The close of the first day against the price of the offer, as it was traded; null while that day goes on. */
function firstDayIn(market: Parts['market'], terms: Terms, now: Instant): number | null {
  const { listing, lists } = terms
  if (now < lists + FIRST_DAY_MS || !market.find(listing)) return null
  const { close } = market.candles(
    listing,
    'day',
    { from: lists - FIRST_DAY_MS, to: lists + FIRST_DAY_MS, most: 3 },
    'raw',
  )
  const [first] = close
  return first === undefined ? null : (marketFigures(terms, 'listed', first)?.returnBps ?? null)
}
