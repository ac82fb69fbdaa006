import { useState } from 'react'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useForm } from '@lonja/kit/form'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { ShieldCheckIcon } from '@lonja/kit/parts/icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LanguageLink } from '../settings/LanguageLink.tsx'
import { Mark } from '../shell/Mark.tsx'
import { isPhone, phoneDigits } from './checks.ts'
import { enter, placeAfter } from './entry.ts'
import styles from './accounts.module.css'

/** Log in with phone and password. Spec: /subPackages/login/login. */
export function LogIn() {
  const t = useText('accounts')
  const from = useQuery().get('from')
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const send = useWrite(logIn, {
    onReply: (session) => {
      toast(t('loggedIn'), { kind: 'done' })
      enter(session, placeAfter(from))
    },
    onRefusal: () => form.pointOut(),
  })
  const missing = t('missing')
  const waits = useWaitForHouse()
  const form = useForm(
    {
      phone: phone === '' ? missing : isPhone(phone) ? undefined : t('phoneDigits'),
      password: password === '' ? missing : undefined,
    },
    () => send.mutate({ phone: phoneDigits(phone), password }),
  )
  const shown = (name: 'phone' | 'password', value: string) =>
    (value === '' && !form.tried ? undefined : form.shown(name)) ?? send.mistake(name)
  return (
    <Screen onBack={back} right={<LanguageLink />}>
      <form ref={form.ref} className={styles.door} noValidate onSubmit={form.submit}>
        <Mark />
        <h1>{t('logInTitle')}</h1>
        <p className={styles.soft}>{t('logInIntro')}</p>
        <Field
          label={t('phone')}
          type="tel"
          autoComplete="username"
          value={phone}
          onChange={(typed) => {
            setPhone(typed)
            send.forget()
          }}
          onBlur={form.leave('phone')}
          error={shown('phone', phone)}
        />
        <Field
          label={t('password')}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(typed) => {
            setPassword(typed)
            send.forget()
          }}
          onBlur={form.leave('password')}
          error={shown('password', password)}
        />
        <p role="alert" className={styles.wrong}>
          {send.refusal && !send.mistake('phone') && !send.mistake('password') ? send.refusal.msg : ''}
        </p>
        <Button type="submit" label={t('logIn')} waitsFor={waits} busy={send.isPending} busyLabel={t('loggingIn')} />
        <Button
          look="soft"
          label={t('createAccount')}
          href={hrefTo('/subPackages/register/register', from === null ? {} : { from })}
        />
        <p className={styles.guard}>
          <ShieldCheckIcon size={22} />
          <span>{t('neverAsks')}</span>
        </p>
        <div className={styles.foot}>
          <a href={hrefTo('/pages/market/index')}>{t('seeMarket')}</a>
          <span className={styles.soft}>{t('version', { version: '1.0.0' })}</span>
        </div>
      </form>
    </Screen>
  )
}
