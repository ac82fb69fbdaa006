import { listStrategies } from '@lonja/core/strategies/strategies.contract'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { TEST } from './backtest.ts'
import { Costs } from './Costs.tsx'
import { Expectation } from './Expectation.tsx'
import { HouseResult } from './HouseResult.tsx'
import { ModelFacts, ModelResult } from './ModelResult.tsx'
import { APPLY } from './run.ts'
import { SwitchedOff } from './SwitchedOff.tsx'
import {
  INTRADAY,
  fileOf,
  isModel,
  lineIn,
  nameIn,
  parameterIn,
  stepsIn,
  useParameterText,
  type ListedStrategy,
  type StrategyFacts,
} from './strategy.ts'
import styles from './strategies.module.css'

const WAITING = [
  ['70%', 28],
  ['100%', 130],
  ['100%', 120],
  ['100%', 190],
] as const

/** One strategy: what it came to, what it costs and can lose, and how it decides. All of it stands before its first use. */
export function StrategyPage() {
  const t = useText('strategies')
  const query = useQuery()
  const id = query.get('id') ?? ''
  const listing = query.get('listing') ?? undefined
  const { data, error, refetch } = useRead(listStrategies, {})
  const strategy = data?.strategies.find((each) => each.id === id)
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={refreshAll}
      dock={strategy && <Dock id={id} listing={listing} isOff={data?.runs.off === true} />}
    >
      {data && strategy ? (
        <Whole of={strategy} facts={data} />
      ) : data ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(INTRADAY)} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Dock({ id, listing, isOff }: { id: string; listing: string | undefined; isOff: boolean }) {
  const t = useText('strategies')
  return (
    <Buttons>
      <Button look="outline" label={t('test')} second={t('testMoves')} href={hrefTo(TEST, { strategy: id, listing })} />
      {!isOff && <Button label={t('apply')} href={hrefTo(APPLY, { strategy: id, listing })} />}
    </Buttons>
  )
}

function Whole({ of, facts }: { of: ListedStrategy; facts: StrategyFacts }) {
  const t = useText('strategies')
  return (
    <>
      <Restriction />
      <Section>
        <h2 className={styles.name}>{nameIn(t, of.id)}</h2>
        <p className={styles.soft}>
          {t(of.intraday ? 'intraday' : 'overnight')} · {t('version', { version: of.version })} · {t('publicCode')}
        </p>
        <p>{lineIn(t, of.id)}</p>
      </Section>
      {isModel(of.id) && <ModelResult />}
      <HouseResult of={of} />
      {facts.runs.off && (
        <Section>
          <SwitchedOff />
        </Section>
      )}
      <Section>
        <Expectation source={facts.source} />
      </Section>
      <Costs />
      <Steps of={of} />
      {isModel(of.id) && <ModelFacts />}
      <Code of={of} />
      <div className={styles.end} />
    </>
  )
}

/** Its steps, and its parameters with their bounds. */
function Steps({ of }: { of: ListedStrategy }) {
  const t = useText('strategies')
  const write = useParameterText()
  return (
    <>
      <Section title={t('howTitle')}>
        <ol className={styles.steps}>
          {stepsIn(t, of.id).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Section>
      <Section title={t('parameters')}>
        <DefinitionRows
          rows={of.parameters.map(({ name, unit, least, most, usual }) => ({
            label: parameterIn(t, of.id, name),
            note: t('fromTo', { least: write(unit, least), most: write(unit, most) }),
            value: write(unit, usual),
          }))}
        />
      </Section>
    </>
  )
}

function Code({ of }: { of: ListedStrategy }) {
  const t = useText('strategies')
  const file = fileOf(of.id)
  if (file === null) return null
  return (
    <Section title={t('codeTitle')}>
      <p className={styles.soft}>{t('codeWhat', { file })}</p>
      <Button look="text" small label={t('codeLicence')} href={hrefTo('/subPackages/about/about')} />
    </Section>
  )
}
