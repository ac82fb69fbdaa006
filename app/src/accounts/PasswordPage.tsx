import { useState, type ReactNode } from 'react'
import type { Write } from '@lonja/core/base/contract'
import type { changeLoginPassword, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useForm } from '@lonja/kit/form'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Screen } from '@lonja/kit/parts/Screen'
import { useWrite, type WriteOptions } from '@lonja/kit/reads'
import { PasswordFields, usePasswordMistakes, type PasswordName, type Passwords } from './PasswordFields.tsx'
import styles from './accounts.module.css'

type PasswordCall = typeof changeLoginPassword | typeof setTradingPassword

const NONE: Passwords = { old: '', password: '', again: '' }

/** A page that changes a password: three fields and one button. */
export function PasswordPage<C extends PasswordCall & Write>(props: {
  call: C
  title: string
  intro: ReactNode
  button: string
  busy: string
  oldLabel: string
  oldHint?: string | undefined
  newLabel: string
  /** The trading password is no log-in password: browsers should not keep it as one. */
  autoComplete: 'new-password' | 'off'
  onReply: NonNullable<WriteOptions<C>['onReply']>
}) {
  const [typed, setTyped] = useState(NONE)
  const send = useWrite<C>(props.call, { onReply: props.onReply, onRefusal: () => form.pointOut() })
  const waits = useWaitForHouse()
  const form = useForm<PasswordName>(usePasswordMistakes(typed), () => send.mutate(typed as never))
  const elsewhere = send.refusal && !('fields' in send.refusal && send.refusal.fields.length > 0)
  return (
    <Screen
      title={props.title}
      onBack={back}
      dock={
        <div className={styles.dock}>
          <p role="alert" className={styles.wrong}>
            {elsewhere ? send.refusal?.msg : ''}
          </p>
          <Button
            label={props.button}
            waitsFor={waits}
            busy={send.isPending}
            busyLabel={props.busy}
            onClick={() => form.submit()}
          />
        </div>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{props.intro}</p>
        <PasswordFields
          typed={typed}
          oldLabel={props.oldLabel}
          oldHint={props.oldHint}
          newLabel={props.newLabel}
          autoComplete={props.autoComplete}
          errorFor={(name) => (typed[name] === '' && !form.tried ? undefined : form.shown(name)) ?? send.mistake(name)}
          onType={(name, value) => {
            setTyped((before) => ({ ...before, [name]: value }))
            send.forget()
          }}
          onLeave={form.leave}
        />
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}
