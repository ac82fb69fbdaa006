import { PASSWORD_MOST } from '@lonja/core/accounts/accounts.contract'
import { PASSWORD_LEAST } from '@lonja/core/accounts/accounts.rules'
import { isGuessable } from '@lonja/core/base/password'
import type { Mistakes, FormValues } from '@lonja/kit/form'
import { Field, type FieldCheck, type FieldProps } from '@lonja/kit/parts/Field'
import { useText, type Say } from '@lonja/kit/text'
import { comparePasswords, isPassword } from './checks.ts'

type PasswordName = 'old' | 'password' | 'again'

type FieldOf = Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error'>

/** The missing part of the repeated password, letter by letter; empty before the first letter. */
function useAgainCheck(password: string, again: string): FieldCheck[] {
  const t = useText('accounts')
  if (again === '' || password === '') return []
  const compared = comparePasswords(password, again)
  if (compared.state === 'same') return [{ done: true, text: t('againSame') }]
  if (compared.state === 'short') return [{ done: false, text: t('againShort', { count: compared.missing }) }]
  return [{ done: false, text: t('againDiffers', { at: compared.at }) }]
}

/** The errors of a new password and its repetition, in the spec's words. */
export function newPasswordMistakes(
  password: string,
  again: string,
  t: Say<'accounts'>,
  phone: string | null = null,
): Mistakes<'password' | 'again'> {
  const same = comparePasswords(password, again).state === 'same'
  return {
    password: passwordMistake(password, phone, t),
    again: again === '' ? t('missing') : same ? undefined : t('passwordsDiffer'),
  }
}

function passwordMistake(password: string, phone: string | null, t: Say<'accounts'>): string | undefined {
  if (password === '') return t('missing')
  if (!isPassword(password)) return t('passwordShort')
  return isGuessable(password, phone) ? t('passwordGuessable') : undefined
}

/** The three fields of a password change: the old one, the new one, and its repetition. */
export function PasswordFields(props: {
  typed: FormValues<PasswordName>
  field: (name: PasswordName) => FieldOf
  oldLabel: string
  oldHint?: string | undefined
  newLabel: string
  autoComplete: 'new-password' | 'off'
}) {
  return (
    <>
      <Field
        {...props.field('old')}
        type="password"
        maxLength={PASSWORD_MOST}
        label={props.oldLabel}
        autoComplete="current-password"
        hint={props.oldHint}
      />
      <NewPasswordFields {...props} label={props.newLabel} />
    </>
  )
}

/** A new password and its repetition, with their requirements shown during typing. */
export function NewPasswordFields(props: {
  typed: FormValues<'password' | 'again'>
  field: (name: 'password' | 'again') => FieldOf
  label: string
  autoComplete: 'new-password' | 'off'
  /** The phone number of the same form, which the password must not repeat. */
  phone?: string
}) {
  const t = useText('accounts')
  const { typed, field, label, autoComplete, phone = null } = props
  const again = useAgainCheck(typed.password, typed.again)
  const secret = { type: 'password', maxLength: PASSWORD_MOST, autoComplete } as const
  const long = { done: isPassword(typed.password), text: t('passwordCheck', { count: PASSWORD_LEAST }) }
  const own = { done: isPassword(typed.password) && !isGuessable(typed.password, phone), text: t('passwordGuessCheck') }
  return (
    <>
      <Field {...field('password')} {...secret} label={label} checks={[long, own]} />
      <Field {...field('again')} {...secret} label={t('again')} checks={again} />
    </>
  )
}
