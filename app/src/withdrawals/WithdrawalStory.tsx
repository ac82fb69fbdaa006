import { useRef, useState } from 'react'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CancelWithdrawal } from './CancelWithdrawal.tsx'
import { CountedCoins } from './CoinQuote.tsx'
import { OnePerson } from './OnePerson.tsx'
import { useSteps } from './steps.ts'
import { FORM, RECORDS, STATES, placeName, placeNumber, type Whole } from './withdrawal.ts'
import styles from './withdrawals.module.css'

/** State, amount, where to, the steps and what can be done. */
const WAITING = [
  ['30%', 28],
  ['40%', 35],
  ['55%', 16],
  ['100%', 190],
  ['100%', 55],
] as const

/** One with its story before it is there: in the list the newest one stands open. */
export const StoryWaiting = () => <SkeletonBlocks of={WAITING} />

/** One withdrawal: its state, the reason first where it was refused, then every step with who and when. */
export function WithdrawalStory({ id }: { id: string }) {
  const t = useText('withdrawals')
  const { data, error, refetch } = useRead(readWithdrawal, { id }, { quiet: true })
  if (data) return <Story made={data} />
  if (!error) return <StoryWaiting />
  if ('refused' in error && (error.refused === 'unknown_withdrawal' || error.refused === 'bad_input')) {
    return <Empty text={t('unknown')} action={t('records')} href={hrefTo(RECORDS)} />
  }
  return <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
}

function Story({ made }: { made: Whole }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const [leaving, setLeaving] = useState(false)
  const { key, tone } = STATES[made.state]
  const figure = useRef<HTMLHeadingElement>(null)
  // The button that asked is gone once it is cancelled: whoever works by keyboard goes on from the figure.
  const close = (isCancelled: boolean): void => {
    setLeaving(false)
    if (isCancelled) setTimeout(() => figure.current?.focus())
  }
  return (
    <article className={styles.story}>
      <div className={styles.ends}>
        <span role="status">
          <StatusChip tone={tone} label={t(key)} />
        </span>
        <span className={styles.soft}>{made.number}</span>
      </div>
      <h2 className={styles.figure} ref={figure} tabIndex={-1}>
        {f.amount(made.amount)}
      </h2>
      <p className={styles.soft}>
        {placeName(made.place)} · {placeNumber(made.place)}
      </p>
      {made.coins && <CountedCoins coins={made.coins} />}
      {made.reason && (
        <div className={styles.reason}>
          <Notice band tone="loss" icon={null} title={made.reason.title}>
            {f.sentences(made.reason.next, t('noPayment'))}
          </Notice>
        </div>
      )}
      {made.onePerson && made.cancellable && <OnePerson />}
      <Timeline label={t('story')} steps={useSteps(made)} />
      <Buttons>
        {made.state === 'refused' && <Button look="soft" small label={t('again')} href={hrefTo(FORM)} />}
        {made.cancellable && <Button look="outline" small label={t('cancel')} onClick={() => setLeaving(true)} />}
        <Button
          look="outline"
          small
          label={t('seeEntries')}
          href={hrefTo('/subPackages/portfolio/funds', { cause: made.id })}
        />
      </Buttons>
      {leaving && <CancelWithdrawal made={made} onClose={close} />}
    </article>
  )
}
