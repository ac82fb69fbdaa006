import { useState } from 'react'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { repayLoan } from '@lonja/core/loans/loans.contract'
import { repaid, savedBy } from '@lonja/core/loans/schedule.rules'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { staleAfterLoan, termsOf, useEuros, type WholeLoan } from './loan.ts'
import styles from './loans.module.css'

/** Repay a part of a loan or all of it: what is owed then, and what it saves, are said before the tap. */
export function RepaySheet({ loan, onClose }: { loan: WholeLoan; onClose: () => void }) {
  const t = useText('loans')
  const f = useFormats()
  const form = useRepaying(loan, onClose)
  const waitsFor = useWaitForHouse()
  const { units, debt, owed } = form
  const inEuros = useEuros()
  const isFine = units !== null && units > 0n && units <= owed
  return (
    <Sheet
      title={t('repay')}
      onClose={onClose}
      actions={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={isFine ? t('repayAmount', { amount: inEuros(units) }) : t('repay')}
            second={t('repayHolds')}
            busy={form.busy}
            busyLabel={t('sending')}
            waitsFor={waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.fields} noValidate onSubmit={form.submit}>
        <div className={styles.amount}>
          <NumberField
            label={t('repayment')}
            labelRight={t('owes', { amount: inEuros(owed) })}
            tall
            decimals={2}
            value={units}
            unit={f.mark('EUR')}
            onChange={form.setUnits}
            error={form.error}
            hint={t('free', { amount: f.amount(loan.free) })}
          />
          <Button look="soft" small label={t('all')} onClick={() => form.setUnits(owed)} />
        </div>
        <DefinitionRows
          rows={[
            { label: t('owedThen'), value: isFine ? inEuros(owedOf(repaid(debt, units))) : '-' },
            {
              label: t('savesThen'),
              value: isFine ? inEuros(savedBy(debt, units, termsOf(loan.terms), loan.nightsLeft)) : '-',
            },
            { label: t('leftFree'), value: isFine ? inEuros(loan.free.units - units) : '-', total: true },
          ]}
        />
        <p className={styles.soft}>{t('repayCounts')}</p>
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

/** The form of a repayment. One form has one id: a second tap is the same repayment. */
function useRepaying({ id: loan, principal, interest, free }: WholeLoan, onDone: () => void) {
  const t = useText('loans')
  const inEuros = useEuros()
  const [id] = useState(newId)
  const [units, setUnits] = useState<bigint | null>(null)
  const { ref, tried, count } = useTries()
  const debt = { principal, interest }
  const owed = owedOf(debt)
  const send = useWrite(repayLoan, {
    onReply: () => {
      staleAfterLoan()
      toast(t('repayDone'), { kind: 'done' })
      onDone()
    },
    onRefusal: () => {
      count()
      staleAfterLoan()
    },
  })
  const missing = units === null ? t('missing') : units <= 0n ? t('repayPositive') : undefined
  const tooMuch = units !== null && units > owed ? t('repayMost', { amount: inEuros(owed) }) : undefined
  const overdrawn = units !== null && units > free.units ? t('insufficient') : undefined
  const wrong = missing ?? tooMuch ?? overdrawn
  return {
    ref,
    units,
    debt,
    owed,
    setUnits: send.forgetting<bigint | null>(setUnits),
    error: (tried ? wrong : (tooMuch ?? overdrawn)) ?? send.mistake('amount'),
    elsewhere: send.elsewhere(['amount']),
    busy: send.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      if (wrong !== undefined) return sayMistake(wrong)
      if (units !== null) send.mutate({ id, loan, amount: units })
    },
  }
}
