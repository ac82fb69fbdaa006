import { signInSeat } from '@lonja/core/staff/staff.contract'
import { useForm } from '@lonja/kit/form'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { knownMarks } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { CODE_MOST, takeSeat } from './seat.ts'
import styles from './forms.module.css'

/** Sign in to a seat: its name, its password and a current one-time code. */
export function SignIn() {
  const t = useText('staff')
  const form = useForm({
    call: signInSeat,
    first: { name: '', password: '', code: '' },
    mistakes: ({ name, password, code }) => ({
      name: name.trim() === '' ? t('nameMissing') : undefined,
      password: password === '' ? t('passwordMissing') : undefined,
      code: /^\d{3} ?\d{3}$/.test(code.trim()) ? undefined : t('codeWanted'),
    }),
    input: (typed) => ({ ...typed, marks: knownMarks() }),
    onReply: takeSeat,
  })
  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.submit} noValidate>
      <h1>{t('signInTitle')}</h1>
      <Field label={t('name')} autoComplete="username" autoCapitalize="none" {...form.field('name')} />
      <Field label={t('password')} type="password" autoComplete="current-password" {...form.field('password')} />
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={t('codeHint')}
        maxLength={CODE_MOST}
        {...form.field('code')}
      />
      <p role="alert" className={styles.wrong}>
        {form.elsewhere}
      </p>
      <Button label={t('signIn')} type="submit" busy={form.busy} waitsFor={form.waitsFor} />
      <p className={styles.note}>{t('noDefault')}</p>
    </form>
  )
}
