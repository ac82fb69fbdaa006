import { findReset } from '@lonja/core/resets/resets.staff.contract'
import { useForm } from '@lonja/kit/form'
import { replacePage, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { markStale } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Resets.module.css'

/** The code that a caller says: the whole code finds the request and opens it. */
export function FindReset() {
  const t = useText('resets')
  const form = useForm({
    call: findReset,
    first: { code: '' },
    mistakes: ({ code }) => ({ code: code.trim() === '' ? t('missing') : undefined }),
    input: (typed) => typed,
    onReply: ({ id }) => {
      markStale(['profile'])
      replacePage(urlTo('/resets', { id }))
    },
  })
  return (
    <form ref={form.ref} className={styles.find} noValidate onSubmit={form.submit}>
      <Field {...form.field('code')} label={t('findTitle')} hint={t('findHint')} maxLength={40} autoComplete="off" />
      <p role="alert" className={styles.wrong}>
        {form.elsewhere}
      </p>
      <Button
        type="submit"
        small
        label={t('find')}
        busy={form.busy}
        busyLabel={t('finding')}
        waitsFor={form.waitsFor}
      />
    </form>
  )
}
