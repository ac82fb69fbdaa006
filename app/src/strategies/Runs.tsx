import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { RUN_LISTS, listRuns, type RunList } from '@lonja/core/strategies/runs.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { refreshAll } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { RUN, RUNS, RUN_TONES, type Run } from './run.ts'
import { INTRADAY, titleIn } from './strategy.ts'
import styles from './strategies.module.css'

/** The own runs: those that go on, and those that are over, the losing ones too. */
export function Runs() {
  const t = useText('strategies')
  const [list, setList] = useState<RunList>('open')
  return (
    <Screen title={t('runs')} onBack={back} onRefresh={refreshAll}>
      <Tabs
        label={t('runs')}
        sticky
        value={list}
        onChange={setList}
        tabs={RUN_LISTS.map((value) => ({ value, label: t(`runs_${value}`) }))}
      >
        <RunRows key={list} list={list} />
      </Tabs>
    </Screen>
  )
}

function RunRows({ list }: { list: RunList }) {
  const t = useText('strategies')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listRuns, { state: list })
  return (
    <List
      label={t(`runs_${list}`)}
      items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
      keyOf={({ id }) => id}
      row={(run) => <RunRow of={run} />}
      measured
      onEnd={hasMore ? more : undefined}
      loadingMore={isFetchingMore}
      empty={<Empty icon={ReceiptIcon} text={t(`noRuns_${list}`)} action={t('seeAll')} href={hrefTo(INTRADAY)} />}
      error={
        pages.length === 0 && error ? (
          <ErrorView title={t('runsFailed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

/** The customer's open runs on a page of strategies, with a link to the ended ones. */
export function NewestRuns() {
  const t = useText('strategies')
  const { pages } = usePages(listRuns, { state: 'open' }, { quiet: true })
  const rows = pages[0]?.rows
  if (!rows) return null
  return (
    <Section title={t('runs')} flush>
      {rows.map((run) => (
        <RunRow key={run.id} of={run} />
      ))}
      <Row dense caret title={t('allRuns')} href={hrefTo(RUNS)} />
    </Section>
  )
}

/** A run with its worst fall; one of an own strategy with its version too. */
export function RunRow({ of }: { of: Run }) {
  const t = useText('strategies')
  const f = useFormats()
  const { id, own, version, listing, budget, currency, at, state, drawdown } = of
  return (
    <Row
      wraps
      title={`${titleIn(t, of)} · ${tickerOf(listing)}`}
      caption={
        <>
          {own && <span className={styles.line}>{t('version', { version })}</span>}
          <span className={styles.line}>
            {t('withAmount', { amount: f.amount({ asset: currency, units: budget }) })}
          </span>
          <span className={styles.line}>{t('since', { when: f.date(at) })}</span>
        </>
      }
      value={<span className={styles.down}>{f.bps(-BigInt(drawdown.bps))}</span>}
      valueCaption={
        <>
          <span className={styles.line}>{t('drawdown')}</span>
          <StatusChip tone={RUN_TONES[state]} label={t(`run_${state}`)} />
        </>
      }
      href={hrefTo(RUN, { id })}
    />
  )
}
