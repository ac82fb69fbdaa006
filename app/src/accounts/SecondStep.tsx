import { finishLogIn } from '@lonja/core/accounts/second-step.contract'
import { useForm } from '@lonja/kit/form'
import { useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { Mark } from '@lonja/kit/parts/Mark'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { knownMarks } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { enter, placeAfter } from './entry.ts'
import styles from './accounts.module.css'

/** The step after a right password: a code of the authenticator app, or one of the ten recovery codes. */
export function SecondStep({ step, onBack }: { step: string; onBack: () => void }) {
  const t = useText('accounts')
  const from = useQuery().get('from')
  const form = useForm({
    call: finishLogIn,
    first: { code: '' },
    mistakes: ({ code }) => ({ code: code.trim() === '' ? t('missing') : undefined }),
    input: ({ code }) => ({ step, code, marks: knownMarks() }),
    onReply: (session) => {
      toast(t('loggedIn'), { kind: 'done' })
      return enter(session, placeAfter(from))
    },
    onRefusal: (refused) => {
      // The password is needed again, because the sealed step has expired.
      if (refused === 'step_expired') onBack()
    },
  })
  return (
    <Screen onBack={onBack}>
      <form ref={form.ref} className={styles.door} noValidate onSubmit={form.submit}>
        <Mark />
        <h1>{t('codeStepTitle')}</h1>
        <p className={styles.soft}>{t('codeOrRecovery')}</p>
        <Field {...form.field('code')} label={t('code')} autoComplete="one-time-code" maxLength={40} />
        <p role="alert" className={styles.wrong}>
          {form.elsewhere}
        </p>
        <Button
          type="submit"
          label={t('codeFinish')}
          busy={form.busy}
          busyLabel={t('loggingIn')}
          waitsFor={form.waitsFor}
        />
        <p className={styles.guard}>{t('codeLost')}</p>
      </form>
    </Screen>
  )
}
