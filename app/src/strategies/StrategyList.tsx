import { listStrategies } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { NewestBacktests } from './Backtests.tsx'
import { useRunResults } from './run.ts'
import { NewestRuns } from './Runs.tsx'
import { Expectation } from './Expectation.tsx'
import { OwnEntry } from './own/OwnEntry.tsx'
import { AI, INTRADAY, STRATEGY, lineIn, nameIn, strategiesOn, type ListedStrategy } from './strategy.ts'
import styles from './strategies.module.css'

const WAITING = [
  ['100%', 130],
  ['100%', 72],
  ['100%', 72],
  ['100%', 72],
] as const

/** The strategies that end with the day. Spec: /subPackages/home/dayTrading/dayTrading. */
export const IntradayStrategies = () => <StrategyList path={INTRADAY} />

/** The trained model, and the strategies that look over days. Spec: /subPackages/home/ai/ai. */
export const AiStrategies = () => <StrategyList path={AI} />

function StrategyList({ path }: { path: string }) {
  const t = useText('strategies')
  const listing = useQuery().get('listing') ?? undefined
  const { data, error, refetch } = useRead(listStrategies, {})
  return (
    <Screen title={t(path === AI ? 'title_ai' : 'title_day')} onBack={back} onRefresh={refreshAll}>
      {data ? (
        <>
          <Restriction />
          <Section>
            <Expectation source={data.source} />
          </Section>
          <Section title={t('list')} flush>
            {path === AI && <p className={styles.lead}>{t('aiWhat')}</p>}
            {strategiesOn(path, data).map((strategy) => (
              <StrategyRow key={strategy.id} of={strategy} listing={listing} />
            ))}
          </Section>
          <NewestRuns />
          <NewestBacktests />
          <OwnEntry />
          <div className={styles.end} />
        </>
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** A strategy with the worst fall of its runs in this house, the losing ones too. */
function StrategyRow({ of, listing }: { of: ListedStrategy; listing: string | undefined }) {
  const t = useText('strategies')
  const f = useFormats()
  const result = useRunResults().resultOf(of)
  return (
    <Row
      title={nameIn(t, of.id)}
      caption={lineIn(t, of.id)}
      value={result ? <span className={styles.down}>{f.bps(-BigInt(result.drawdownBps))}</span> : '-'}
      valueCaption={result ? t('drawdown') : t('noResults')}
      wraps
      caret
      href={hrefTo(STRATEGY, { id: of.id, listing })}
    />
  )
}
