import { eur } from '@lonja/core/base/amount'
import { averageLoss, winOf } from '@lonja/core/options/options.rules'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { BigResult } from './BigResult.tsx'
import { HUNDRED, type OptionTerms } from './option.ts'
import styles from './options.module.css'

/** The loss of 100.00 on average, and that selling options to consumers is prohibited in the Union: said before any entry. */
export function ExpectedLoss({ terms, house }: Pick<OptionTerms, 'terms' | 'house'>) {
  const t = useText('options')
  const f = useFormats()
  const hundred = f.amount(eur(HUNDRED))
  return (
    <section className={styles.loss} aria-label={t('average', { amount: hundred })}>
      <p>{t('average', { amount: hundred })}</p>
      <div className={styles.ends}>
        <BigResult units={-averageLoss(HUNDRED, terms.lossBps)} />
        {house && (
          <p className={styles.aside}>
            {t('ofHouse', { count: f.count(BigInt(house.count)), result: f.rate(BigInt(house.resultBps)) })}
          </p>
        )}
      </div>
      <p>
        {f.sentences(
          t('odds', { win: f.amount(eur(winOf(HUNDRED, terms) - HUNDRED)), loss: hundred }),
          t('prohibited'),
        )}
      </p>
    </section>
  )
}
