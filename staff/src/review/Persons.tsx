import type { Opinion } from '@lonja/core/review/review.contract'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { ArrowsLeftRightIcon, CheckCircleFillIcon } from '@lonja/kit/parts/page-icons'
import { CircleIcon } from '@lonja/kit/parts/late-icons'
import { useText } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import type { FirstOpinion } from './opinions.ts'
import styles from './Decision.module.css'

/** Pairs of deciding seats of which one let the other in: only people can judge whether two persons sit there. */
export type SeatedBy = readonly { readonly seat: number; readonly by: number }[]

/** Two people decide: the first one's seat number and proposal, and the second one's choices. */
export function Persons(props: { first: FirstOpinion | null; opinion: Opinion | null; seatedBy: SeatedBy }) {
  const { first, opinion, seatedBy } = props
  const t = useText('review')
  const colleague = useColleague()
  const shownOpinion = first?.opinion ?? opinion ?? 'approve'
  return (
    <section className={styles.first}>
      <div className={styles.firstHead}>
        <h3>{t('twoPeople')}</h3>
        <StatusChip tone="warn" icon={null} label={t(first ? 'oneOfTwo' : 'noneOfTwo')} />
      </div>
      <ol className={styles.people}>
        <li className={first ? undefined : styles.next}>
          {first ? <CheckCircleFillIcon size={18} /> : <CircleIcon size={18} />}
          <span>
            {first
              ? t(`proposes_${shownOpinion}`, { seat: colleague(first.seat.number) })
              : t(`youPropose_${shownOpinion}`)}
          </span>
          {first && <small>{first.reason.title}</small>}
        </li>
        <li className={styles.next}>
          <CircleIcon size={18} />
          <span>{t(first ? 'youConfirm' : 'otherConfirms')}</span>
          <small>{t(first ? 'ifYouDisagree' : 'ifTheyDisagree')}</small>
        </li>
      </ol>
      {first && <LetIn seatedBy={seatedBy} />}
    </section>
  )
}

function LetIn({ seatedBy }: { seatedBy: SeatedBy }) {
  const t = useText('review')
  const colleague = useColleague()
  return seatedBy.map(({ seat, by }) => (
    <p key={seat} className={styles.again}>
      {t('letInBy', { seat: colleague(seat), by: colleague(by) })}
    </p>
  ))
}

/** Two people disagreed: both reasons side by side, and the next step. */
export function Disagreed({ opinions }: { opinions: readonly FirstOpinion[] }) {
  const t = useText('review')
  const colleague = useColleague()
  return (
    <section className={styles.first}>
      <h3>{t('haveDisagreed')}</h3>
      <ul className={styles.people}>
        {opinions.map(({ opinion, seat, reason }) => (
          <li key={opinion}>
            <ArrowsLeftRightIcon size={18} />
            <span>{t(`opined_${opinion}`, { seat: colleague(seat.number) })}</span>
            <small>{reason.title}</small>
          </li>
        ))}
      </ul>
      <p className={styles.again}>{t('againTwo')}</p>
    </section>
  )
}
