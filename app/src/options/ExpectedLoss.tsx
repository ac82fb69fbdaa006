import { eur } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import type { OptionTerms } from './option.ts'
import styles from './options.module.css'

/** The loss of 100.00 on average, and that selling options to consumers is prohibited in the Union: said before any entry. */
export function ExpectedLoss({ terms }: { terms: OptionTerms['terms'] }) {
  const t = useText('options')
  const f = useFormats()
  const hundred = eur(100_00n)
  return (
    <section className={styles.loss} aria-label={t('average', { amount: f.amount(hundred) })}>
      <p>{t('average', { amount: f.amount(hundred) })}</p>
      <p className={styles.result}>{f.amount(eur(-BigInt(terms.lossBps)), 'results')}</p>
      <p>{t('odds', { win: f.amount(eur(BigInt(terms.payoutBps))), loss: f.amount(hundred) })}</p>
      <p>{t('prohibited')}</p>
    </section>
  )
}
