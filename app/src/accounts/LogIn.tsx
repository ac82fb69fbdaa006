import { useState } from 'react'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { VERSION } from '@lonja/core/base/version'
import { useForm, type Mistakes, type FormValues } from '@lonja/kit/form'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { ShieldCheckIcon } from '@lonja/kit/parts/late-icons'
import { Mark } from '@lonja/kit/parts/Mark'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { knownMarks } from '@lonja/kit/session'
import { useText, type Say } from '@lonja/kit/text'
import { LanguageLink } from '../settings/LanguageLink.tsx'
import { phoneDigits, phoneMistake } from './checks.ts'
import { enter, placeAfter } from './entry.ts'
import { SecondStep } from './SecondStep.tsx'
import styles from './accounts.module.css'

/** Log in with phone and password. Spec: /subPackages/login/login. */
export function LogIn() {
  const [step, setStep] = useState<string | null>(null)
  return step === null ? <FirstStep onStep={setStep} /> : <SecondStep step={step} onBack={() => setStep(null)} />
}

function FirstStep({ onStep }: { onStep: (step: string) => void }) {
  const t = useText('accounts')
  const from = useQuery().get('from')
  const form = useForm({
    call: logIn,
    first: { phone: '', password: '' },
    mistakes: (typed) => mistakesIn(typed, t),
    input: ({ phone, password }) => ({ phone: phoneDigits(phone), password, marks: knownMarks() }),
    onReply: (session) => {
      toast(t('loggedIn'), { kind: 'done' })
      return enter(session, placeAfter(from))
    },
    onRefusal: (refused, { step }) => {
      if (refused === 'second_step_needed' && typeof step === 'string') onStep(step)
    },
  })
  return (
    <Screen onBack={back} right={<LanguageLink />}>
      <form ref={form.ref} className={styles.door} noValidate onSubmit={form.submit}>
        <Mark />
        <h1>{t('logInTitle')}</h1>
        <p className={styles.soft}>{t('logInIntro')}</p>
        <Field {...form.field('phone')} label={t('phone')} type="tel" autoComplete="username" />
        <Field
          {...form.field('password')}
          label={t('password')}
          type="password"
          autoComplete="current-password"
          maxLength={128}
        />
        <p role="alert" className={styles.wrong}>
          {form.elsewhere}
        </p>
        <Button type="submit" label={t('logIn')} busy={form.busy} busyLabel={t('loggingIn')} waitsFor={form.waitsFor} />
        <WithoutAccount from={from} />
      </form>
    </Screen>
  )
}

/**
 * For visitors without an account: the way to get one, a promise that no fake broker would print, and the pages open to
 * visitors.
 */
function WithoutAccount({ from }: { from: string | null }) {
  const t = useText('accounts')
  const query = from === null ? {} : { from }
  return (
    <>
      <Button look="soft" label={t('createAccount')} href={hrefTo('/subPackages/register/register', query)} />
      <Button look="text" label={t('forgot')} href={hrefTo('/subPackages/login/forgotten')} />
      <p className={styles.guard}>
        <ShieldCheckIcon size={22} />
        <span>{t('neverAsks')}</span>
      </p>
      <div className={styles.foot}>
        <a href={hrefTo('/pages/market/index')}>{t('seeMarket')}</a>
        <span className={styles.soft}>{t('version', { version: VERSION })}</span>
      </div>
    </>
  )
}

type Name = 'phone' | 'password'

function mistakesIn({ phone, password }: FormValues<Name>, t: Say<'accounts'>): Mistakes<Name> {
  const wrong = phoneMistake(phone)
  return {
    phone: wrong === null ? undefined : t(wrong),
    password: password === '' ? t('missing') : undefined,
  }
}
