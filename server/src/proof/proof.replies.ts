import type { ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { UNQUOTED } from '@lonja/core/market/unquoted.names'
import { UNQUOTED_NAMED, type readAbout } from '@lonja/core/proof/proof.contract'
import type { NumberedOffer } from '../ipo/house.store.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import type { Market } from '../market/market.quotes.ts'

/** The source of prices in answers: its streams, and the listings without quotes. */

type FeedStatus = ReturnType<NonNullable<OpenedMarket['feed']>['status']>[number]
type SourceReply = ReplyOf<typeof readAbout>['source']

export const streamShown = ({ name, state, since, heard, wanted }: FeedStatus): SourceReply['streams'][number] => ({
  name,
  state,
  since,
  heard,
  wanted,
})

/** Every open app asks every few seconds, and a directory has thousands of listings. */
const COUNTED_EVERY_MS = 10 * SECOND

/** The listings without quotes, by reason, counted at most every ten seconds. */
export function unquotedCounts(
  market: Pick<Market, 'instruments' | 'unquoted'>,
): (now: Instant) => SourceReply['unquoted'] {
  let counted: { readonly at: Instant; readonly unquoted: SourceReply['unquoted'] } | null = null
  return (now) => {
    if (counted === null || Math.abs(now - counted.at) >= COUNTED_EVERY_MS) {
      counted = { at: now, unquoted: countUnquoted(market) }
    }
    return counted.unquoted
  }
}

function countUnquoted({ instruments, unquoted }: Pick<Market, 'instruments' | 'unquoted'>): SourceReply['unquoted'] {
  const listingsOf = new Map<string, ListingId[]>()
  for (const { listing } of instruments) {
    const why = unquoted(listing)
    if (why === null) continue
    const listings = listingsOf.get(why) ?? []
    listings.push(listing)
    listingsOf.set(why, listings)
  }
  return UNQUOTED.flatMap((why) => {
    const listings = listingsOf.get(why) ?? []
    return listings.length > 0 ? [{ why, count: listings.length, some: listings.slice(0, UNQUOTED_NAMED) }] : []
  })
}

/** The offers that operations made whose companies have come to the market by an instant. */
export const offersShown = (offers: readonly NumberedOffer[], now: Instant) =>
  offers
    .filter(({ terms }) => terms.delivers <= now)
    .map(({ number, terms: { listing, lists, price } }) => ({ listing, number, lists, price }))
