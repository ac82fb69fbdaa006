import { useRef, useState } from 'react'
import { makeLoginReset } from '@lonja/core/accounts/accounts.staff.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { Notice } from '@lonja/kit/parts/blocks'
import { Confirm, Dialog } from '@lonja/kit/parts/Dialog'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { nameOf, type File } from './file.ts'
import styles from './Customers.module.css'

/** A one-time link for a forgotten password: confirmed first, then shown once, to be handed over by a trusted way. */
export function LoginLink({ file, onDone, onCancel }: { file: File; onDone: () => void; onCancel: () => void }) {
  const t = useText('customers')
  const [link, setLink] = useState<ReplyOf<typeof makeLoginReset> | null>(null)
  const make = useWrite(makeLoginReset, { quiet: true, onReply: setLink })
  if (link) return <ResetLink reset={link} file={file} onDone={onDone} />
  return (
    <Confirm
      title={t('linkAsk', { name: nameOf(file) })}
      text={t('linkWhat')}
      confirm={t('do_link')}
      cancel={t('cancel')}
      busy={make.isPending}
      error={make.refusal?.msg}
      onConfirm={() => make.mutate({ customer: file.id })}
      onCancel={onCancel}
    />
  )
}

function ResetLink({ reset, file, onDone }: { reset: ReplyOf<typeof makeLoginReset>; file: File; onDone: () => void }) {
  const t = useText('customers')
  const f = useFormats()
  const shown = useRef<HTMLElement>(null)
  const link = `${location.origin}${reset.path}`
  const copy = () =>
    void copyText(link, shown.current).then((done) =>
      toast(t(done ? 'copied' : 'copyByHand'), done ? { kind: 'done' } : {}),
    )
  return (
    <Dialog
      title={t('linkMade', { name: nameOf(file) })}
      onClose={onDone}
      actions={
        <>
          <Button look="outline" label={t('close')} onClick={onDone} />
          <Button label={t('copyLink')} onClick={copy} />
        </>
      }
    >
      <code ref={shown} className={styles.secret}>
        {link}
      </code>
      <p className={styles.note}>{t('linkEnds', { time: f.date(reset.endsAt) })}</p>
      <Notice tone="warn">{t('linkOnce')}</Notice>
    </Dialog>
  )
}
