import { useState } from 'react'
import { readLoan } from '@lonja/core/loans/loans.contract'
import { eur } from '@lonja/core/base/amount'
import { dayNumberOf } from '@lonja/core/calendar/days'
import type { Day } from '@lonja/core/base/instant'
import { outlookOf, repaid, savedBy, scheduleOf } from '@lonja/core/loans/schedule.rules'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { AgreementSheet } from './AgreementSheet.tsx'
import { Cost } from './AmountStep.tsx'
import { LoanAccount } from './LoanAccount.tsx'
import { allowsActs, LoanActs } from './LoanActs.tsx'
import { LoanSteps } from './LoanSteps.tsx'
import {
  LOAN,
  LOAN_TONES,
  noonOf,
  REPAYMENT_TONES,
  repaymentWaiting,
  termsOf,
  useEuros,
  type Repayment,
  type WholeLoan,
} from './loan.ts'
import styles from './loans.module.css'

const WAITING = [
  ['60%', 60],
  ['100%', 160],
  ['100%', 200],
] as const

/** One loan: what is owed, the repayment that waits, the account by steps, and how it was decided. */
export function LoanDetail({ id }: { id: string }) {
  const t = useText('loans')
  const { data, error, refetch } = useRead(readLoan, { id })
  const isUnknown = error && 'refused' in error && ['unknown_loan', 'bad_input'].includes(error.refused)
  return (
    <Screen
      title={data ? t('loanNumber', { number: data.number }) : t('title')}
      onBack={back}
      onRefresh={() => refetch()}
      dock={data && allowsActs(data) && <LoanActs loan={data} />}
    >
      {data ? (
        <Detail loan={data} />
      ) : isUnknown ? (
        <Empty text={t('unknown')} action={t('toLoan')} href={hrefTo(LOAN)} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Detail({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const { state, amount, reason, paidOutAt } = loan
  const isWaiting = state === 'pending' || state === 'in_review'
  const waiting = repaymentWaiting(loan)
  return (
    <>
      <Head loan={loan} />
      {state === 'refused' && reason && (
        <Section>
          <Notice tone="loss" title={reason.title}>
            {reason.next}
          </Notice>
        </Section>
      )}
      {isWaiting && (
        <Section>
          <Cost facts={loan} amount={amount.units} />
        </Section>
      )}
      {waiting && <Waiting loan={loan} repayment={waiting} />}
      {paidOutAt !== null && <Account loan={loan} />}
      <Refusals loan={loan} />
      <Section title={t('steps')}>
        <LoanSteps loan={loan} />
      </Section>
      <Signed loan={loan} />
      <div className={styles.end} />
    </>
  )
}

function Head({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const f = useFormats()
  const { state, amount, principal, interest, night, nightsLeft, lastDay, terms } = loan
  const inEuros = useEuros()
  const owed = owedOf(loan)
  const isOwed = state === 'paid_out'
  return (
    <Section>
      <div className={styles.ends}>
        <p className={styles.soft}>{t(isOwed ? 'owedToday' : 'askedFor')}</p>
        <StatusChip tone={LOAN_TONES[state]} label={t(`state_${state}`)} />
      </div>
      <Amount size={32} of={isOwed ? eur(owed) : amount} />
      {isOwed && (
        <DefinitionRows
          rows={[
            { label: t('principal'), value: inEuros(principal) },
            { label: t('interest'), value: inEuros(interest) },
            {
              label: t('eachDay'),
              note: t('yearRate', { rate: f.rate(BigInt(terms.yearBps)) }),
              value: inEuros(night),
            },
          ]}
        />
      )}
      {isOwed && lastDay !== null && (
        <p className={styles.soft}>
          {nightsLeft > 0
            ? t('untilEnd', {
                day: f.dayBeside(noonOf(lastDay)),
                amount: inEuros(outlookOf(loan, termsOf(terms), nightsLeft).atEnd),
              })
            : t('termOver', { day: f.dayBeside(noonOf(lastDay)) })}
        </p>
      )}
    </Section>
  )
}

function Waiting({ loan, repayment }: { loan: WholeLoan; repayment: Repayment }) {
  const t = useText('loans')
  const f = useFormats()
  const { principal, interest, nightsLeft, terms } = loan
  const debt = { principal, interest }
  const inEuros = useEuros()
  const { amount, number, state, at, dueAt } = repayment
  return (
    <Section>
      <div className={styles.card}>
        <div className={styles.ends}>
          <strong>{t('repaymentOf', { amount: f.amount(amount) })}</strong>
          <StatusChip tone={REPAYMENT_TONES[state]} label={t(`repayment_${state}`)} />
        </div>
        <p className={styles.soft}>{number}</p>
        <Timeline
          label={t('repaymentNumber', { number })}
          steps={[
            { label: t('stepRepays'), at: f.date(at), note: t('heldForIt'), state: 'done' },
            ...(state === 'in_review'
              ? [{ label: t('repayment_in_review'), note: t('openedIt'), state: 'done' } as const]
              : []),
            { label: t('stepBooked'), note: t('bookedWhen', { at: f.date(dueAt) }), state: 'next' },
          ]}
        />
        <DefinitionRows
          tight
          rows={[
            { label: t('owedThen'), value: inEuros(owedOf(repaid(debt, amount.units))) },
            { label: t('savesThen'), value: inEuros(savedBy(debt, amount.units, termsOf(terms), nightsLeft)) },
          ]}
        />
      </div>
    </Section>
  )
}

function Account({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const [isOpen, setOpen] = useState(false)
  const isRunning = loan.state === 'paid_out' && loan.nightsLeft > 0
  return (
    <Section
      title={t('account')}
      right={
        isRunning && (
          <span className={styles.byDay}>
            <Button small look="text" label={t('byDay')} onClick={() => setOpen(true)} />
          </span>
        )
      }
    >
      <LoanAccount steps={loan.account} />
      {isOpen && <Schedule loan={loan} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** The nights that are left, day by day. */
function Schedule({ loan, onClose }: { loan: WholeLoan; onClose: () => void }) {
  const t = useText('loans')
  const f = useFormats()
  const { principal, interest, terms, nightsLeft, lastDay } = loan
  const from = dayNumberOf((lastDay ?? '') as Day) - nightsLeft
  const days = scheduleOf({ principal, interest }, termsOf(terms), from, nightsLeft)
  const inEuros = useEuros()
  return (
    <Sheet title={t('scheduleTitle')} onClose={onClose} readOnly>
      <p className={styles.soft}>{t('scheduleWhy')}</p>
      <DefinitionRows
        tight
        rows={days.map(({ day, interest: night, owed }) => ({
          label: f.dayBeside(noonOf(day)),
          note: `+${inEuros(night)}`,
          value: inEuros(owed),
        }))}
      />
    </Sheet>
  )
}

/** Repayments that were refused, with their reason. */
function Refusals({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const f = useFormats()
  const refused = loan.repayments.filter(({ state }) => state === 'refused')
  if (refused.length === 0) return null
  return (
    <Section>
      {refused.map(({ id, amount, reason, number }) => (
        <Notice key={id} tone="loss" title={t('repaymentRefused', { amount: f.amount(amount), number })}>
          {reason && `${reason.title}. ${reason.next}`}
        </Notice>
      ))}
    </Section>
  )
}

function Signed({ loan }: { loan: WholeLoan }) {
  const t = useText('loans')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { signed, agreement, at, paidOutAt, amount, number } = loan
  return (
    <Section title={t('contract')}>
      <DefinitionRows
        rows={[
          { label: t('appliedAt'), value: f.date(at) },
          { label: t('amount'), value: f.amount(amount) },
          { label: t('record'), value: number },
          { label: t('paidOutAt'), value: paidOutAt === null ? '-' : f.date(paidOutAt) },
          { label: t('signature'), value: signed.name ?? t('drawnSignature') },
          {
            label: t('agreement'),
            note: t('hash', { hash: `${agreement.sha256.slice(0, 4)}…${agreement.sha256.slice(-4)}` }),
            value: t('openAgreement'),
            onOpen: () => setOpen(true),
          },
        ]}
      />
      {isOpen && <AgreementSheet agreement={agreement} onClose={() => setOpen(false)} />}
    </Section>
  )
}
