import { useState } from 'react'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { AcceptedRow } from '@lonja/core/documents/documents.contract'
import { openAcceptedDocument } from '@lonja/core/documents/documents.staff.contract'
import { send } from '@lonja/kit/call'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DocumentText } from '@lonja/kit/parts/DocumentText'
import { useText } from '@lonja/kit/text'
import styles from './AcceptedDocuments.module.css'

/** The documents that a customer accepted for a record. */
export function AcceptedDocuments({ rows }: { rows: readonly AcceptedRow[] }) {
  return (
    <div className={styles.rows}>
      {rows.map((row) => (
        <Accepted key={row.id} row={row} />
      ))}
    </div>
  )
}

/** One of them. Its text is loaded only on request and once, because opening it counts as a view. */
function Accepted({ row: { id, version, language, acceptedAt } }: { row: AcceptedRow }) {
  const t = useText('documents')
  const f = useFormats()
  const [opened, setOpened] = useState<ReplyOf<typeof openAcceptedDocument> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    setBusy(true)
    const answer = await send(openAcceptedDocument, { id })
    setBusy(false)
    if ('reply' in answer) setOpened(answer.reply)
    else setRefusal('refusal' in answer ? answer.refusal.msg : answer.msg)
  }
  return (
    <div className={styles.row}>
      <span>
        {t('accepted', { version: String(version), language: LANGUAGE_NAMES[language], time: f.date(acceptedAt) })}
      </span>
      {opened ? (
        <DocumentText text={opened.text} language={opened.language} />
      ) : (
        <>
          <Button look="soft" small label={t('open')} busy={busy} onClick={() => void open()} />
          <p role="alert" className={styles.note}>
            {refusal !== null && `${t('failed')}. ${refusal}`}
          </p>
        </>
      )}
    </div>
  )
}
