import { useState } from 'react'
import { RUN_LISTS, listRuns, type RunList } from '@lonja/core/strategies/runs.contract'
import { back, hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { refreshAll } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { RUNS } from './run.ts'
import { RunRow } from './RunRow.tsx'
import { INTRADAY } from './strategy.ts'

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
