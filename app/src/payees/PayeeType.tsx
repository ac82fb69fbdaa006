import { back } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import { AddWays } from './PayeeList.tsx'
import styles from './payees.module.css'

/**
 * Choose the kind of payee: a wallet or a bank card. The chosen form replaces this page, so that Back and the end of
 * the form lead to the page before. Spec: /subPackages/bank/type.
 */
export function PayeeType() {
  const t = useText('payees')
  return (
    <Screen title={t('typeTitle')} onBack={back}>
      <p className={styles.intro}>{t('typeIntro')}</p>
      <AddWays instead />
    </Screen>
  )
}
