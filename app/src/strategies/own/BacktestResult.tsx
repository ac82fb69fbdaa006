import { tickerOf } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { readBacktest, type BacktestOutcome } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { BACKTEST } from '../backtest.ts'
import styles from './own.module.css'
import { StopNotice } from './StopNotice.tsx'
import type { Attempt } from './useTry.ts'

/** The progress is asked for so often while a backtest waits or runs. */
const PROGRESS_MS = 2_000

/** The newest backtest of the strategy: its progress, and its result with the worst fall first. */
export function BacktestResult({ attempt }: { attempt: Attempt }) {
  const { newest } = attempt
  return newest ? <Newest id={newest.id} /> : null
}

function Newest({ id }: { id: string }) {
  const t = useText('own')
  const f = useFormats()
  const { data, error, refetch } = useRead(readBacktest, { id }, { quiet: true, refetchMs: PROGRESS_MS })
  if (!data) return error && <ErrorView title={t('backtestUnread')} text={error.msg} onRetry={() => void refetch()} />
  const { state, fault, progress, version, listing, from, to, outcome, stop } = data
  const isOpen = state === 'queued' || state === 'running'
  const period = [from, to].map((day) => f.dayBeside(Date.parse(`${day}T12:00Z`))).join(' - ')
  return (
    <Section
      title={t('lastBacktest')}
      right={<span className={styles.soft}>{`${t('version', { version })} · ${tickerOf(listing)}`}</span>}
    >
      <p className={styles.soft}>{period}</p>
      {isOpen && (
        <div role="status">
          <p>
            {progress
              ? t('progress', { minutes: f.count(progress.minutes), all: f.count(progress.all) })
              : t(`state_${state}`)}
          </p>
          <progress
            className={styles.progress}
            aria-label={t('lastBacktest')}
            {...(progress && { value: progress.minutes, max: progress.all })}
          />
        </div>
      )}
      {state === 'failed' && !stop && <Notice tone="loss">{t(`failed_${fault ?? 'threw'}`)}</Notice>}
      {stop && <StopNotice stop={stop} />}
      {outcome && <Outcome outcome={outcome} currency={data.currency} />}
      {!isOpen && (
        <div className={styles.flush}>
          <Row dense caret title={t('wholeBacktest')} href={hrefTo(BACKTEST, { id })} />
        </div>
      )}
    </Section>
  )
}

function Outcome({ outcome, currency }: { outcome: BacktestOutcome; currency: 'EUR' | 'USD' }) {
  const t = useText('own')
  const f = useFormats()
  const { own, held, biases, trades } = outcome
  const amount = (units: bigint) => f.amount({ asset: currency, units }, 'results')
  return (
    <>
      <DefinitionRows
        columns={2}
        rows={[
          {
            label: t('drawdown'),
            value: f.bps(BigInt(-own.drawdown.bps)),
            tone: own.drawdown.bps > 0 ? 'loss' : 'ink',
          },
          { label: t('result'), value: amount(own.result), tone: toneFor(own.result) },
          { label: t('heldResult'), value: amount(held.result) },
          { label: t('fees'), value: amount(-own.fees) },
          { label: t('trades'), value: f.count(trades) },
        ]}
      />
      {biases && biases.length > 0 && (
        <Notice icon={null} title={t('biased')}>
          <ul>
            {biases.map(({ bias, at }) => (
              <li key={bias}>{t(`bias_${bias}`, { at: f.date(at) })}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
