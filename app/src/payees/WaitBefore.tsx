import { listPayees } from '@lonja/core/payees/payees.contract'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { hoursOf } from './payee.ts'
import styles from './payees.module.css'

/** The wait before a new payee can be paid, shown before it is added; nothing without a wait. */
export function WaitBefore() {
  const t = useText('payees')
  const { data } = useRead(listPayees, {}, { quiet: true })
  const hours = hoursOf(data?.waitMs ?? 0)
  // Its line is reserved while loading, so that the button below does not move.
  return <p className={styles.soft}>{hours > 0 ? t('waitBefore', { count: hours }) : data ? null : '\u00a0'}</p>
}
