import { changeLoginPassword, type setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { useForm } from '@lonja/kit/form'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { useHeldSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { keepSession } from './entry.ts'
import { PasswordFields, newPasswordMistakes } from './PasswordFields.tsx'
import styles from './accounts.module.css'

/** A page that changes a password: three fields and one button. On success it shows a toast and goes back. */
export function PasswordPage(props: {
  call: typeof changeLoginPassword | typeof setTradingPassword
  title: string
  intro: string
  button: string
  /** The text of the toast on success. */
  done: string
  oldLabel: string
  oldHint?: string | undefined
  newLabel: string
  /** The trading password is no login password, so browsers should not store it as one. */
  autoComplete: 'new-password' | 'off'
}) {
  const t = useText('accounts')
  const form = useForm({
    call: props.call,
    first: { old: '', password: '', again: '' },
    mistakes: ({ old, password, again }) => ({
      old: old === '' ? t('missing') : undefined,
      ...newPasswordMistakes(password, again, t),
    }),
    input: (typed) => typed,
    onReply: (reply) => {
      if ('token' in reply) keepSession(reply)
      toast(props.done, { kind: 'done' })
      back()
    },
  })
  useHeldSession(form.busy && props.call === changeLoginPassword)
  return (
    <Screen
      title={props.title}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={props.button}
            busy={form.busy}
            busyLabel={t('changing')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{props.intro}</p>
        <PasswordFields {...props} typed={form.typed} field={form.field} />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}
