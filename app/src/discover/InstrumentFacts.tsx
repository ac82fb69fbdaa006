import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { readInstrument } from '@lonja/core/market/market.contract'
import { yieldBpsFor } from '@lonja/core/market/market.rules'
import { standingOf } from '@lonja/core/orders/lots.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Change } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { RangeBar } from '@lonja/kit/parts/RangeBar'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { isHalted } from '../market/halt.ts'
import { dayAt, type Instrument } from './instrument.ts'
import styles from './discover.module.css'

const YEAR_MS = 2_000

/** The figures of the day and of the year, live where the stream has newer ones. */
export function DayFigures({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  // The house works out the year of an index when it is first asked for it; the page does not wait for its next round.
  useRead(readInstrument, { listing: of.listing }, { refetchMs: YEAR_MS, enabled: of.yearPending, quiet: true })
  const live = useQuote(of.listing)
  const day = { ...of.day, ...(live ? { open: live.open, high: live.high, low: live.low } : {}) }
  const last = live?.last ?? of.day?.last ?? null
  const shareRows = useShareRows(of)
  return (
    <div className={styles.figures}>
      <DefinitionRows
        columns={2}
        ruled
        rows={[
          { label: t('opening'), value: f.price(day.open) },
          { label: t('previousShort'), value: f.price(live?.previousClose ?? of.day?.previousClose) },
          { label: t('high'), value: f.price(day.high) },
          { label: t('low'), value: f.price(day.low) },
          ...(of.kind === 'share' ? shareRows : []),
        ]}
      />
      <Range label={t('dayRange')} low={day.low} high={day.high} last={last} />
      <Range
        label={t('yearRange')}
        low={lesser(of.yearLow, day.low)}
        high={greater(of.yearHigh, day.high)}
        last={last}
        pending={of.yearPending}
      />
    </div>
  )
}

/** Cents in a unit of a currency. */
const CENTS = 100n

/** Figures that only shares have: bid and ask, volume, market capitalisation, dividend, next report. */
function useShareRows(of: Instrument) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const last = live?.last ?? of.day?.last ?? null
  const volume = live?.volume ?? of.day?.volume
  // There is no bid or ask while trading is halted.
  const sides = isHalted(of.session, live?.at) ? null : (live ?? of.quote)
  const [bid, ask] = [sides?.bid ?? null, sides?.ask ?? null]
  const size = (side: 'bidSize' | 'askSize') => (live ? live[side] : of.quote?.[side]) ?? 0n
  const spread = bid !== null && ask !== null ? priceE4(ask - bid) : null
  const yielded = of.dividend && yieldBpsFor(of.dividend.perYear, last)
  return [
    { label: t('bid'), value: bid === null ? '-' : `${f.price(bid)} × ${f.count(size('bidSize'))}` },
    { label: t('ask'), value: ask === null ? '-' : `${f.price(ask)} × ${f.count(size('askSize'))}` },
    { label: t('spread'), value: spreadText(spread, ask, f) },
    {
      label: t('marketCap'),
      value: of.marketCap === null ? '-' : f.bigAmount({ asset: of.currency, units: of.marketCap * CENTS }),
    },
    { label: t('volume'), value: volume === undefined ? '-' : f.big(volume) },
    { label: t('averageVolume'), value: of.averageVolume === null ? '-' : f.big(of.averageVolume) },
    {
      label: t('dividendYield'),
      value: of.dividend === null ? t('noDividend') : yielded === null ? '-' : f.rate(yielded),
    },
    { label: t('nextReport'), value: of.nextReport === null ? '-' : f.shortDay(dayAt(of.nextReport)) },
  ]
}

/** The spread between bid and ask, absolute and relative to the price. */
function spreadText(spread: PriceE4 | null, ask: PriceE4 | null, f: ReturnType<typeof useFormats>): string {
  const bps = spread === null || ask === null ? null : yieldBpsFor(spread, ask)
  return spread === null || bps === null ? '-' : `${f.price(spread)} · ${f.rate(bps)}`
}

type MaybePrice = PriceE4 | null | undefined
/** The 52-week range includes the current price. Unknown ranges stay empty, because one day is no year. */
const lesser = (year: MaybePrice, day: MaybePrice): MaybePrice => (year && day && day < year ? day : year)
const greater = (year: MaybePrice, day: MaybePrice): MaybePrice => (year && day && day > year ? day : year)

interface RangeProps {
  label: string
  low: MaybePrice
  high: MaybePrice
  last: PriceE4 | null
  /** The ends are still loading; their place is reserved. */
  pending?: boolean
}

/**
 * The range from the lowest to the highest price of a period, with the latest price marked. Nothing if it is unknown.
 */
function Range({ label, low, high, last, pending }: RangeProps) {
  const t = useText('discover')
  const f = useFormats()
  if (!low || !high) return pending ? <RangeBar label={label} summary={t('rangePending', { range: label })} /> : null
  const at = last ? (high === low ? 0.5 : Number(last - low) / Number(high - low)) : null
  const words = { range: label, low: f.price(low), high: f.price(high), last: f.price(last) }
  return <RangeBar label={label} ends={[words.low, words.high]} at={at} summary={t('rangeOf', words)} />
}

/** The customer's own shares with their value and result, and a link to the position. Nothing without shares. */
export function OwnPosition({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const position = useRead(listPositions, { listing: of.listing }, { quiet: true }).data?.rows[0]
  if (!position || position.shares === 0n) return null
  const last = live?.last ?? position.last
  const { value, result, yieldBps } = standingOf(position.shares, position.cost, last)
  return (
    <a className={styles.mine} href={hrefTo('/subPackages/portfolio/position', { listing: of.listing })}>
      <span>
        <small>{t('yourPosition')}</small>
        {t('shares', { count: position.shares })}
      </span>
      <span>
        <small>
          {t('worth', { amount: value === null ? '-' : f.amount({ asset: position.currency, units: value }) })}
        </small>
        {result !== null && (
          <span>
            <Amount of={{ asset: position.currency, units: result }} result /> · <Change bps={yieldBps} />
          </span>
        )}
      </span>
    </a>
  )
}
