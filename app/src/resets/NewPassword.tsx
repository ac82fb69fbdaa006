import { finishReset } from '@lonja/core/resets/resets.contract'
import { useFormats } from '@lonja/kit/formats'
import { useForm } from '@lonja/kit/form'
import { back, replacePage } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { HourglassMediumIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { LOG_IN } from '../accounts/expiry.ts'
import { NewPasswordFields, newPasswordMistakes } from '../accounts/PasswordFields.tsx'
import { forgetSecret } from './kept.ts'
import styles from './Resets.module.css'

/** The device was let through: set the new log-in password, once. */
export function NewPassword({ secret, closesAt, onAgain }: { secret: string; closesAt: number; onAgain: () => void }) {
  const t = useText('resets')
  const a = useText('accounts')
  const f = useFormats()
  const form = useForm({
    call: finishReset,
    first: { password: '', again: '' },
    mistakes: ({ password, again }) => newPasswordMistakes(password, again, a),
    input: (typed) => ({ secret, ...typed }),
    onReply: () => {
      forgetSecret()
      toast(t('done'), { kind: 'done' })
      replacePage(LOG_IN)
    },
    onRefusal: (refused) => {
      if (refused === 'unknown_reset') onAgain()
    },
  })
  return (
    <Screen
      title={t('newTitle')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={t('set')}
            busy={form.busy}
            busyLabel={t('setting')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{t('letThrough', { time: f.date(closesAt) })}</p>
        <NewPasswordFields {...form} label={t('newPassword')} autoComplete="new-password" />
        <Notice icon={HourglassMediumIcon} title={t('step_wait')}>
          <p>{t('afterwards')}</p>
          <p>{t('secondStepStays')}</p>
        </Notice>
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}
