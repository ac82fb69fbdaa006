import type { ReplyOf } from '@lonja/core/base/contract'
import type { ReviewStep } from '@lonja/core/review/review.contract'
import type { listQueue } from '@lonja/core/reviews.contract'
import { areTwoSeats } from '@lonja/core/review/people.rules'
import { useFormats } from '@lonja/kit/formats'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { useSeatName } from '../staff/colleague.ts'
import { roleNames } from '../staff/roles.ts'
import { useText } from '@lonja/kit/text'

export type SeatShown = NonNullable<ReplyOf<typeof listQueue>['rows'][number]['holder']>['seat']

export interface StepShown {
  readonly step: ReviewStep
  readonly at: number
  /** Null for the operator at the command line. */
  readonly seat: (SeatShown & { readonly letInBy: number | null }) | null
  readonly reason: { readonly code: string; readonly title: string } | null
  /** A disagreement starts a new one. */
  readonly round: number
  /** For an opinion: its person within the round. */
  readonly person: number | null
  readonly note: string | null
}

const STATES = { approve: 'good', refuse: 'bad' } as const

/** The openings and opinions, in order; the notes are for staff only. */
export function Steps({ steps }: { steps: readonly StepShown[] }) {
  const t = useText('review')
  const s = useText('staff')
  const f = useFormats()
  const nameOf = useSeatName()
  const byTwo = areTwoSeats(steps)
  const whoIs = ({ number, role }: SeatShown): string => {
    const blanks = { number: String(number), role: roleNames(s, f, [role]) }
    const name = nameOf(number)
    return name === undefined ? s('seatAndRole', blanks) : s('namedAndRole', { ...blanks, name })
  }
  const letIn = (by: number | null) =>
    by === null ? s('seatLetInByCommand') : s('seatLetInBy', { number: String(by) })
  const shown: TimelineStep[] = steps.map(({ step, at, seat, person, reason, note }) => ({
    label: t(`step_${step}`),
    at: f.date(at),
    note: [
      seat ? whoIs(seat) : t('byOperator'),
      seat && byTwo && person !== null && letIn(seat.letInBy),
      reason?.title,
      note !== null && t('noteIs', { note }),
    ]
      .filter(Boolean)
      .join(' · '),
    state: step === 'approve' || step === 'refuse' ? STATES[step] : 'done',
  }))
  return (
    <section>
      <h2>{t('steps')}</h2>
      {shown.length === 0 ? <p>{t('noSteps')}</p> : <Timeline label={t('steps')} steps={shown} />}
    </section>
  )
}
