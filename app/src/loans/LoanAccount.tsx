import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { noonOf, useEuros, type WholeLoan } from './loan.ts'
import styles from './loans.module.css'

/** The account of a loan: each step with what is owed after it. */
export function LoanAccount({ steps }: { steps: WholeLoan['account'] }) {
  const t = useText('loans')
  const f = useFormats()
  const inEuros = useEuros()
  return (
    <div className={styles.frame}>
      <table className={styles.account}>
        <thead>
          <tr>
            <th scope="col">{t('columnWhat')}</th>
            <th scope="col">{t('columnAmount')}</th>
            <th scope="col">{t('columnOwed')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ kind, at, day, nights, amount, owed }, place) => (
            <tr key={place}>
              <th scope="row">
                {kind === 'interest' ? t('step_interest', { count: nights ?? 0 }) : t(`step_${kind}`)}
                <small>{f.dayBeside(day === null ? at : noonOf(day))}</small>
              </th>
              <td data-label={t('columnAmount')}>{inEuros(amount)}</td>
              <td data-label={t('columnOwed')}>{inEuros(owed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
