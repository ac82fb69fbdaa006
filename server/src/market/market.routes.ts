import { currencyFor, venueOf } from '@lonja/core/base/amount'
import { refuse } from '@lonja/core/base/refusal'
import {
  listCandles,
  readExchangeRate,
  readIndex,
  readInstrument,
  searchInstruments,
  type Candles,
  type Interval,
} from '@lonja/core/market/market.contract'
import { marketCapFor } from '@lonja/core/market/market.rules'
import { searchIndexFor } from '@lonja/core/market/search'
import { onLook, type Route } from '../base/serve.ts'
import type { Market } from './market.quotes.ts'
import { headFor, nameFor, profileFor, quoteReplyFor, sessionReplyFor, yearRangeFor } from './market.replies.ts'

/** How many candles, and how many matches, are answered where the caller does not say. */
const CANDLES_USUAL = 500
const MATCHES_USUAL = 20

export function marketRoutes(market: Market): Route[] {
  const index = searchIndexFor(market.instruments)
  return [
    onLook(readInstrument, ({ language }, { listing }) => {
      const instrument = market.find(listing)
      if (!instrument) return refuse('unknown_listing')
      const quote = market.quote(listing)
      return {
        ...headFor(instrument, language),
        kind: instrument.kind,
        profile: profileFor(instrument, language),
        sharesInIssue: instrument.sharesInIssue,
        marketCap: instrument.kind === 'share' ? marketCapFor(market.last(listing), instrument.sharesInIssue) : null,
        quote: quoteReplyFor(market, quote),
        day: market.dayFigures(listing),
        session: sessionReplyFor(market, venueOf(listing)),
        ...yearRangeFor(market, instrument),
        source: market.name,
      }
    }),

    onLook(readIndex, ({ language }, { listing }) => {
      const instrument = market.find(listing)
      if (instrument?.kind !== 'index') return refuse('unknown_listing')
      return {
        ...headFor(instrument, language),
        profile: profileFor(instrument, language),
        day: market.dayFigures(listing),
        session: sessionReplyFor(market, venueOf(listing)),
        members: (instrument.members ?? []).flatMap((member) => {
          const found = market.find(member)
          return found ? [{ listing: member, name: nameFor(found, language), ...priceFor(market, member) }] : []
        }),
        source: market.name,
      }
    }),

    onLook(listCandles, (_context, { listing, interval, from = 0, to = Infinity, limit = CANDLES_USUAL }) => {
      if (!market.find(listing)) return refuse('unknown_listing')
      const candles = market.candles(listing, interval, { from, to, most: limit })
      return {
        listing,
        currency: currencyFor(listing),
        interval,
        at: [...candles.at],
        open: [...candles.open],
        high: [...candles.high],
        low: [...candles.low],
        close: [...candles.close],
        volume: [...candles.volume],
        session: sessionReplyFor(market, venueOf(listing), seenAt(interval, candles)),
        previousClose: market.dayFigures(listing)?.previousClose ?? null,
      }
    }),

    onLook(searchInstruments, ({ language }, { words, limit = MATCHES_USUAL }) => ({
      rows: index.find(words, limit).flatMap((listing) => {
        const found = market.find(listing)
        return found ? [{ ...headFor(found, language), kind: found.kind, ...priceFor(market, listing) }] : []
      }),
    })),

    onLook(readExchangeRate, () => {
      const rate = market.rate()
      if (!rate) return refuse('no_rate')
      return {
        base: 'EUR' as const,
        quoted: 'USD' as const,
        rate: rate.rate,
        markupBps: Number(rate.markupBps),
        at: rate.at,
        source: rate.source,
      }
    }),
  ]
}

function priceFor(market: Market, listing: Parameters<Market['dayFigures']>[0]) {
  const day = market.dayFigures(listing)
  return { last: day?.last ?? null, previousClose: day?.previousClose ?? null }
}

/** An instant in the newest candle, where it is of minutes: its session is the one that a one-day line is fitted to. */
function seenAt(interval: Interval, { at }: Candles): number | undefined {
  const newest = at.at(-1)
  const ofMinutes = interval === 'minute' || interval === '5minutes'
  return ofMinutes && newest !== undefined ? newest + 1 : undefined
}
