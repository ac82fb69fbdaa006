import { useState } from 'react'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import { HOUR } from '@lonja/core/base/instant'
import type { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { HeroChange } from '@lonja/kit/parts/Change'
import { LateLineChart } from '@lonja/kit/parts/LateLineChart'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Segments } from '@lonja/kit/parts/Segments'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './value.module.css'

type Results = ReplyOf<typeof readResults>
type Span = InputOf<typeof readResults>['span']

const SPANS = ['day', 'week', 'month', 'year', 'all'] as const satisfies readonly Span[]
const SPAN_TEXTS = {
  day: 'resultDay',
  week: 'resultWeek',
  month: 'resultMonth',
  year: 'resultYear',
  all: 'resultAll',
} as const
const IN_TEXTS = {
  day: 'inDay',
  week: 'inWeek',
  month: 'inMonth',
  year: 'inYear',
  all: 'inAll',
} as const

const REFETCH_MS = 60_000
/** A day with its clock change. */
const DAY_MOST = 25 * HOUR

/** The result of a span with its line, the span to choose, and under it the change of the day and the free money. */
export function ValueOverTime({ display }: { display: ReplyOf<typeof readFigures>['display'] | undefined }) {
  const t = useText('discover')
  const own = useText('portfolio')
  const f = useFormats()
  const [span, setSpan] = useState<Span>('month')
  const { data, error } = useRead(readResults, { span }, { quiet: true, keep: true, refetchMs: REFETCH_MS })
  return (
    <section className={styles.value} aria-label={own('results')}>
      <div className={styles.row}>
        {data ? <InSpan of={data} span={span} /> : <span />}
        <a href={hrefTo('/subPackages/portfolio/results', { span: span === 'month' ? undefined : span })}>
          {t('seeValue')}
          <CaretRightIcon size={14} />
        </a>
      </div>
      {data ? (
        <Line of={data} />
      ) : error ? (
        <p className={styles.caption}>{own('resultsFailed')}</p>
      ) : (
        <div className={styles.waiting} data-waiting>
          <Skeleton width="100%" height={130} />
        </div>
      )}
      <Segments
        label={own('resultSpan')}
        plain
        value={span}
        onChange={setSpan}
        options={SPANS.map((value) => ({ value, label: own(SPAN_TEXTS[value]) }))}
      />
      {display && (
        <div className={styles.row}>
          <HeroChange
            currency={display.currency}
            byCents={display.dayChange ?? undefined}
            bps={display.dayChange === null ? null : changeBps(display.total - display.dayChange, display.total)}
            note={t('today')}
          />
          <p className={styles.caption}>
            {own('free')} <strong>{f.amount({ asset: display.currency, units: display.free })}</strong>
          </p>
        </div>
      )}
    </section>
  )
}

/** The room of the result, its line and its spans, before it is known whether home shows them. */
export function ValueWaiting() {
  return (
    <div className={styles.whole} data-waiting>
      <Skeleton width="100%" height={130} />
    </div>
  )
}

/** The result of the span in money and per cent. */
function InSpan({ of: { total, currency }, span }: { of: Results; span: Span }) {
  const own = useText('portfolio')
  const [first = 0n, last = first] = [total[0], total.at(-1)]
  return (
    <HeroChange currency={currency} byCents={last - first} bps={changeBps(first, last)} note={own(IN_TEXTS[span])} />
  )
}

/** The line of the result without what was paid in and out. The newest payment is named, and each is marked. */
function Line({ of: { at, total, currency, payments } }: { of: Results }) {
  const own = useText('portfolio')
  const f = useFormats()
  const first = total[0] ?? 0n
  const results = total.map((each) => each - first)
  const write = (units: bigint) => f.amount({ asset: currency, units }, 'results')
  const [begin, end] = [at[0] ?? 0, at.at(-1) ?? 0]
  const sentence = (paid: bigint) =>
    own(paid > 0n ? 'paymentIn' : 'paymentOut', {
      amount: f.amount({ asset: currency, units: paid < 0n ? -paid : paid }),
    })
  const marks = payments.map((each) => ({ at: each.at, text: sentence(each.paid) }))
  const newest = marks.at(-1)
  if (total.length < 2) return null
  const [high = 0n, low = 0n] = [results.toSorted(compare).at(-1), results.toSorted(compare)[0]]
  return (
    <>
      <div className={styles.row}>
        <p className={styles.caption}>{own('resultShort')}</p>
        {newest && <p className={styles.caption}>{newest.text}</p>}
      </div>
      <LateLineChart
        summary={own('resultSentence', {
          since: f.date(begin),
          result: write(results.at(-1) ?? 0n),
          high: write(high),
          low: write(low),
        })}
        points={results.map((result, index) => ({ at: at[index] ?? 0, value: Number(result) }))}
        sessions={[{ from: begin, to: end }]}
        previous={0}
        marks={marks}
        height={120}
        words={{ high: own('resultBest'), low: own('resultWorst'), previous: own('resultStart') }}
        formatValue={(value) => write(BigInt(Math.round(value)))}
        // The line of a new account is shorter than its span.
        formatTime={(moment) => (end - begin <= DAY_MOST ? f.clock(moment) : f.shortDay(moment - 1))}
      />
    </>
  )
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
