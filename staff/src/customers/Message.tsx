import { useState } from 'react'
import { sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { newId } from '@lonja/kit/ids'
import { useForm } from '@lonja/kit/form'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { nameOf, type File } from './file.ts'
import styles from './Customers.module.css'

const TITLE_MOST = 80
const BODY_MOST = 1_000

/** A plain notice from the house to this customer, in their language; it appears among their notices. */
export function Message({ file, onDone, onCancel }: { file: File; onDone: () => void; onCancel: () => void }) {
  const t = useText('customers')
  const [id] = useState(newId)
  const form = useForm({
    call: sendHouseMessage,
    first: { title: '', body: '' },
    mistakes: ({ title, body }) => ({
      title: title.trim() === '' ? t('titleMissing') : undefined,
      body: body.trim() === '' ? t('bodyMissing') : undefined,
    }),
    input: ({ title, body }) => ({ id, customer: file.id, texts: { [file.language]: { title, body } } }),
    onReply: () => {
      toast(t('didMessage'), { kind: 'done' })
      onDone()
    },
  })
  return (
    <Dialog
      title={t('messageAsk', { name: nameOf(file) })}
      onClose={onCancel}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onCancel} />
          <Button label={t('send')} busy={form.busy} waitsFor={form.waitsFor} onClick={() => form.submit()} />
        </>
      }
    >
      <form ref={form.ref} className={styles.form} onSubmit={form.submit} noValidate>
        <p className={styles.note}>{t('messageWhat', { language: LANGUAGE_NAMES[file.language] })}</p>
        <Field label={t('messageTitle')} maxLength={TITLE_MOST} firstFocus {...form.field('title')} />
        <Field label={t('messageBody')} type="area" maxLength={BODY_MOST} {...form.field('body')} />
        <p role="alert" className={styles.wrong}>
          {form.elsewhere}
        </p>
      </form>
    </Dialog>
  )
}
