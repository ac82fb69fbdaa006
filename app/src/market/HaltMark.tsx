import { useText } from '@lonja/kit/text'
import styles from './market.module.css'

/** Before a listing's code while its trading is halted; otherwise nothing. */
export function HaltMark({ of }: { of: { readonly halted?: boolean } }) {
  const t = useText('market')
  return of.halted === true ? <strong className={styles.halted}>{t('halted')} · </strong> : null
}
