import { useRef, useState } from 'react'
import { ACTION_FILE_MOST, previewActions, proposeActions } from '@lonja/core/news/actions.staff.contract'
import { useAsked } from '@lonja/kit/asked'
import { newId } from '@lonja/kit/ids'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { ActionRows } from './ActionRows.tsx'
import styles from './Articles.module.css'

/** Opens the form for a file of corporate actions, for a seat that may propose one. */
export function ProposeActions() {
  const t = useText('publications')
  const [isOpen, setOpen] = useState(false)
  if (!useMay(proposeActions)) return null
  return (
    <>
      <Button look="outline" small label={t('propose')} onClick={() => setOpen(true)} />
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  )
}

interface FileChoice {
  readonly name: string
  /** Its bytes as base64; null for a file that is too large. */
  readonly content: string | null
}

const PUBLIC = /^https:\/\/[A-Za-z0-9.-]+\.[A-Za-z]{2,}(?:[/?#]\S*)?$/

function Form({ onClose }: { onClose: () => void }) {
  const t = useText('publications')
  const [id] = useState(newId)
  const [source, setSource] = useState('')
  const [picked, setPicked] = useState<FileChoice | null>(null)
  const [tried, setTried] = useState(false)
  const content = picked?.content ?? null
  const preview = useAsked(previewActions, content === null ? null : { file: content })
  const isRead = preview.reply !== null && preview.reply.fault === null
  const propose = useWrite(proposeActions, {
    quiet: true,
    onReply: () => {
      markAllStale()
      toast(t('proposed'), { kind: 'done' })
      onClose()
    },
  })
  const submit = () => {
    setTried(true)
    if (content !== null && isRead && PUBLIC.test(source.trim()))
      propose.mutate({ id, source: source.trim(), file: content })
  }
  const choose = (file: File) => {
    propose.forget()
    void bytesOf(file).then((bytes) => setPicked({ name: file.name, content: bytes }))
  }
  const wrong = picked?.content === null ? t('tooLarge') : tried && !isRead ? t('wrong_file') : preview.failed
  return (
    <Dialog
      title={t('propose')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('proposeIt')} busy={propose.isPending} onClick={submit} />
        </>
      }
    >
      <p>{t('proposeWhy')}</p>
      <Field
        label={t('source')}
        hint={t('sourceHint')}
        firstFocus
        value={source}
        onChange={setSource}
        maxLength={500}
        error={tried && !PUBLIC.test(source.trim()) ? t('wrong_source') : null}
      />
      <PickFile onPicked={choose} />
      <p className={styles.note}>{picked?.name ?? t('form')}</p>
      <p className={styles.wrong} role="alert">
        {wrong ?? propose.refusal?.msg}
      </p>
      {content !== null && preview.reply && <ActionRows {...preview.reply} />}
    </Dialog>
  )
}

/** A button that asks for one CSV file. */
function PickFile({ onPicked }: { onPicked: (file: File) => void }) {
  const t = useText('publications')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="outline" small label={t('chooseFile')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onPicked(file)
          // Allows the same file to be chosen again after it was changed.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The bytes of a file as base64; null if it is too large. */
const bytesOf = (file: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    if (file.size > ACTION_FILE_MOST) return resolve(null)
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(',')[1] ?? '')
    reader.onerror = () => resolve('')
    reader.readAsDataURL(file)
  })
