import type { ReactNode } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { Limit } from './Limit.tsx'
import { outlookOn, useEuros, type LoanFacts } from './loan.ts'
import type { LoanForm } from './useLoanForm.ts'
import styles from './loans.module.css'

/** The parts of a year at which the cost of an earlier repayment is shown. */
const EARLIER = [30, 90, 180] as const

/** The terms come first, and change with the amount. */
export function AmountStep({ form, facts }: { form: LoanForm; facts: LoanFacts }) {
  const t = useText('loans')
  const f = useFormats()
  const inEuros = useEuros()
  return (
    <>
      <Restriction />
      <Limit facts={facts} />
      <NumberField
        label={t('amount')}
        labelRight={t('from', { least: inEuros(facts.least), most: inEuros(facts.left) })}
        tall
        decimals={2}
        value={form.amount}
        unit={f.mark('EUR')}
        onChange={form.setAmount}
        error={form.mistake('amount')}
      />
      <Terms facts={facts} amount={form.amount ?? 0n} />
    </>
  )
}

interface CostProps {
  facts: Pick<LoanFacts, 'terms'>
  amount: bigint
}

/** The terms of a loan of an amount: its cost, the saving of an early repayment, and the consequences of not repaying. */
export function Terms({ facts, amount }: CostProps) {
  const t = useText('loans')
  return (
    <>
      <Cost facts={facts} amount={amount} />
      <Early facts={facts} amount={amount} />
      <Notice tone="ground" title={t('unpaidTitle')}>
        <ul className={styles.lacks}>
          <li>{t('unpaidLoss')}</li>
          <li>{t('unpaidFree')}</li>
          <li>{t('unpaidEnd')}</li>
        </ul>
      </Notice>
    </>
  )
}

/** The cost of a loan, with further sentences in the same box. */
export function Cost({ facts, amount, children }: CostProps & { children?: ReactNode }) {
  const t = useText('loans')
  const f = useFormats()
  const { night, nightsLeft: nights, atEnd } = outlookOn(amount, facts.terms)
  const inEuros = useEuros()
  return (
    <div className={styles.cost}>
      <p className={styles.ends}>
        <strong>{t('costs', { cost: inEuros(atEnd - amount) })}</strong>
        <span>{t('rate', { rate: f.rate(BigInt(facts.terms.yearBps)), night: inEuros(night) })}</span>
      </p>
      <p className={styles.ends}>
        <span>{t('givesBack', { nights: BigInt(nights) })}</span>
        <strong>{inEuros(atEnd)}</strong>
      </p>
      {children}
    </div>
  )
}

function Early({ facts, amount }: CostProps) {
  const t = useText('loans')
  const { night, nightsLeft: nights } = outlookOn(amount, facts.terms)
  const inEuros = useEuros()
  return (
    <div>
      <h2 className={styles.heading}>{t('earlyTitle')}</h2>
      <DefinitionRows
        rows={[...EARLIER, nights].map((days) => ({
          label: t('afterDays', { days: BigInt(days) }),
          note: days === nights ? t('atEnd') : t('saves', { saved: inEuros(night * BigInt(nights - days)) }),
          value: inEuros(amount + night * BigInt(days)),
        }))}
      />
    </div>
  )
}
