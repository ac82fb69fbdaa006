import { listPayees } from '@lonja/core/payees/payees.contract'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { hoursOf } from './payee.ts'
import styles from './payees.module.css'

/** How long a new one waits before it can be paid to, said before it is added; nothing where nothing waits. */
export function WaitBefore() {
  const t = useText('payees')
  const { data } = useRead(listPayees, {}, { quiet: true })
  const hours = hoursOf(data?.waitMs ?? 0)
  // Its line is kept free while the house is asked, so that the button under it stays where it is.
  return <p className={styles.soft}>{hours > 0 ? t('waitBefore', { count: hours }) : data ? null : '\u00a0'}</p>
}
