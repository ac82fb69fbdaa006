import { useState } from 'react'
import { changeBps } from '@lonja/core/base/formats'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { RESULT_SPAN_NAMES, drawdownOf, stepsOf, type ResultSpan } from '@lonja/core/portfolio/results.rules'
import { useFormats } from '@lonja/kit/formats'
import { useFiguresHidden } from '@lonja/kit/hidden'
import { back, hrefTo, replaceQuery, useQuery } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { HeroChange } from '@lonja/kit/parts/Change'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { FUNDS } from './figures.ts'
import { ResultLine, type Results as Reply } from './ResultLine.tsx'
import { IN_TEXTS, dayOfPoint, useSpanChoices } from './spans.ts'
import styles from './Results.module.css'

const REFETCH_MS = 30_000

/** Placeholder: the figure, the chart, the largest fall and some days. */
const WAITING = [
  ['55%', 44],
  ['100%', 232],
  ['100%', 44],
  ['100%', 50],
  ['100%', 50],
  ['100%', 50],
] as const

/** The total over time without what was paid in and out: its line, its largest fall, and the result by day and by share. */
export function Results() {
  const t = useText('portfolio')
  const spanName = useQuery().get('span')
  const span = RESULT_SPAN_NAMES.find((name) => name === spanName) ?? 'month'
  const { data, error, refetch } = useRead(readResults, { span }, { quiet: true, keep: true, refetchMs: REFETCH_MS })
  return (
    <Screen title={t('results')} onBack={back} onRefresh={() => refetch()} readOnly>
      <div className={styles.spans}>
        <Segments
          label={t('resultSpan')}
          plain
          value={span}
          onChange={(next) => replaceQuery({ span: next === 'month' ? undefined : next })}
          options={useSpanChoices()}
        />
      </div>
      {data ? (
        <Whole of={data} span={span} />
      ) : error ? (
        <ErrorView title={t('resultsFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Whole({ of, span }: { of: Reply; span: ResultSpan }) {
  const t = useText('portfolio')
  const f = useFormats()
  const hidden = useFiguresHidden()
  const { currency, total, paid, startedOverAt } = of
  if (hidden) return <Empty text={t('resultsHidden')} why={t('resultsHiddenWhy')} />
  const [first = 0n, last = first] = [total[0], total.at(-1)]
  return (
    <>
      <div className={styles.total}>
        <Amount label={t('total')} of={{ asset: currency, units: last }} size={32} />
        <HeroChange currency={currency} byCents={last - first} bps={changeBps(first, last)} note={t(IN_TEXTS[span])} />
      </div>
      <div className={styles.line}>
        <ResultLine of={of} />
      </div>
      <p className={styles.why}>
        {f.sentences(
          t('resultsWhy'),
          paid === 0n
            ? null
            : t(paid > 0n ? 'paidInSpan' : 'paidOutSpan', {
                amount: f.amount({ asset: currency, units: paid < 0n ? -paid : paid }),
              }),
          startedOverAt === null ? null : t('resultsAgain', { day: f.day(startedOverAt) }),
        )}
      </p>
      <WorstFall of={of} span={span} />
      <ByShare of={of} />
      {span !== 'day' && <ByDay of={of} />}
    </>
  )
}

/** The largest fall of the span: how much, from when to when, and how far it has come back. */
function WorstFall({ of: { at, total, currency }, span }: { of: Reply; span: ResultSpan }) {
  const t = useText('portfolio')
  const f = useFormats()
  const drawdown = drawdownOf(total)
  if (drawdown === null) return <p className={styles.fall}>{t('noFall')}</p>
  const { peak, worst, fall } = drawdown
  const high = total[peak] ?? 0n
  const when = (place: number) => (span === 'day' ? f.clock(at[place] ?? 0) : f.day(dayOfPoint(at, place)))
  const [from, to] = [when(peak), when(worst)]
  return (
    <dl className={styles.fall}>
      <dt>
        {t('largestFall')}
        <span>{from === to ? t('fallOn', { day: to }) : t('fallBetween', { from, to })}</span>
      </dt>
      <dd>
        {f.amount({ asset: currency, units: -fall }, 'results')}
        <span>{f.bps(changeBps(high, high - fall))}</span>
      </dd>
    </dl>
  )
}

/** The result of each share, realised and on paper, and of everything that is no share. They add up to the whole. */
function ByShare({ of: { shares, rest, currency } }: { of: Reply }) {
  const t = useText('portfolio')
  const f = useFormats()
  if (shares.length === 0 && rest === 0n) return null
  const shown = (units: bigint) => <Amount of={{ asset: currency, units }} result />
  return (
    <Section flush title={t('resultByShare')}>
      {shares.map((share) => (
        <Row
          key={share.listing}
          title={share.name}
          caption={share.listing.slice(5)}
          value={share.shown === null ? '-' : shown(share.shown)}
          {...(share.currency === currency
            ? {}
            : { valueCaption: f.amount({ asset: share.currency, units: share.own }, 'results') })}
          caret
          href={hrefTo('/subPackages/portfolio/position', { listing: share.listing })}
        />
      ))}
      {rest !== 0n && <Row wraps title={t('resultRest')} value={shown(rest)} caret href={hrefTo(FUNDS)} />}
    </Section>
  )
}

/** The first days that are drawn before the rest is asked for. */
const DAYS_SHOWN = 7

/** The result of each day, the newest first. */
function ByDay({ of: { at, total, currency } }: { of: Reply }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [isWhole, setIsWhole] = useState(false)
  const days = stepsOf(total)
    .map((result, step) => ({ result, at: dayOfPoint(at, step + 1) }))
    .toReversed()
  return (
    <Section flush title={t('resultByDay')}>
      {days.slice(0, isWhole ? days.length : DAYS_SHOWN).map((day) => (
        <Row
          key={day.at}
          dense
          title={f.day(day.at)}
          value={<Amount of={{ asset: currency, units: day.result }} result />}
        />
      ))}
      {!isWhole && days.length > DAYS_SHOWN && (
        <Button look="text" small label={t('allDays', { count: days.length })} onClick={() => setIsWhole(true)} />
      )}
    </Section>
  )
}
