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

/** Placeholder: state, amount, destination, steps and acts. */
const WAITING = [
  ['30%', 28],
  ['40%', 35],
  ['55%', 16],
  ['100%', 190],
  ['100%', 55],
] as const

/** The placeholder of an open withdrawal: the list opens the newest one. */
export const StoryWaiting = () => <SkeletonBlocks of={WAITING} />

/** One withdrawal: its state, the reason first if it was refused, then every step with its person and time. */
export function WithdrawalStory({ id }: { id: string }) {
  const t = useText('withdrawals')
  const { data, error, refetch } = useRead(readWithdrawal, { id })
  if (data) return <Story withdrawal={data} />
  if (!error) return <StoryWaiting />
  if ('refused' in error && (error.refused === 'unknown_withdrawal' || error.refused === 'bad_input')) {
    return <Empty text={t('unknown')} action={t('records')} href={hrefTo(RECORDS)} />
  }
  return <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
}

function Story({ withdrawal }: { withdrawal: Whole }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const [leaving, setLeaving] = useState(false)
  const { key, tone } = STATES[withdrawal.state]
  const figure = useRef<HTMLHeadingElement>(null)
  // Cancelling removes the focused button, so move the focus to the figure for keyboard users.
  const close = (isCancelled: boolean): void => {
    setLeaving(false)
    if (isCancelled) setTimeout(() => figure.current?.focus())
  }
  return (
    <>
      <article className={styles.story}>
        <div className={styles.ends}>
          <span role="status">
            <StatusChip tone={tone} label={t(key)} />
          </span>
          <span className={styles.soft}>{withdrawal.number}</span>
        </div>
        <h2 className={styles.figure} ref={figure} tabIndex={-1}>
          {f.amount(withdrawal.amount)}
        </h2>
        <p className={styles.soft}>
          {placeName(withdrawal.place)} · {placeNumber(withdrawal.place)}
        </p>
        {withdrawal.coins && <CountedCoins coins={withdrawal.coins} />}
        {withdrawal.reason && (
          <div className={styles.reason}>
            <Notice band tone="loss" icon={null} title={withdrawal.reason.title}>
              {f.sentences(withdrawal.reason.next, t('noPayment'))}
            </Notice>
          </div>
        )}
        {withdrawal.onePerson && withdrawal.cancellable && <OnePerson />}
        <Timeline label={t('story')} steps={useSteps(withdrawal)} />
        <Buttons>
          {withdrawal.state === 'refused' && <Button look="soft" small label={t('again')} href={hrefTo(FORM)} />}
          {withdrawal.cancellable && (
            <Button look="outline" small label={t('cancel')} onClick={() => setLeaving(true)} />
          )}
          <Button
            look="outline"
            small
            label={t('seeEntries')}
            href={hrefTo('/subPackages/portfolio/funds', { cause: withdrawal.id, causeKind: 'withdrawal' })}
          />
        </Buttons>
      </article>
      {leaving && <CancelWithdrawal withdrawal={withdrawal} onClose={close} />}
    </>
  )
}
