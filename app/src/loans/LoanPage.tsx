import { readLoanTerms } from '@lonja/core/loans/loans.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { isOff } from '@lonja/kit/first'
import { back, goTo, hrefTo, replacePage, urlTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ClockCounterClockwiseIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ProductOff } from '../accounts/ProductOff.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { AmountStep, Terms } from './AmountStep.tsx'
import { ApplicantStep } from './ApplicantStep.tsx'
import { Limit } from './Limit.tsx'
import { LOAN_RECORDS, outlookOn, useEuros, type LoanFacts } from './loan.ts'
import { SignStep } from './SignStep.tsx'
import { useLoanForm, type LoanForm, type LoanStep } from './useLoanForm.ts'
import styles from './loans.module.css'

const IDENTITY = '/subPackages/real/real'

const WAITING = [
  ['60%', 60],
  ['100%', 84],
  ['100%', 120],
  ['100%', 160],
] as const

/** Apply for a loan in three steps: the amount with its terms, the applicant, agreement and signature. Spec: /subPackages/home/loan/loan. */
export function LoanPage() {
  return isOff('loans') ? <Off /> : <Offered />
}

/** The page while the house gives no new loans: the records stay within reach. */
function Off() {
  const t = useText('loans')
  return (
    <Screen title={t('title')} onBack={back} right={<ToRecords />}>
      <ProductOff product="loans" />
      <Section>
        <Button label={t('records')} href={hrefTo(LOAN_RECORDS)} />
      </Section>
    </Screen>
  )
}

function Offered() {
  const t = useText('loans')
  const { data, error, refetch } = useRead(readLoanTerms, {})
  if (data && data.verified && !data.waiting && data.missing === 0n) return <Form facts={data} />
  return (
    <Screen title={t('title')} onBack={back} right={<ToRecords />} onRefresh={() => refetch()} readOnly>
      {data ? (
        <Hindered facts={data} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function ToRecords() {
  const t = useText('loans')
  return <IconButton icon={ClockCounterClockwiseIcon} label={t('records')} onClick={() => goTo(LOAN_RECORDS)} />
}

/** The reasons why an account cannot apply: it lacks something, or an application waits. One that lacks something has the terms too. */
function Hindered({ facts }: { facts: LoanFacts }) {
  const t = useText('loans')
  const { verified, waiting, missing, least } = facts
  const inEuros = useEuros()
  return (
    <>
      <Restriction />
      <Limit facts={facts} />
      <Section>
        {waiting ? (
          <Notice title={t('waitingTitle')}>{t('waitingWhy')}</Notice>
        ) : (
          <Notice tone="ground" title={t('lacksTitle')}>
            <ul className={styles.lacks}>
              {!verified && <li>{t('lacksIdentity')}</li>}
              {missing > 0n && <li>{t('lacksEquity', { missing: inEuros(missing), least: inEuros(least) })}</li>}
            </ul>
          </Notice>
        )}
      </Section>
      <Section>
        {waiting ? (
          <Button label={t('seeApplication')} href={hrefTo(LOAN_RECORDS)} />
        ) : (
          !verified && <Button label={t('toIdentity')} href={hrefTo(IDENTITY)} />
        )}
      </Section>
      {!waiting && (
        <Section title={t('termsTitle', { amount: inEuros(least) })}>
          <div className={styles.fields}>
            <Terms facts={facts} amount={least} />
          </div>
          <div className={styles.end} />
        </Section>
      )}
    </>
  )
}

const STEPS = [AmountStep, ApplicantStep, SignStep] as const

function Form({ facts }: { facts: LoanFacts }) {
  const t = useText('loans')
  const form = useLoanForm(facts, (id) => replacePage(urlTo(LOAN_RECORDS, { id })))
  const { step } = form
  const Step = STEPS[step]
  return (
    <Screen
      key={step}
      title={t('title')}
      caption={t('step', { step: step + 1, steps: STEPS.length })}
      onBack={step === 0 ? back : () => form.setStep((step - 1) as LoanStep)}
      right={<ToRecords />}
      dock={<Dock form={form} facts={facts} />}
    >
      <form ref={form.body} className={styles.form} noValidate onSubmit={form.next}>
        <Step form={form} facts={facts} />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}

/** The button is a sentence: what is asked for, and how it is signed. */
function Dock({ form, facts }: { form: LoanForm; facts: LoanFacts }) {
  const t = useText('loans')
  const waitsFor = useWaitForHouse()
  const { step, amount, how } = form
  const units = amount ?? 0n
  const { atEnd } = outlookOn(units, facts.terms)
  const inEuros = useEuros()
  return (
    <FormDock elsewhere={form.elsewhere}>
      {step < 2 ? (
        <Button
          label={t('next')}
          second={
            form.isOutside
              ? t('from', { least: inEuros(facts.least), most: inEuros(facts.left) })
              : t('nextWhy', { amount: inEuros(units), atEnd: inEuros(atEnd) })
          }
          onClick={form.next}
        />
      ) : (
        <Button
          label={t('signAndApply', { amount: inEuros(units) })}
          second={t(how === 'drawn' ? 'byHand' : 'byName')}
          busy={form.busy}
          busyLabel={t('sending')}
          waitsFor={waitsFor}
          onClick={form.next}
        />
      )}
    </FormDock>
  )
}
