import { readProfile, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { back } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { PasswordPage } from './PasswordPage.tsx'

/** The sentence and three fields, before it is known which. */
const WAITING = [
  ['92%', 40],
  ['100%', 90],
  ['100%', 112],
  ['100%', 90],
] as const

/**
 * Set the trading password, confirmed by the login password; later change it, confirmed by itself. Spec:
 * /subPackages/payPwd/index.
 */
export function TradingPassword() {
  const t = useText('accounts')
  const profile = useRead(readProfile, {}, { quiet: true })
  if (!profile.data) {
    return (
      <Screen title={t('tradingPassword')} onBack={back}>
        {profile.error && !profile.data ? (
          <ErrorView title={t('profileFailed')} text={profile.error.msg} onRetry={() => void profile.refetch()} />
        ) : (
          <SkeletonBlocks of={WAITING} />
        )}
      </Screen>
    )
  }
  const isSet = profile.data.hasTradingPassword
  return (
    <PasswordPage
      call={setTradingPassword}
      title={t('tradingPassword')}
      intro={t('tradingPasswordIntro')}
      done={t(isSet ? 'passwordChanged' : 'passwordSaved')}
      button={isSet ? t('changePassword') : t('setPassword')}
      oldLabel={isSet ? t('oldTradingPassword') : t('loginPasswordOnce')}
      oldHint={isSet ? undefined : t('loginPasswordOnceWhy')}
      newLabel={t('newTradingPassword')}
      autoComplete="off"
    />
  )
}
