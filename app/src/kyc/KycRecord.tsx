import type { ReviewStep } from '@lonja/core/review/review.contract'
import { areTwoSeats } from '@lonja/core/review/people.rules'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Block, Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip, type StatusTone } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { Timeline, type TimelineStep } from '@lonja/kit/parts/Timeline'
import { refreshAll } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { useLetIn } from '../accounts/letIn.ts'
import { fieldName, sideName, type Kyc, type Submission } from './form.ts'
import styles from './kyc.module.css'

type RecordState = 'submitted' | 'in_review' | 'passed' | 'refused'

const TONES: Readonly<Record<RecordState, StatusTone>> = {
  submitted: 'warn',
  in_review: 'accent',
  passed: 'gain',
  refused: 'loss',
}

/** The state of the last submission: its steps, by whom, and the next one. */
export function KycRecord(props: { kyc: Kyc; submission: Submission; onRepeat: () => void }) {
  const t = useText('kyc')
  const f = useFormats()
  const { kyc, submission } = props
  const state = kyc.state as RecordState
  const { reason, repeat, type } = submission
  const fields = f.list(repeat.map((field) => fieldName(field, type, t)))
  const isOne = repeat.length === 1
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={refreshAll}
      readOnly
      dock={
        state === 'refused' && (
          <Button
            label={isOne ? t('repeatOne', { fields }) : t('repeatAll')}
            second={isOne ? t('repeatSecond') : undefined}
            onClick={props.onRepeat}
          />
        )
      }
    >
      <div className={styles.form}>
        <div role="status">
          <StatusChip label={t(state)} tone={TONES[state]} />
        </div>
        <div>
          <h2 className={styles.title}>{reason?.title ?? titleFor(state, t)}</h2>
          <p className={styles.soft}>
            {f.sentences(
              reason?.next ?? t(state === 'passed' ? 'passedText' : 'submittedText'),
              state === 'refused' && t('refusedText'),
            )}
          </p>
        </div>
        {fields !== '' && <Notice tone="loss" title={t('repeat', { fields })} />}
        <History of={submission} state={state} />
        <Facts of={submission} />
        <Limits of={kyc} />
      </div>
    </Screen>
  )
}

function titleFor(state: RecordState, t: Say<'kyc'>): string {
  if (state === 'passed') return t('passedTitle')
  if (state === 'refused') return t('refusedTitle')
  return state === 'in_review' ? t('in_reviewTitle') : t('submittedTitle')
}

function History({ of, state }: { of: Submission; state: RecordState }) {
  const t = useText('kyc')
  const f = useFormats()
  const letIn = useLetIn()
  const byTwo = areTwoSeats(of.steps)
  const sent: TimelineStep = {
    label: t('submitted'),
    at: f.date(of.submittedAt),
    note: of.sample ? t('byYou') : t('byYouOwn'),
    state: 'done',
  }
  const done: Readonly<Record<ReviewStep, string>> = {
    opened: t('opened'),
    taken_over: t('taken_over'),
    let_go: t('let_go'),
    recalled: t('let_go'),
    approve: t('approve'),
    refuse: t('refuse'),
  }
  const steps = of.steps.map(({ step, at, seat, person, reason }): TimelineStep => ({
    label: done[step],
    at: f.date(at),
    note: [
      seat && t('seat', { number: seat.number }),
      seat && byTwo && person !== null && letIn(seat.letInBy),
      reason?.title,
    ]
      .filter(Boolean)
      .join(' · '),
    state: step === 'approve' ? 'good' : step === 'refuse' ? 'bad' : 'done',
  }))
  const isOver = state === 'passed' || state === 'refused'
  const next: TimelineStep = { label: t('decision'), at: t('before', { time: f.date(of.dueAt) }), state: 'next' }
  return <Timeline label={t('history')} steps={[sent, ...steps, ...(isOver ? [] : [next])]} />
}

function Facts({ of }: { of: Submission }) {
  const t = useText('kyc')
  const f = useFormats()
  const views = of.papers.reduce((sum, paper) => sum + paper.views, 0)
  const pictureSteps = of.papers.map(({ side, removeAt, removedAt }) => ({
    label: sideName(side, of.type, t),
    value:
      removedAt !== null
        ? t('removed')
        : removeAt === null
          ? t('untilDecided')
          : t('removeOn', { day: f.dayBeside(removeAt) }),
  }))
  return (
    <Block>
      <DefinitionRows
        rows={[
          { label: t('firstName'), value: of.firstName },
          { label: t('lastName'), value: of.lastName },
          { label: t(of.type), value: of.number },
          ...pictureSteps,
          { label: t('views'), value: f.count(views) },
        ]}
      />
    </Block>
  )
}

/** The daily limits of the level now, and once the check has passed. */
function Limits({ of: { state, limits, passedLimits } }: { of: Kyc }) {
  const t = useText('kyc')
  const f = useFormats()
  const rows = ({ deposit, withdrawal }: Kyc['limits']) => [
    { label: t('limitDeposit'), value: f.amount({ asset: 'EUR', units: deposit }) },
    { label: t('limitWithdrawal'), value: f.amount({ asset: 'EUR', units: withdrawal }) },
  ]
  return (
    <Block>
      <h3 className={styles.head}>{t('limits')}</h3>
      <DefinitionRows rows={rows(limits)} />
      {state !== 'passed' && (
        <>
          <h3 className={styles.head}>{t('limitPassed')}</h3>
          <DefinitionRows rows={rows(passedLimits)} />
        </>
      )}
    </Block>
  )
}
