import { changeLoginPassword } from '@lonja/core/accounts/accounts.contract'
import { useText } from '@lonja/kit/text'
import { PasswordPage } from './PasswordPage.tsx'

/** Change the login password. Every other session ends. Spec: /subPackages/loginPwd/index. */
export function LoginPassword() {
  const t = useText('accounts')
  return (
    <PasswordPage
      call={changeLoginPassword}
      title={t('loginPassword')}
      intro={t('loginPasswordIntro')}
      done={t('passwordChanged')}
      button={t('changePassword')}
      oldLabel={t('oldPassword')}
      newLabel={t('newPassword')}
      autoComplete="new-password"
    />
  )
}
