import { useState } from 'react'
import { PASSWORD_LEAST, PASSWORD_MOST, register } from '@lonja/core/accounts/accounts.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useForm } from '@lonja/kit/form'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field, type FieldCheck } from '@lonja/kit/parts/Field'
import { WarningIcon } from '@lonja/kit/parts/icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/reads'
import { useLanguage, useText } from '@lonja/kit/text'
import { LanguageLink } from '../settings/LanguageLink.tsx'
import { compareAgain, isPassword, isPhone, phoneDigits } from './checks.ts'
import { enter, placeAfter } from './entry.ts'
import { LOG_IN } from './expiry.ts'
import { useAgainCheck } from './PasswordFields.tsx'
import styles from './accounts.module.css'

type Name = 'phone' | 'password' | 'again' | 'invitation'

/** Open an account by invitation. Spec: /subPackages/register/register. */
export function Register() {
  const t = useText('accounts')
  const language = useLanguage()
  const query = useQuery()
  const from = query.get('from')
  const [typed, setTyped] = useState({ phone: '', password: '', again: '', invitation: query.get('invitation') ?? '' })
  const send = useWrite(register, {
    onReply: (session) => {
      toast(t('registered'), { kind: 'done' })
      enter(session, placeAfter(from))
    },
    onRefusal: () => form.pointOut(),
  })
  const waits = useWaitForHouse()
  const form = useForm<Name>(useMistakes(typed), () =>
    send.mutate({ ...typed, phone: phoneDigits(typed.phone), invitation: typed.invitation.trim(), language }),
  )
  const field = (name: Name) => ({
    value: typed[name],
    onChange: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }))
      send.forget()
    },
    onBlur: form.leave(name),
    error: (typed[name] === '' && !form.tried ? undefined : form.shown(name)) ?? send.mistake(name),
  })
  const again = useAgainCheck(typed.password, typed.again)
  const elsewhere = send.refusal && !('fields' in send.refusal && send.refusal.fields.length > 0)
  return (
    <Screen
      title={t('registerTitle')}
      onBack={back}
      right={<LanguageLink short />}
      dock={
        <div className={styles.dock}>
          <p role="alert" className={styles.wrong}>
            {elsewhere ? send.refusal?.msg : ''}
          </p>
          <Button
            label={t('register')}
            waitsFor={waits}
            busy={send.isPending}
            busyLabel={t('registering')}
            onClick={() => form.submit()}
          />
          <p className={styles.already}>
            {t('already')} <a href={hrefTo(LOG_IN, from === null ? {} : { from })}>{t('logIn')}</a>
          </p>
        </div>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Field
          {...field('phone')}
          label={t('phone')}
          type="tel"
          autoComplete="username"
          ok={isPhone(typed.phone)}
          checks={typed.phone === '' || isPhone(typed.phone) ? [] : [{ done: false, text: t('phoneCheck') }]}
        />
        <Field
          {...field('password')}
          label={t('password')}
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MOST}
          checks={[passwordCheck(typed.password, t('passwordCheck', { count: PASSWORD_LEAST }))]}
        />
        <Field
          {...field('again')}
          label={t('again')}
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MOST}
          checks={again}
        />
        <Field
          {...field('invitation')}
          label={t('invitation')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          hint={t('invitationHint')}
        />
        <button type="submit" hidden />
        <div className={styles.warning}>
          <WarningIcon size={24} />
          <div>
            <h2>{t('practiceTitle')}</h2>
            <p>{t('practiceWhy')}</p>
          </div>
        </div>
      </form>
    </Screen>
  )
}

export const passwordCheck = (password: string, text: string): FieldCheck => ({ done: isPassword(password), text })

function useMistakes({ phone, password, again, invitation }: Record<Name, string>): Record<Name, string | undefined> {
  const t = useText('accounts')
  const missing = t('missing')
  const same = compareAgain(password, again).state === 'same'
  return {
    phone: phone === '' ? missing : isPhone(phone) ? undefined : t('phoneDigits'),
    password: password === '' ? missing : isPassword(password) ? undefined : t('passwordShort'),
    again: again === '' ? missing : same ? undefined : t('passwordsDiffer'),
    invitation: invitation.trim() === '' ? missing : undefined,
  }
}
