import { useMemo, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { listCandles, type Interval } from '@lonja/core/market/market.contract'
import { useQuote } from '@lonja/kit/live'
import type { Candle, OlderCandles } from '@lonja/kit/parts/candles'
import { askOnce, useRead } from '@lonja/kit/reads'
import type { CandleForm } from './AsTraded.tsx'
import { barsOf, joined, withLiveFigures, type Candles } from './bars.ts'

/** As many as a year of days needs; the server has them in memory. */
const FIRST = 400
const PIECE = 500
/** A bar of one minute that the stream began has its volume with the next answer. */
const refetchMs = (interval: Interval): number => (interval === 'minute' ? 15_000 : 60_000)

interface CandleState {
  /** The series, and the last answer merged into it. */
  readonly series: string
  readonly answer: Candles
  readonly bars: readonly Candle[]
  readonly older: OlderCandles['state']
}

/** Candles: the newest first and live, older ones on request, back to the start of the history. */
export function useCandles(listing: ListingId, interval: Interval, form: CandleForm = 'adjusted') {
  const request = { listing, interval, ...(form === 'raw' ? { form } : {}) }
  const read = useRead(listCandles, { ...request, limit: FIRST }, { refetchMs: refetchMs(interval) })
  const series = `${listing} ${interval} ${form}`
  const [loaded, setLoaded] = useState<CandleState | null>(null)
  const answer = read.data
  if (answer && (loaded?.series !== series || loaded.answer !== answer)) {
    const before = loaded?.series === series ? loaded : null
    const older = before ? before.older : answer.at.length < FIRST ? 'none' : 'some'
    setLoaded({ series, answer, bars: joined(before?.bars ?? [], barsOf(answer)), older })
  }
  const ownSeries = loaded?.series === series ? loaded : null
  const learn = (change: (before: CandleState) => CandleState) =>
    setLoaded((before) => (before?.series === series ? change(before) : before))
  const ask = () => {
    const first = ownSeries?.bars[0]
    if (!first || ownSeries.older === 'coming' || ownSeries.older === 'none') return
    learn((before) => ({ ...before, older: 'coming' }))
    askOnce(listCandles, { ...request, to: first.at, limit: PIECE }).then(
      (piece) =>
        learn((before) => ({
          ...before,
          bars: joined(barsOf(piece), before.bars),
          older: piece.at.length < PIECE ? 'none' : 'some',
        })),
      () => learn((before) => ({ ...before, older: 'failed' })),
    )
  }
  const live = useQuote(listing)
  const bars = useMemo(
    () => (ownSeries ? withLiveFigures(ownSeries.bars, interval, ownSeries.answer.session, live) : null),
    [ownSeries, interval, live],
  )
  return { series, bars, older: { state: ownSeries?.older ?? 'none', ask } satisfies OlderCandles, read }
}
