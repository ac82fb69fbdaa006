import { useState } from 'react'
import { listSessions, logOut, readProfile } from '@lonja/core/accounts/accounts.contract'
import { readSecondStep } from '@lonja/core/accounts/second-step.contract'
import { back, hrefTo, switchTab } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { Confirm } from '@lonja/kit/parts/Dialog'
import {
  DeviceMobileIcon,
  KeyIcon,
  LockSimpleIcon,
  ShieldCheckIcon,
  SignOutIcon,
  TrashIcon,
} from '@lonja/kit/parts/late-icons'
import { EyeIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { signOut } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { AccessWait } from './AccessWait.tsx'
import styles from './accounts.module.css'

/** Passwords, sessions, and signing out. */
export function Security() {
  const t = useText('accounts')
  const [leaving, setLeaving] = useState(false)
  const profile = useRead(readProfile, {}, { quiet: true })
  const sessions = useRead(listSessions, {}, { quiet: true })
  const step = useRead(readSecondStep, {}, { quiet: true })
  const isSet = profile.data?.hasTradingPassword
  return (
    <Screen title={t('security')} onBack={back}>
      <div className={styles.waits}>
        <AccessWait />
      </div>
      <Row icon={KeyIcon} title={t('loginPassword')} caret href={hrefTo('/subPackages/loginPwd/index')} />
      <Row
        icon={LockSimpleIcon}
        title={t('tradingPassword')}
        value={isSet !== undefined && <span className={styles.state}>{isSet ? t('isSet') : t('isNotSet')}</span>}
        caret
        href={hrefTo('/subPackages/payPwd/index')}
      />
      <Row
        icon={ShieldCheckIcon}
        title={t('oneTimeCode')}
        value={
          step.data && <span className={styles.state}>{step.data.setAt === null ? t('codeOff') : t('codeOn')}</span>
        }
        caret
        href={hrefTo('/subPackages/accounts/code')}
      />
      <Row
        icon={DeviceMobileIcon}
        title={t('sessions')}
        value={
          sessions.data && (
            <span className={styles.state}>{t('sessionsActive', { count: sessions.data.rows.length })}</span>
          )
        }
        caret
        href={hrefTo('/subPackages/accounts/sessions')}
      />
      <Row icon={EyeIcon} title={t('activity')} caret href={hrefTo('/subPackages/accounts/activity')} />
      <Row icon={SignOutIcon} title={t('logOut')} onClick={() => setLeaving(true)} />
      <Closing />
      {leaving && <LogOut onCancel={() => setLeaving(false)} />}
    </Screen>
  )
}

/** Signing out always works: if the server cannot be reached, the session still ends on this device. */
function LogOut({ onCancel }: { onCancel: () => void }) {
  const t = useText('accounts')
  const leave = () => {
    switchTab(HOME)
    signOut()
  }
  const send = useWrite(logOut, { quiet: true, onReply: leave, onRefusal: leave })
  return (
    <Confirm
      title={t('logOutAsk')}
      text={t('logOutWhy')}
      confirm={t('logOut')}
      cancel={t('stay')}
      busy={send.isPending}
      onConfirm={() => send.mutate({})}
      onCancel={onCancel}
    />
  )
}

/** The link to closing the account for good. */
function Closing() {
  const t = useText('portfolio')
  return <Row icon={TrashIcon} title={t('close')} caret href={hrefTo('/subPackages/portfolio/close')} />
}
