import type { OnlyLook as OnlyLookReason } from '@lonja/core/review/review.staff.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { useMoved } from './moved.ts'
import styles from './Decision.module.css'

/** The result of the seat's own act, and the link to the next review. */
export function Outcome({
  outcome,
  state,
  what,
  onNext,
}: {
  outcome: 'decided' | 'needs_second' | 'disagreed'
  state: string
  /** The amount or the subject in a word. */
  what: string
  onNext: (() => void) | null
}) {
  const t = useText('review')
  const isAnswered = useMoved() === 'gone' && outcome === 'needs_second'
  return (
    <div className={styles.outcome} role="status">
      <Notice tone="ground" title={t(`outcome_${outcome}`)}>
        {outcome === 'decided' ? `${state} · ${what}` : t(isAnswered ? 'outcomeWhy_gone' : `outcomeWhy_${outcome}`)}
      </Notice>
      <NextButton onNext={onNext} />
    </div>
  )
}

/** The reason why this seat may only view it, and the link to the next review. */
export function OnlyLook({
  why,
  number,
  onNext,
  onAgain,
}: {
  why: OnlyLookReason | 'cancelled'
  number: number | null
  onNext: (() => void) | null
  onAgain: () => void
}) {
  const t = useText('review')
  const colleague = useColleague()
  const moved = useMoved()
  const now = why === 'held_by_another' && moved !== null ? 'moved' : why
  return (
    <div className={styles.outcome} role="status">
      <Notice tone="warn" title={t(`look_${now}`)}>
        {t(`lookWhy_${now}`, { seat: number === null ? '' : colleague(number) })}
      </Notice>
      {why === 'held_by_another' && <Button look="outline" small label={t('tryAgain')} onClick={onAgain} />}
      <NextButton onNext={onNext} />
    </div>
  )
}

/** The next review of the queue; after the last one, the queues in which something waits. */
function NextButton({ onNext }: { onNext: (() => void) | null }) {
  const t = useText('review')
  if (onNext) return <Button label={t('next')} onClick={onNext} />
  return (
    <>
      <p>{t('noNext')}</p>
      <Elsewhere />
    </>
  )
}
