import { endAccessWait, readProfile } from '@lonja/core/accounts/accounts.contract'
import { useFormats } from '@lonja/kit/formats'
import { useForm } from '@lonja/kit/form'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { HourglassMediumIcon } from '@lonja/kit/parts/late-icons'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './accounts.module.css'

/** The wait of buys and withdrawals after a password reset: until when, and the field of the password that ends it now. */
export function AccessWait() {
  const t = useText('accounts')
  const f = useFormats()
  const { data: profile } = useRead(readProfile, {}, { quiet: true })
  if (!profile || profile.accessWaitsUntil === null) return null
  return (
    <Notice icon={HourglassMediumIcon} title={t('waitTitle')}>
      <p>{t('waitUntil', { time: f.date(profile.accessWaitsUntil) })}</p>
      {profile.hasTradingPassword ? <EndWait /> : <p>{t('waitNoPassword')}</p>}
    </Notice>
  )
}

function EndWait() {
  const t = useText('accounts')
  const form = useForm({
    call: endAccessWait,
    first: { password: '' },
    mistakes: ({ password }) => ({ password: password === '' ? t('missing') : undefined }),
    input: (typed) => typed,
    onReply: () => {
      markStale(['profile', 'balances'])
      toast(t('waitEnded'), { kind: 'done' })
    },
  })
  return (
    <form ref={form.ref} className={styles.waitForm} noValidate onSubmit={form.submit}>
      <Field {...form.field('password')} label={t('waitGive')} type="password" autoComplete="off" maxLength={128} />
      <p role="alert" className={styles.wrong}>
        {form.elsewhere}
      </p>
      <Button
        type="submit"
        small
        look="soft"
        label={t('waitEnd')}
        busy={form.busy}
        busyLabel={t('waitEnding')}
        waitsFor={form.waitsFor}
      />
    </form>
  )
}
