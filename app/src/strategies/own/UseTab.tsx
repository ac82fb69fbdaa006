import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { listRuns } from '@lonja/core/strategies/runs.contract'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { BacktestRow } from '../BacktestRow.tsx'
import { APPLY } from '../run.ts'
import { RunRow } from '../RunRow.tsx'
import { SwitchedOff } from '../SwitchedOff.tsx'
import styles from './own.module.css'
import type { OwnText } from './useOwnText.ts'
import type { Attempt } from './useTry.ts'

/** The use of a strategy: an amount for its saved version, its runs, those that go on first, and its backtests. */
export function UseTab(props: {
  own: string
  text: OwnText
  attempt: Attempt
  /** The faults that the text on the screen is known to have. */
  faults: readonly OwnDiagnostic[]
}) {
  const { own, text, attempt, faults } = props
  const t = useText('own')
  if (text.version === 0) return <Empty text={t('noVersions')} />
  return (
    <>
      <Section>{attempt.bounds?.runs.off ? <SwitchedOff /> : <Apply {...props} faults={faults} />}</Section>
      <OwnRuns own={own} />
      <OwnBacktests attempt={attempt} />
      <div className={styles.end} />
    </>
  )
}

/** An amount is for a saved version. One that is known to have a fault waits for a newer one. */
function Apply(props: { own: string; text: OwnText; attempt: Attempt; faults: readonly OwnDiagnostic[] }) {
  const { own, text, attempt, faults } = props
  const { version, isUnsaved } = text
  const t = useText('own')
  const all = useText('strategies')
  const fault = isUnsaved ? undefined : faults[0]
  return (
    <div className={styles.apply}>
      <Button
        look="soft"
        label={t('apply', { version })}
        second={isUnsaved ? t('applyUnsaved') : all('applyBack')}
        waitsFor={fault && (fault.line > 0 ? t('waitsForLine', { line: fault.line }) : t('waitsForFault'))}
        href={hrefTo(APPLY, { own, version: String(version), listing: attempt.listing ?? undefined })}
      />
      <p className={styles.soft}>{t('applyWhat')}</p>
    </div>
  )
}

/** Its runs, those that go on first. Older ones of those that are over are loaded on request. */
function OwnRuns({ own }: { own: string }) {
  const t = useText('own')
  const all = useText('strategies')
  const open = usePages(listRuns, { state: 'open', own }, { quiet: true })
  const over = usePages(listRuns, { state: 'over', own }, { quiet: true })
  const runs = [...open.pages, ...over.pages].flatMap(({ rows }) => rows)
  const error = open.error ?? over.error
  const isHere = open.pages.length > 0 && over.pages.length > 0
  const retry = (): void => void Promise.all([open.refetch(), over.refetch()])
  return (
    <Section title={t('uses')} flush>
      {!isHere && error ? (
        <ErrorView title={all('runsFailed')} text={error.msg} onRetry={retry} />
      ) : !isHere ? (
        <SkeletonRows rows={2} line={false} />
      ) : runs.length === 0 ? (
        <p className={styles.none}>{t('noUses')}</p>
      ) : (
        runs.map((run) => <RunRow key={run.id} of={run} />)
      )}
      {isHere && over.hasMore && (
        <Button look="text" label={t('olderUses')} busy={over.isFetchingMore} onClick={over.more} />
      )}
    </Section>
  )
}

function OwnBacktests({ attempt: { backtests } }: { attempt: Attempt }) {
  const t = useText('own')
  const all = useText('strategies')
  const { rows, error, refetch } = backtests
  return (
    <Section title={t('periods')} flush>
      {!rows && error ? (
        <ErrorView title={all('testsFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : !rows ? (
        <SkeletonRows rows={2} line={false} />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{t('noPeriods')}</p>
      ) : (
        rows.map((backtest) => <BacktestRow key={backtest.id} of={backtest} />)
      )}
    </Section>
  )
}
