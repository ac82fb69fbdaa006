import { useId, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { writeNote } from '@lonja/core/support/support.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import styles from './Notes.module.css'

export type Note = ReplyOf<typeof writeNote>

/** The notes of staff on a customer, newest first, and the field for another one. */
export function Notes(props: {
  customer: CustomerId
  notes: readonly Note[]
  /** The seat's own account: only others note things on it. */
  isOwn?: boolean
  onWritten: () => void
}) {
  const { customer, notes, isOwn, onWritten } = props
  const t = useText('support')
  const f = useFormats()
  const colleague = useColleague()
  const mayWrite = useMay(writeNote) && !isOwn
  return (
    <div className={styles.notes}>
      {notes.length === 0 && <p className={styles.none}>{t('noNotes')}</p>}
      <ul>
        {notes.map(({ id, seat, text, at }) => (
          <li key={id}>
            <small>
              {colleague(seat)} · {f.date(at)}
            </small>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {mayWrite && <NewNote customer={customer} onWritten={onWritten} />}
    </div>
  )
}

const NOTE_MOST = 2_000

function NewNote({ customer, onWritten }: { customer: CustomerId; onWritten: () => void }) {
  const t = useText('support')
  const field = useId()
  const [id, setId] = useState(newId)
  const [text, setText] = useState('')
  const write = useWrite(writeNote, {
    quiet: true,
    onReply: () => {
      setText('')
      setId(newId())
      onWritten()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') write.mutate({ id, customer, text })
      }}
    >
      <label htmlFor={field}>{t('newNote')}</label>
      <textarea
        id={field}
        rows={2}
        maxLength={NOTE_MOST}
        aria-describedby={`${field}-what`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <small id={`${field}-what`}>{t('noteWhat')}</small>
      <p role="alert" className={styles.wrong}>
        {write.refusal?.msg}
      </p>
      <Button
        look="outline"
        small
        type="submit"
        label={t('writeNote')}
        busy={write.isPending}
        waitsFor={text.trim() === '' ? t('noteFirst') : undefined}
      />
    </form>
  )
}
