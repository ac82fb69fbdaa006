import { areTwoSeats } from '@lonja/core/review/people.rules'
import { useFormats } from '@lonja/kit/formats'
import type { TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText, type TextKey } from '@lonja/kit/text'
import { useLetIn } from '../accounts/letIn.ts'
import type { Whole } from './withdrawal.ts'

type Step = Whole['steps'][number]

/** The label of each step, and its dot. */
const SAID: Readonly<Record<Step['step'], { key: TextKey<'withdrawals'>; state: TimelineStep['state'] }>> = {
  requested: { key: 'stepRequested', state: 'done' },
  held: { key: 'stepHeld', state: 'done' },
  opened: { key: 'stepOpened', state: 'done' },
  taken_over: { key: 'stepTakenOver', state: 'done' },
  let_go: { key: 'stepLetGo', state: 'done' },
  would_approve: { key: 'stepWouldApprove', state: 'done' },
  would_refuse: { key: 'stepWouldRefuse', state: 'done' },
  disagreed: { key: 'stepDisagreed', state: 'done' },
  approved: { key: 'stepApproved', state: 'good' },
  recalled: { key: 'stepRecalled', state: 'done' },
  refused: { key: 'stepRefused', state: 'bad' },
  cancelled: { key: 'stepCancelled', state: 'done' },
  released: { key: 'stepReleased', state: 'good' },
  sent: { key: 'stepSent', state: 'good' },
}

const ROLES: Readonly<Record<NonNullable<Step['seat']>['role'], TextKey<'withdrawals'>>> = {
  support: 'roleSupport',
  reviewer: 'roleReviewer',
  treasurer: 'roleTreasurer',
  operations: 'roleOperations',
  admin: 'roleAdmin',
  auditor: 'roleAuditor',
}

/** A withdrawal's steps so far, and the coming ones drawn empty. */
export function useSteps(withdrawal: Whole): TimelineStep[] {
  const t = useText('withdrawals')
  const f = useFormats()
  const amount = f.amount(withdrawal.amount)
  const letIn = useLetIn()
  const byTwo = areTwoSeats(withdrawal.steps)
  const noteOf = ({ step, seat, person, reason, posting }: Step): string | undefined => {
    if (step === 'requested') return t('byYou')
    if (step === 'cancelled') return t('byYouAlone')
    const who = seat && t('seat', { role: t(ROLES[seat.role]), number: seat.number })
    const which = person === null ? null : t(person === 1 ? 'firstPerson' : 'secondPerson')
    const by = seat && byTwo && person !== null ? letIn(seat.letInBy) : null
    const entry = posting === null ? null : t('entry', { number: f.count(posting) })
    const again = step === 'released' ? t('availableAgain') : null
    const parts = [who, by, which, reason?.title, again, entry].filter((part) => part !== null && part !== undefined)
    return parts.length > 0 ? parts.join(' · ') : undefined
  }
  const done = withdrawal.steps.map((step): TimelineStep => {
    const { key, state } = SAID[step.step]
    return { label: t(key, { amount }), at: f.date(step.at), note: noteOf(step), state }
  })
  return [...done, ...coming()]

  function coming(): TimelineStep[] {
    const sent: TimelineStep = { label: t('nextSent'), state: 'next' }
    if (withdrawal.state === 'approved') return [sent]
    if (withdrawal.state !== 'pending' && withdrawal.state !== 'in_review') return []
    const who = t(withdrawal.people.approve === 2 ? 'twoPeople' : 'onePersonApproves')
    const due = t('dueBy', { time: f.date(withdrawal.dueAt).replace(' ', '\u00a0') })
    return [{ label: t('nextReview'), note: `${who} · ${due}`, state: 'next' }, sent]
  }
}
