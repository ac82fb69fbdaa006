import { useWaitForHouse } from '@lonja/kit/connection'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import { STEPS, sideName, type Submission } from './form.ts'
import { KycCheck } from './KycCheck.tsx'
import { KycNames } from './KycNames.tsx'
import { KycPaper } from './KycPaper.tsx'
import styles from './kyc.module.css'
import { StepLine } from './StepLine.tsx'
import { useKycForm, type KycFormState } from './useKycForm.ts'

/** The form in three steps. After a refusal it opens at the step to repeat, with the rest filled in. */
export function KycForm(props: { earlier: Submission | null; dueHours: number; onDone: () => void }) {
  const { earlier, dueHours, onDone } = props
  const t = useText('kyc')
  const form = useKycForm(earlier, onDone)
  const { step, setStep } = form
  return (
    <Screen
      title={t('title')}
      onBack={step === 0 ? (earlier ? onDone : back) : () => setStep(step - 1)}
      dock={<Next of={form} dueHours={dueHours} />}
    >
      <div ref={form.body} className={styles.form}>
        <StepLine steps={STEPS.map((name) => t(name))} at={step} label={t('step', { n: step + 1 })} />
        {step === 0 && (
          <KycNames typed={form.typed} onChange={form.change} mistakeOf={form.mistakeOf} onNext={form.next} />
        )}
        {step === 1 && <KycPaper of={form} earlier={earlier} />}
        {step === 2 && <Check of={form} earlier={earlier} />}
      </div>
    </Screen>
  )
}

function Next({ of: { step, uploads, busy, next }, dueHours }: { of: KycFormState; dueHours: number }) {
  const t = useText('kyc')
  const waitsFor = useWaitForHouse()
  const last = step === 2
  return (
    <Button
      label={last ? t('send') : t('next')}
      second={last ? t('sendSecond', { hours: dueHours }) : undefined}
      busy={busy}
      busyLabel={t('sending')}
      waitsFor={step === 1 && uploads.busy ? t('waitsUpload') : last ? waitsFor : undefined}
      onClick={next}
    />
  )
}

function Check({
  of: { typed, form, keeps, isSample, setStep },
  earlier,
}: {
  of: KycFormState
  earlier: Submission | null
}) {
  const t = useText('kyc')
  const sides = (['front', 'back'] as const).filter((side) => form[side] !== null)
  return (
    <KycCheck
      typed={typed}
      number={keeps ? (earlier?.number ?? '') : typed.number}
      isSample={isSample}
      sides={sides.map((side) => sideName(side, typed.type, t))}
      onEdit={setStep}
    />
  )
}
