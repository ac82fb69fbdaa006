import { back } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import { AddWays } from './PayeeList.tsx'
import styles from './payees.module.css'

/** Choose what to add: a wallet or a bank card. What is chosen takes this page's place, so that Back and being done lead to where one came from. Spec: /subPackages/bank/type. */
export function PayeeType() {
  const t = useText('payees')
  return (
    <Screen title={t('typeTitle')} onBack={back}>
      <p className={styles.intro}>{t('typeIntro')}</p>
      <AddWays instead />
    </Screen>
  )
}
