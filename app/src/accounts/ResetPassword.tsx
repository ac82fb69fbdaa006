import { readResetLink, resetPassword } from '@lonja/core/accounts/second-step.contract'
import { useFormats } from '@lonja/kit/formats'
import { useForm } from '@lonja/kit/form'
import { back, replacePage, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LOG_IN } from './expiry.ts'
import { NewPasswordFields, newPasswordMistakes } from './PasswordFields.tsx'
import styles from './accounts.module.css'

/** The sentence and two fields. */
const WAITING = [
  ['92%', 40],
  ['100%', 60],
  ['100%', 60],
] as const

/** Set a new login password by a one-time link from support. */
export function ResetPassword() {
  const t = useText('accounts')
  const link = useQuery().get('link') ?? ''
  const read = useRead(readResetLink, { link }, { quiet: true })
  if (!read.data) {
    return (
      <Screen title={t('resetTitle')} onBack={back}>
        {read.error ? (
          'refused' in read.error ? (
            <ErrorView
              title={t('resetBad')}
              text={read.error.msg}
              retry={t('logIn')}
              onRetry={() => replacePage(LOG_IN)}
            />
          ) : (
            <ErrorView title={t('resetFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
          )
        ) : (
          <SkeletonBlocks of={WAITING} />
        )}
      </Screen>
    )
  }
  return <ResetForm link={link} {...read.data} />
}

function ResetForm({ link, phone, endsAt }: { link: string; phone: string; endsAt: number }) {
  const t = useText('accounts')
  const f = useFormats()
  const form = useForm({
    call: resetPassword,
    first: { password: '', again: '' },
    mistakes: ({ password, again }) => newPasswordMistakes(password, again, t),
    input: (typed) => ({ link, ...typed }),
    onReply: () => {
      toast(t('resetDone'), { kind: 'done' })
      replacePage(LOG_IN)
    },
  })
  return (
    <Screen
      title={t('resetTitle')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={t('resetSet')}
            busy={form.busy}
            busyLabel={t('changing')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{t('resetFor', { phone, time: f.date(endsAt) })}</p>
        <NewPasswordFields {...form} label={t('newPassword')} autoComplete="new-password" />
        <p className={styles.soft}>{t('resetWhy')}</p>
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}
