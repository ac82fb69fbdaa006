import { currencyFor, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import {
  listCandles,
  readExchangeRate,
  readIndex,
  readInstrument,
  searchInstruments,
  type Candles,
  type Instrument,
  type Interval,
} from '@lonja/core/market/market.contract'
import { splitsSince } from '@lonja/core/market/actions'
import { isMinutes, marketCapFor, CANDLES_USUAL, MATCHES_USUAL } from '@lonja/core/market/market.rules'
import { searchIndexFor, type SearchIndex } from '@lonja/core/search/search'
import { onLook, type Route } from '../door/serve.ts'
import { historyOf, type History } from './market.history.ts'
import { dayLineTextFor } from './market.lines.ts'
import { isLongMinutes, minutesInTurns } from './market.minutes.ts'
import type { Market } from './market.quotes.ts'
import {
  headFor,
  industryFor,
  nameFor,
  profileFor,
  quoteReplyFor,
  reportsFor,
  sessionReplyFor,
  yearFiguresFor,
} from './market.replies.ts'

/** The days of history behind the year's figures of an instrument. */
const YEAR_DAYS = 400
const YEAR_MS = 52 * 7 * 24 * HOUR

export function marketRoutes(market: Market): Route[] {
  const search = searchOf(market)
  const history = historyOf(market)
  return [
    onLook(readInstrument, async ({ language }, { listing }) => {
      const instrument = market.find(listing)
      if (!instrument) return refuse('unknown_listing')
      const year = { from: market.now() - YEAR_MS, to: Infinity, most: YEAR_DAYS }
      const making = history.make(listing, 'day', year)
      // A year of an index is built from all its members' minutes. Answers that do not need it are prepared meanwhile.
      const isShare = instrument.kind === 'share'
      if (isShare) await making
      else making.catch(() => undefined)
      return detailFor(market, instrument, language, isShare || history.isMade(listing, 'day', year))
    }),

    onLook(readIndex, ({ language }, { listing }) => {
      const instrument = market.find(listing)
      return instrument?.kind === 'index' ? indexFor(market, instrument, language) : refuse('unknown_listing')
    }),

    onLook(listCandles, (_context, input) => candlesReply(market, history, input)),

    onLook(searchInstruments, ({ language }, { words, limit = MATCHES_USUAL, lines = false }) => {
      const { hits, codes, names } = search().find(words, limit)
      const rows = hits.flatMap(({ listing, by, forgiven }) => {
        const instrument = market.find(listing)
        if (!instrument) return []
        const line = lines && instrument.kind === 'share' ? dayLineTextFor(market, listing) : ''
        const halted = market.stateOf(listing) === 'halted'
        return [
          {
            ...headFor(instrument, language),
            kind: instrument.kind,
            by,
            forgiven,
            halted,
            line,
            ...priceFor(market, listing),
          },
        ]
      })
      return { rows, codes, names }
    }),

    onLook(readExchangeRate, () => {
      const rate = market.rate()
      if (!rate) return refuse(market.hasRates ? 'no_rate' : 'no_rate_recorded')
      const currencies = { base: 'EUR', quoted: 'USD' } as const
      return { ...currencies, rate: rate.rate, markupBps: Number(rate.markupBps), at: rate.at, source: rate.source }
    }),
  ]
}

async function candlesReply(
  market: Market,
  history: History,
  { listing, interval, from = 0, to = Infinity, limit = CANDLES_USUAL, form }: InputOf<typeof listCandles>,
) {
  if (!market.find(listing)) return refuse('unknown_listing')
  const range = { from, to, most: limit }
  await history.make(listing, interval, range)
  const candles = isLongMinutes(interval)
    ? await minutesInTurns(market, { listing, interval, form: form ?? 'adjusted' }, range)
    : market.candles(listing, interval, range, form)
  const seen = seenAt(interval, candles, Math.min(to, market.now() + 1))
  return {
    listing,
    currency: currencyFor(listing),
    interval,
    ...columnsOf(candles),
    session: sessionReplyFor(market, listing, seen),
    previousClose: previousCloseFor(market, listing, seen),
    splits: splitsSince(market.movesOf(listing), listing, { at: candles.at[0] ?? Infinity, until: market.now() }),
  }
}

/** The search among the instruments. Once others are listed, the earlier index answers until theirs is built. */
function searchOf({ instruments }: Pick<Market, 'instruments'>): () => SearchIndex {
  let index = searchIndexFor([...instruments])
  let count = instruments.length
  buildInTurns(index, () => undefined)
  return () => {
    if (count !== instruments.length) {
      const next = searchIndexFor([...instruments])
      count = instruments.length
      buildInTurns(next, () => (index = next))
    }
    return index
  }
}

/** Builds a search index between other calls. A search in the first one before it is ready builds it at once. */
function buildInTurns(index: SearchIndex, ready: () => void): void {
  setTimeout(() => {
    if (index.build()) buildInTurns(index, ready)
    else ready()
  }).unref()
}

const detailFor = (
  market: Market,
  instrument: Instrument,
  language: Language,
  isYearMade: boolean,
): ReplyOf<typeof readInstrument> => ({
  ...headFor(instrument, language),
  kind: instrument.kind,
  industry: industryFor(instrument, language),
  profile: profileFor(instrument, language),
  sharesInIssue: market.sharesInIssue(instrument.listing),
  dividend: instrument.dividend ?? null,
  ...reportsFor(market, instrument),
  marketCap:
    instrument.kind === 'share'
      ? marketCapFor(market.last(instrument.listing), market.sharesInIssue(instrument.listing))
      : null,
  quote: quoteReplyFor(market, market.quote(instrument.listing)),
  unquoted: market.unquoted(instrument.listing),
  day: market.dayFigures(instrument.listing),
  session: sessionReplyFor(market, instrument.listing),
  ...(isYearMade ? yearFiguresFor(market, instrument) : NO_YEAR),
  yearPending: !isYearMade,
  source: market.name,
})

const NO_YEAR = { yearLow: null, yearHigh: null, averageVolume: null }

const indexFor = (market: Market, instrument: Instrument, language: Language): ReplyOf<typeof readIndex> => ({
  ...headFor(instrument, language),
  profile: profileFor(instrument, language),
  day: market.dayFigures(instrument.listing),
  session: sessionReplyFor(market, instrument.listing),
  members: (instrument.members ?? []).flatMap((listing) => {
    const member = market.find(listing)
    return member ? [{ listing, name: nameFor(member, language), ...priceFor(market, listing) }] : []
  }),
  source: market.name,
})

const columnsOf = ({ at, open, high, low, close, volume }: Candles) => ({
  at: [...at],
  open: [...open],
  high: [...high],
  low: [...low],
  close: [...close],
  volume: [...volume],
})

function priceFor(market: Market, listing: ListingId) {
  const day = market.dayFigures(listing)
  return { last: day?.last ?? null, previousClose: day?.previousClose ?? null }
}

/**
 * An instant in the session that candles end in, to which a line is fitted. Of days and minutes it is in the newest
 * candle; a longer candle ends where the asked range does, or now.
 */
function seenAt(interval: Interval, { at }: Candles, to: Instant): Instant | undefined {
  const newest = at.at(-1)
  if (newest === undefined) return undefined
  if (isMinutes(interval) || interval === 'day') return newest + 1
  return to - 1
}

/** The close before the session of an instant (default: now). A session without a trade has the last price before it. */
function previousCloseFor(market: Market, listing: ListingId, at: Instant = market.now()): PriceE4 | null {
  const session = market.latestSession(venueOf(listing), at)
  const day = market.dayFiguresAt(listing, session?.close ?? at)
  return session && day && day.day !== session.day && session.close < market.now()
    ? day.last
    : (day?.previousClose ?? null)
}
