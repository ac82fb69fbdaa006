import type { ListingId } from '@lonja/core/base/amount'
import { venueOf } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote, Session } from '@lonja/core/market/market.contract'
import { modelInstants, type SaleFacts } from '@lonja/core/options/model.rules'
import {
  eventOf,
  hasMid,
  settlingAmong,
  settlingStretch,
  strikeAmong,
  strikeStretch,
  twiceMid,
  type OptionEvent,
  type OptionTimes,
} from '@lonja/core/options/options.rules'

/** The part of a market, present or past, that finds the events of an option. */
export interface EventsMarket {
  nextQuotes(listing: ListingId, after: Instant, until: Instant, most?: number): readonly Quote[]
  quoteAt(listing: ListingId, at: Instant): Quote | null
}

/** An option in the fields by which its events are found. */
export interface OptionOnMarket extends OptionTimes {
  readonly listing: ListingId
}

/** The event that makes the strike; null while there is none. */
export function strikeOf(market: EventsMarket, { listing, ...times }: OptionOnMarket): OptionEvent | null {
  const { after, until } = strikeStretch(times)
  return strikeAmong(market.nextQuotes(listing, after, until))
}

/** The events that settle an option once it has expired. */
export function settlingOf(market: EventsMarket, { listing, ...times }: OptionOnMarket): OptionEvent[] {
  const { after, until } = settlingStretch(times)
  return settlingAmong(market.nextQuotes(listing, after, until))
}

/** The facts of a sale on the newest event at an instant of the market. */
export function saleFactsOf(
  market: EventsMarket,
  option: OptionOnMarket,
  now: Instant,
  session: Pick<Session, 'open'> | null,
): SaleFacts {
  const { listing, expiresAt } = option
  const newest = market.quoteAt(listing, now)
  const quote = newest && hasMid(newest) ? eventOf(newest) : null
  const twiceMids: bigint[] = []
  for (const at of quote && session ? modelInstants(quote.at, session.open) : []) {
    const event = market.quoteAt(listing, at)
    if (!event || !hasMid(event)) break
    twiceMids.push(twiceMid(event))
  }
  return { now, expiresAt, strike: strikeOf(market, option), quote, twiceMids }
}

/** The session in which a listing's option was entered. */
export const sessionOf = (
  market: { session(venue: Session['venue'], at: Instant): Session | null },
  { listing, expiresAt }: OptionOnMarket,
): Session | null => market.session(venueOf(listing), expiresAt)
