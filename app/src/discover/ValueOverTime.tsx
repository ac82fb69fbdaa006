import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import type { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import type { ResultSpan } from '@lonja/core/portfolio/results.rules'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { HeroChange } from '@lonja/kit/parts/Change'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Segments } from '@lonja/kit/parts/Segments'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ResultLine, usePaymentText, type Results } from '../portfolio/ResultLine.tsx'
import { IN_TEXTS, useSpanChoices } from '../portfolio/spans.ts'
import styles from './value.module.css'

const REFETCH_MS = 60_000

/** The result of a span with its line, the span to choose, and under it the change of the day and the free money. */
export function ValueOverTime({ display }: { display: ReplyOf<typeof readFigures>['display'] | undefined }) {
  const t = useText('discover')
  const own = useText('portfolio')
  const f = useFormats()
  const [span, setSpan] = useState<ResultSpan>('month')
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
      <Segments label={own('resultSpan')} plain value={span} onChange={setSpan} options={useSpanChoices()} />
      {display ? (
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
      ) : (
        <div className={styles.row} data-waiting>
          <Skeleton width={120} height={25} />
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
function InSpan({ of: { total, currency }, span }: { of: Results; span: ResultSpan }) {
  const own = useText('portfolio')
  const [first = 0n, last = first] = [total[0], total.at(-1)]
  return (
    <HeroChange currency={currency} byCents={last - first} bps={changeBps(first, last)} note={own(IN_TEXTS[span])} />
  )
}

/** The line of the result without what was paid in and out. The newest payment is named. */
function Line({ of }: { of: Results }) {
  const own = useText('portfolio')
  const sentence = usePaymentText(of.currency)
  const newest = of.payments.at(-1)
  if (of.total.length < 2) return null
  return (
    <>
      <div className={styles.row}>
        {/* One line: the payment says by itself that it does not count. */}
        <p className={styles.caption}>{own(newest ? 'resultAlone' : 'resultShort')}</p>
        {newest && <p className={styles.caption}>{sentence(newest.paid)}</p>}
      </div>
      <ResultLine of={of} height={120} />
    </>
  )
}
