import { tickerOf } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { readBacktest, removeBacktest } from '@lonja/core/strategies/strategies.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { BACKTESTS, BACKTEST_TRADES, againOf, isUnderWay, usePeriodText, type BacktestStory } from './backtest.ts'
import { BacktestResult } from './BacktestResult.tsx'
import { StopNotice } from './own/StopNotice.tsx'
import { APPLY } from './run.ts'
import { titleIn } from './strategy.ts'
import styles from './strategies.module.css'
import { TermsRows } from './TermsRows.tsx'

const WAITING = [
  ['100%', 60],
  ['100%', 194],
  ['100%', 260],
] as const

/** A backtest under way is read again as often: its progress is no news of the customer's. */
const REFETCH_MS = 3 * SECOND

/** One backtest: its place in the queue, its progress, and its result beside a purchase that is held. */
export function BacktestPage() {
  const t = useText('strategies')
  const periodText = usePeriodText()
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readBacktest, { id }, { quiet: true })
  const isUnknown = error && 'refused' in error && ['unknown_backtest', 'bad_input'].includes(error.refused)
  return (
    <Screen
      title={t('testTitle')}
      caption={data && `${titleIn(t, data)} · ${tickerOf(data.listing)}`}
      onBack={back}
      onRefresh={refreshAll}
      dock={data && !isUnderWay(data.state) && <Dock of={data} />}
    >
      {data ? (
        <>
          <State of={data} />
          <TermsRows of={data} period={periodText(data)} />
          {data.outcome && data.own?.name !== null && (
            <Section flush>
              <Row dense caret title={t('useIt')} href={hrefTo(APPLY, { test: data.id })} />
            </Section>
          )}
          <Remove of={data} />
          <div className={styles.end} />
        </>
      ) : isUnknown ? (
        <Empty text={t('unknownTest')} action={t('tests')} href={hrefTo(BACKTESTS)} />
      ) : error ? (
        <ErrorView title={t('testFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function State({ of }: { of: BacktestStory }) {
  const t = useText('strategies')
  if (isUnderWay(of.state)) return <UnderWay id={of.id} />
  const stop = of.stop && (
    <Section>
      <StopNotice stop={of.stop} of={of} />
    </Section>
  )
  if (of.outcome)
    return (
      <>
        {stop}
        <BacktestResult of={of} outcome={of.outcome} />
      </>
    )
  if (stop) return stop
  return (
    <Section>
      <Notice tone="loss" title={t('faultTitle')}>
        {of.fault !== null && t(`fault_${of.fault}`)}
      </Notice>
    </Section>
  )
}

/** The place in the queue, or the minutes that it has gone through. */
function UnderWay({ id }: { id: string }) {
  const t = useText('strategies')
  const f = useFormats()
  const { data } = useRead(readBacktest, { id }, { quiet: true, refetchMs: REFETCH_MS })
  const isQueued = data?.state === 'queued'
  const progress = data?.progress ?? null
  const text = isQueued
    ? t('queuedText')
    : progress === null
      ? t('reading')
      : t('progress', { minutes: f.count(BigInt(progress.minutes)), all: f.count(BigInt(progress.all)) })
  return (
    <Section title={t(isQueued ? 'queuedTitle' : 'runningTitle')}>
      {!isQueued && (
        <progress
          className={styles.progress}
          aria-label={t('runningTitle')}
          max={progress?.all ?? 1}
          {...(progress && { value: progress.minutes })}
        />
      )}
      <p className={styles.soft} role="status">
        {text}
      </p>
    </Section>
  )
}

function Dock({ of }: { of: BacktestStory }) {
  const t = useText('strategies')
  const { id, outcome } = of
  const again = againOf(of)
  if (again === null && !outcome?.trades) return null
  return (
    <Buttons>
      {outcome && outcome.trades > 0 && (
        <Button
          look="outline"
          label={t('seeTrades', { count: outcome.trades })}
          href={hrefTo(BACKTEST_TRADES, { id })}
        />
      )}
      {again !== null && <Button label={t('again')} href={again} />}
    </Buttons>
  )
}

/** Its result can be worked out again, so nothing is asked before. */
function Remove({ of: { id, state } }: { of: BacktestStory }) {
  const t = useText('strategies')
  const waitsFor = useWaitForHouse()
  const remove = useWrite(removeBacktest, {
    onReply: () => {
      markStale(['strategies'])
      toast(t('removed'), { kind: 'done' })
      back()
    },
  })
  return (
    <Section>
      <Button
        look="text"
        label={t(isUnderWay(state) ? 'cancelTest' : 'removeTest')}
        busy={remove.isPending}
        waitsFor={waitsFor}
        onClick={() => remove.mutate({ id })}
      />
    </Section>
  )
}
