import { tickerOf } from '@lonja/core/base/amount'
import { readOption } from '@lonja/core/options/options.contract'
import { SECOND } from '@lonja/core/base/instant'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { EndedDock, EndedOption } from './EndedOption.tsx'
import { isEnded, OPTIONS } from './option.ts'
import { DayLimit, OwnRecord, OwnTotal } from './OwnRecord.tsx'
import { RunningOption, SellDock } from './RunningOption.tsx'
import styles from './options.module.css'

const WAITING = [
  ['100%', 120],
  ['100%', 200],
  ['100%', 190],
] as const
/** A running option is read again as often, for the price of a sale and for its end. */
const REFETCH_MS = 3 * SECOND

/** One option: while it runs with its strike and what is left of it, afterwards with its evidence. Spec: /subPackages/home/options/detail. */
export function OptionDetail() {
  const t = useText('options')
  const names = useMarketNames()
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readOption, { id }, { quiet: true })
  useRead(readOption, { id }, { quiet: true, refetchMs: REFETCH_MS, enabled: data?.state === 'running' })
  const isUnknown = error && 'refused' in error && ['unknown_option', 'bad_input'].includes(error.refused)
  return (
    <Screen
      title={data ? t('number', { number: data.number }) : t('title')}
      caption={data && `${tickerOf(data.listing)} · ${names.venue(data.venue)}`}
      onBack={back}
      onRefresh={() => refetch()}
      dock={
        data && (isEnded(data) ? <EndedDock option={data} /> : data.sale && <SellDock option={data} sale={data.sale} />)
      }
    >
      {data ? (
        <>
          {isEnded(data) ? (
            <>
              <OwnTotal totals={data.totals} />
              <EndedOption option={data} />
              <DayLimit limit={data.limit} />
            </>
          ) : (
            <>
              <RunningOption option={data} />
              <OwnRecord limit={data.limit} totals={data.totals} />
            </>
          )}
          <div className={styles.end} />
        </>
      ) : isUnknown ? (
        <Empty text={t('unknown')} action={t('seeAll')} href={hrefTo(OPTIONS)} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}
