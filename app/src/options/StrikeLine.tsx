import { priceE4, type Currency, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { listCandles } from '@lonja/core/market/market.contract'
import type { OptionSide } from '@lonja/core/options/options.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { LateLevelChart, LevelRoom } from '@lonja/kit/parts/LateLevelChart'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

interface StrikeLineProps {
  listing: ListingId
  currency: Currency
  /** The strike; null before it is fixed. */
  strike: PriceE4 | null
  /** The first minute of the line, and the instant of the entry within it. */
  from: Instant
  entry?: Instant
  /** The price that is drawn without a quote off the stream. */
  last: PriceE4 | null
  side: OptionSide
  /** The expiry, by the market's clock; null while it is not known. */
  until: Instant | null
}

const SIDES = { up: 'above', down: 'below' } as const

const REFETCH_MS = 20_000
const BARS_MOST = 1_440

/** The market by the minute against the strike of an option, up to the newest quote. Nothing where there is no history. */
export function StrikeLine({
  listing,
  currency,
  strike,
  from: start,
  entry,
  last: known,
  side,
  until,
}: StrikeLineProps) {
  const t = useText('options')
  const f = useFormats()
  const live = useQuote(listing)
  // A line whose start moves would be asked for anew each second.
  const from = Math.floor(start / MINUTE) * MINUTE
  const request = { listing, interval: 'minute' as const, from, limit: BARS_MOST }
  const { data, error } = useRead(listCandles, request, { quiet: true, refetchMs: REFETCH_MS })
  const last = midOf(live) ?? known
  if (!data && !error) return <LevelRoom />
  if (!data || data.at.length < 2 || last === null) return null
  const values = [...data.close, last].map(Number)
  const since = entry === undefined ? -1 : data.at.findLastIndex((at) => at <= entry)
  const end = live?.at ?? (data.at.at(-1) ?? from) + MINUTE
  const ahead =
    until === null
      ? undefined
      : ({ steps: Math.max(0, until - end) / MINUTE, side: SIDES[side], word: t('wins') } as const)
  const levels = strike === null ? [] : [{ value: Number(strike), name: t('strike'), tag: f.price(strike) }]
  return (
    <LateLevelChart
      summary={t(strike === null ? 'line' : 'lineStrike', {
        since: f.time(from),
        last: f.price(last, currency),
        strike: f.price(strike, currency),
      })}
      values={values}
      levels={levels}
      last={f.price(last)}
      from={f.clock(from)}
      to={f.clock(Math.max(end, until ?? 0))}
      since={since > 0 ? since : undefined}
      ahead={ahead}
    />
  )
}

/** The middle between bid and ask of a quote off the stream; null without both. */
export const midOf = (live: { bid: PriceE4 | null; ask: PriceE4 | null } | null): PriceE4 | null =>
  live?.bid && live.ask ? priceE4((live.bid + live.ask) / 2n) : null
