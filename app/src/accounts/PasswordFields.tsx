import { PASSWORD_LEAST, PASSWORD_MOST } from '@lonja/core/accounts/accounts.contract'
import { Field, type FieldCheck } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import { compareAgain, isPassword } from './checks.ts'

export type PasswordName = 'old' | 'password' | 'again'
export type Passwords = Readonly<Record<PasswordName, string>>

/** What the second password still needs, letter by letter; nothing before a letter is typed. */
export function useAgainCheck(password: string, again: string): FieldCheck[] {
  const t = useText('accounts')
  if (again === '' || password === '') return []
  const compared = compareAgain(password, again)
  if (compared.state === 'same') return [{ done: true, text: t('againSame') }]
  if (compared.state === 'short') return [{ done: false, text: t('againShort', { count: compared.missing }) }]
  return [{ done: false, text: t('againDiffers', { at: compared.at }) }]
}

/** What is wrong with the three fields of a change of password, in the spec's words. */
export function usePasswordMistakes({ old, password, again }: Passwords): Record<PasswordName, string | undefined> {
  const t = useText('accounts')
  const missing = t('missing')
  const same = compareAgain(password, again).state === 'same'
  return {
    old: old === '' ? missing : undefined,
    password: password === '' ? missing : isPassword(password) ? undefined : t('passwordShort'),
    again: again === '' ? missing : same ? undefined : t('passwordsDiffer'),
  }
}

/** The three fields of a change of password: the old one, the new one, and the new one again. */
export function PasswordFields(props: {
  typed: Passwords
  oldLabel: string
  oldHint?: string | undefined
  newLabel: string
  autoComplete: 'new-password' | 'off'
  errorFor: (name: PasswordName) => string | undefined
  onType: (name: PasswordName, value: string) => void
  onLeave: (name: PasswordName) => () => void
}) {
  const t = useText('accounts')
  const { typed } = props
  const again = useAgainCheck(typed.password, typed.again)
  const field = (name: PasswordName) => ({
    type: 'password' as const,
    maxLength: PASSWORD_MOST,
    value: typed[name],
    onChange: (value: string) => props.onType(name, value),
    onBlur: props.onLeave(name),
    error: props.errorFor(name),
  })
  const long = { done: isPassword(typed.password), text: t('passwordCheck', { count: PASSWORD_LEAST }) }
  return (
    <>
      <Field {...field('old')} label={props.oldLabel} autoComplete="current-password" hint={props.oldHint} />
      <Field {...field('password')} label={props.newLabel} autoComplete={props.autoComplete} checks={[long]} />
      <Field {...field('again')} label={t('again')} autoComplete={props.autoComplete} checks={again} />
    </>
  )
}
