import { eur } from '@lonja/core/base/amount'
import { Amount } from '@lonja/kit/parts/Amount'
import { Section } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { useEuros, type LoanFacts } from './loan.ts'
import styles from './loans.module.css'

/** The part of the limit that is left, and where it comes from. */
export function Limit({ facts }: { facts: LoanFacts }) {
  const t = useText('loans')
  const { left, limit, borrowed, equity } = facts
  const inEuros = useEuros()
  return (
    <Section>
      <div className={styles.limit}>
        <div>
          <p className={styles.soft}>{t('limit')}</p>
          <Amount size={32} of={eur(left)} />
        </div>
        <div className={styles.beside}>
          <p>{equity === null ? t('limitUnknown') : t('limitWhy', { equity: inEuros(equity) })}</p>
          {borrowed > 0n && <p>{t('limitBorrowed', { borrowed: inEuros(borrowed), limit: inEuros(limit) })}</p>}
        </div>
      </div>
    </Section>
  )
}
