import { listBacktests, listStrategies } from '@lonja/core/strategies/strategies.contract'
import { back, hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { List } from '@lonja/kit/parts/List'
import { FlaskIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { BACKTESTS } from './backtest.ts'
import { BacktestRow } from './BacktestRow.tsx'
import { INTRADAY } from './strategy.ts'

/** The newest ones that a page of strategies shows. */
const NEWEST = 3

/** The own backtests, newest first. */
export function Backtests() {
  const t = useText('strategies')
  const facts = useRead(listStrategies, {}, { quiet: true })
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listBacktests, {})
  return (
    <Screen title={t('tests')} onBack={back} onRefresh={refreshAll}>
      <List
        label={t('tests')}
        items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        row={(backtest) => <BacktestRow of={backtest} />}
        measured
        onEnd={hasMore ? more : undefined}
        loadingMore={isFetchingMore}
        empty={<Empty icon={FlaskIcon} text={t('noTests')} action={t('seeAll')} href={hrefTo(INTRADAY)} />}
        end={facts.data && t('testsStored', { count: facts.data.backtests.storedMost })}
        error={
          pages.length === 0 && error ? (
            <ErrorView title={t('testsFailed')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

/** The newest own backtests on a page of strategies; nothing before the first one. */
export function NewestBacktests() {
  const t = useText('strategies')
  const { pages } = usePages(listBacktests, {}, { quiet: true })
  const rows = pages[0]?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('tests')} flush>
      {rows.slice(0, NEWEST).map((backtest) => (
        <BacktestRow key={backtest.id} of={backtest} />
      ))}
      {rows.length > NEWEST && <Row dense caret title={t('allTests')} href={hrefTo(BACKTESTS)} />}
    </Section>
  )
}
