import { ShieldCheckIcon } from '@lonja/kit/parts/late-icons'
import { useText } from '@lonja/kit/text'
import styles from './withdrawals.module.css'

/** A warning on every withdrawal screen: nobody has to pay in order to withdraw. */
export function NoPayment() {
  const t = useText('withdrawals')
  return (
    <p className={styles.promise}>
      <ShieldCheckIcon size={22} />
      {t('noPayment')}
    </p>
  )
}
