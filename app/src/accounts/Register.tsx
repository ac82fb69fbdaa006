import { register } from '@lonja/core/accounts/accounts.contract'
import { useForm, type Mistakes, type FormValues } from '@lonja/kit/form'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { WarningIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { knownMarks } from '@lonja/kit/session'
import { useLanguage, useText, type Say } from '@lonja/kit/text'
import { LanguageLink } from '../settings/LanguageLink.tsx'
import { isPhone, phoneDigits, phoneMistake } from './checks.ts'
import { enter, placeAfter } from './entry.ts'
import { LOG_IN } from './expiry.ts'
import { NewPasswordFields, newPasswordMistakes } from './PasswordFields.tsx'
import styles from './accounts.module.css'

type Name = 'phone' | 'password' | 'again' | 'invitation'

/** Open an account with an invitation. Spec: /subPackages/register/register. */
export function Register() {
  const t = useText('accounts')
  const form = useRegistration()
  return (
    <Screen
      title={t('registerTitle')}
      onBack={back}
      right={<LanguageLink short />}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={t('register')}
            busy={form.busy}
            busyLabel={t('registering')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
          <Already />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <Fields {...form} />
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

function useRegistration() {
  const t = useText('accounts')
  const language = useLanguage()
  const query = useQuery()
  return useForm({
    call: register,
    first: { phone: '', password: '', again: '', invitation: query.get('invitation') ?? '' },
    mistakes: (typed) => mistakesIn(typed, t),
    input: (typed) => ({
      ...typed,
      phone: phoneDigits(typed.phone),
      invitation: typed.invitation.trim(),
      language,
      marks: knownMarks(),
    }),
    onReply: (session) => {
      toast(t('registered'), { kind: 'done' })
      return enter(session, placeAfter(query.get('from')))
    },
  })
}

function Fields({ field, typed }: Pick<ReturnType<typeof useRegistration>, 'field' | 'typed'>) {
  const t = useText('accounts')
  const isFine = isPhone(typed.phone)
  return (
    <>
      <Field
        {...field('phone')}
        label={t('phone')}
        type="tel"
        autoComplete="username"
        ok={isFine}
        checks={[{ done: isFine, text: t('phoneCheck') }]}
      />
      <NewPasswordFields
        typed={typed}
        field={field}
        label={t('password')}
        autoComplete="new-password"
        phone={phoneDigits(typed.phone)}
      />
      <Field
        {...field('invitation')}
        label={t('invitation')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        hint={t('invitationHint')}
      />
    </>
  )
}

function Already() {
  const t = useText('accounts')
  const from = useQuery().get('from')
  return (
    <p className={styles.already}>
      {t('already')} <a href={hrefTo(LOG_IN, from === null ? {} : { from })}>{t('logIn')}</a>
    </p>
  )
}

function mistakesIn({ phone, password, again, invitation }: FormValues<Name>, t: Say<'accounts'>): Mistakes<Name> {
  const wrong = phoneMistake(phone)
  return {
    phone: wrong === null ? undefined : t(wrong),
    ...newPasswordMistakes(password, again, t, phoneDigits(phone)),
    invitation: invitation.trim() === '' ? t('missing') : undefined,
  }
}
