import { back, hrefTo, usePlace } from '@lonja/kit/nav'
import { urlFor } from '@lonja/kit/nav.rules'
import { Button } from '@lonja/kit/parts/Button'
import { UserIcon } from '@lonja/kit/parts/icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import { LOG_IN } from '../accounts/expiry.ts'
import { ROUTES } from '../routes.ts'
import styles from './shell.module.css'

/** Stands in place of a page that needs a signed-in customer, and leads to that page after the sign-in. */
export function SignInFirst() {
  const t = useText('app')
  const place = usePlace()
  const isTab = ROUTES[place.path]?.kind === 'tab'
  const from = { from: urlFor(place) }
  return (
    <Screen title={t('signInTitle')} large={isTab} onBack={isTab ? undefined : back}>
      <div className={styles.middle}>
        <UserIcon size={32} />
        <p>{t('signInWhy')}</p>
        <Button label={t('logIn')} href={hrefTo(LOG_IN, from)} />
        <Button look="soft" label={t('createAccount')} href={hrefTo('/subPackages/register/register', from)} />
      </div>
    </Screen>
  )
}
