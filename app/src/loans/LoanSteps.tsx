import { useFormats } from '@lonja/kit/formats'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import type { WholeLoan } from './loan.ts'

/** The decision of a loan: its application, the seats' steps, its pay-out and its end, and what is still to come. */
export function LoanSteps({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const f = useFormats()
  const { at, dueAt, paidOutAt, endedAt, state, steps, amount } = loan
  const isWaiting = state === 'pending' || state === 'in_review'
  const rows: TimelineStep[] = [
    { label: t('stepApplied'), at: f.date(at), state: 'done' },
    ...steps
      .filter(({ step }) => step === 'opened')
      .slice(0, 1)
      .map(({ at: opened, seat }) => ({
        label: t('stepOpened'),
        at: f.date(opened),
        note: seat ? t('bySeat', { number: String(seat.number) }) : undefined,
        state: 'done' as const,
      })),
    ...steps
      .filter(({ step }) => step === 'approve' || step === 'refuse')
      .map(({ step, at: judgedAt, seat }) => ({
        label: t(step === 'approve' ? 'stepApproves' : 'stepRefuses'),
        at: f.date(judgedAt),
        note: seat ? t('bySeat', { number: String(seat.number) }) : undefined,
        state: step === 'approve' ? ('good' as const) : ('bad' as const),
      })),
  ]
  if (paidOutAt !== null)
    rows.push({ label: t('stepPaidOut', { amount: f.amount(amount) }), at: f.date(paidOutAt), state: 'good' })
  if (isWaiting) rows.push({ label: t('stepDecided'), note: t('until', { at: f.date(dueAt) }), state: 'next' })
  if (endedAt !== null)
    rows.push({ label: t(`state_${state}`), at: f.date(endedAt), state: state === 'refused' ? 'bad' : 'done' })
  else if (paidOutAt !== null) rows.push({ label: t('state_repaid'), note: t('whenever'), state: 'next' })
  return <Timeline label={t('steps')} steps={rows} />
}
