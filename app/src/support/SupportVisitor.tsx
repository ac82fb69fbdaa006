import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { ShieldCheckIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useLanguage, useText } from '@lonja/kit/text'
import styles from './support.module.css'

const PATH = '/subPackages/support/thread'

/** For visitors: general information, and a way to reach a person. */
export function SupportVisitor() {
  const t = useText('support')
  const f = useFormats()
  const language = useLanguage()
  return (
    <Screen title={t('title')} onBack={back}>
      <p className={styles.promise}>
        <ShieldCheckIcon size={20} />
        {t('promise')}
      </p>
      <div className={styles.visitor}>
        <h2>{t('visitorTitle')}</h2>
        <p>{t('visitorText')}</p>
        <Button label={t('logIn')} href={hrefTo('/subPackages/login/login', { from: PATH })} />
        <Button
          look="soft"
          label={t('createAccount')}
          href={hrefTo('/subPackages/register/register', { from: PATH })}
        />
        <p>
          <strong>{t('cannotLogIn')}</strong>
          {f.gap}
          {t('cannotLogInWhy')}
        </p>
        <Button look="text" label={t('housePage')} href={`/support/${language}`} />
      </div>
    </Screen>
  )
}
