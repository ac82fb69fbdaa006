import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { listCandles } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { News } from './news.ts'
import styles from './news.module.css'

const AROUND_MS = 6 * HOUR
const CANDLE_MS = 5 * MINUTE
const WIDE = 343
const HIGH = 96
const EDGE = 6

/**
 * The price from six hours before a news item to six hours after it, as far as they have passed; a dotted line marks
 * its time.
 */
export function NewsLine({ of, at }: { of: News['related'][number]; at: Instant }) {
  const t = useText('news')
  const f = useFormats()
  const from = at - AROUND_MS
  const to = at + AROUND_MS
  const input = { listing: of.listing, interval: '5minutes', from, to, limit: (2 * AROUND_MS) / CANDLE_MS } as const
  const { data, isPending } = useRead(listCandles, input, { quiet: true })
  if (isPending) return <div className={styles.line} />
  const first = data?.close[0]
  const last = data?.close.at(-1)
  if (!data || first === undefined || last === undefined || data.close.length < 2) return null
  const currency = of.kind === 'index' ? undefined : of.currency
  const values = data.close.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (moment: Instant) => ((moment - from) / (to - from)) * WIDE
  const y = (value: number) => EDGE + ((high - value) / Math.max(1, high - low)) * (HIGH - 2 * EDGE)
  const points = values.map((value, n) => `${x((data.at[n] ?? at) + CANDLE_MS).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <figure className={styles.line}>
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('lineFor', { name: of.name, from: f.price(first, currency), to: f.price(last, currency) })}
      >
        <line className={styles.moment} x1={x(at)} x2={x(at)} y1={0} y2={HIGH} />
        <polyline className={styles.price} points={points.join(' ')} />
      </svg>
      <figcaption className={styles.axis}>
        <span>{f.clock(from)}</span>
        <span className={styles.tag}>{f.clock(at)}</span>
        <span>{f.clock(to)}</span>
      </figcaption>
    </figure>
  )
}
