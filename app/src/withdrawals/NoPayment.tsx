import { ShieldCheckIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import styles from './withdrawals.module.css'

/** Stands on every screen of withdrawals: nobody pays in order to withdraw. */
export function NoPayment() {
  const t = useText('withdrawals')
  return (
    <p className={styles.promise}>
      <ShieldCheckIcon size={22} />
      {t('noPayment')}
    </p>
  )
}
