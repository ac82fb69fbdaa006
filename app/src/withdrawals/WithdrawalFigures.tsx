import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readWithdrawalFigures } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Block, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { NoPayment } from './NoPayment.tsx'
import { OnePerson } from './OnePerson.tsx'
import { lastingFor } from './withdrawal.ts'
import styles from './withdrawals.module.css'

type Figures = ReplyOf<typeof readWithdrawalFigures>
type Period = Figures['periods'][number]

const WAITING = [
  ['100%', 55],
  ['40%', 70],
  ['100%', 190],
  ['0', 1],
  ['60%', 20],
  ['100%', 120],
] as const

/**
 * This house's withdrawal figures: durations, and refusals with their reasons. They are public and counted from the
 * rows.
 */
export function WithdrawalFigures() {
  const t = useText('withdrawals')
  const { data, error, refetch } = useRead(readWithdrawalFigures, {})
  return (
    <Screen title={t('figures')} onBack={back} onRefresh={() => refetch()} readOnly={data === undefined}>
      {data ? (
        <Known figures={data} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Known({ figures }: { figures: Figures }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const [at, setAt] = useState<'0' | '1'>('0')
  const period = figures.periods[Number(at)]
  const { waiting, dueHours, limit, onePerson } = figures
  return (
    <div className={styles.figures}>
      <Segments
        label={t('period')}
        value={at}
        onChange={setAt}
        options={[
          { value: '0', label: t('lastDays', { days: 90 }) },
          { value: '1', label: t('ever') },
        ]}
      />
      {period && <Of period={period} />}
      <Section title={t('now')}>
        <DefinitionRows
          rows={[
            { label: t('waiting'), value: f.count(waiting.count) },
            ...(waiting.oldestAt === null
              ? []
              : [{ label: t('oldest'), value: lastingFor(figures.at - waiting.oldestAt, t) }]),
            { label: t('due'), value: t('hours', { hours: dueHours }) },
            { label: t('twoAbove'), value: onePerson ? '-' : f.amount({ asset: 'EUR', units: limit }) },
          ]}
        />
      </Section>
      {onePerson && <OnePerson />}
      <Block>
        <p className={styles.soft}>{t('countedAt', { time: f.date(figures.at) })}</p>
      </Block>
      <NoPayment />
    </div>
  )
}

function Of({ period }: { period: Period }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const decided = period.approved + period.refused
  if (period.asked === 0) return <Empty text={t('noFigures')} why={t('noFiguresWhy')} />
  const time = (ms: number | null) => (ms === null ? '-' : lastingFor(ms, t))
  const rows: Definition[] = [
    { label: t('nineInTen'), value: time(period.mostMs) },
    { label: t('askedFor'), value: f.count(period.asked) },
    { label: t('approvedMany'), value: f.count(period.approved) },
    {
      label: t('refusedMany'),
      note: period.refusedBps === null ? undefined : t('ofDecided', { share: f.rate(BigInt(period.refusedBps)) }),
      value: f.count(period.refused),
    },
    { label: t('cancelledMany'), value: f.count(period.cancelled) },
    { label: t('lateMany'), value: f.count(period.late) },
  ]
  return (
    <>
      <p className={styles.soft}>{t('half')}</p>
      <p className={styles.hero}>{time(period.medianMs)}</p>
      <DefinitionRows rows={rows} />
      {decided > 0 && period.reasons.length > 0 && (
        <Section title={t('why')}>
          <DefinitionRows
            rows={period.reasons.map(({ reason, count }) => ({ label: reason.title, value: f.count(count) }))}
          />
        </Section>
      )}
    </>
  )
}
