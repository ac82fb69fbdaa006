import { useEffect, useId, useRef, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readDocument } from '@lonja/core/documents/documents.contract'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { useFormats } from '../formats.tsx'
import { useRead } from '../reads.ts'
import { useText } from '../text.ts'
import styles from './Document.module.css'
import { DocumentText, titleOf } from './DocumentText.tsx'
import { ErrorView, Loading } from './states.tsx'

type Text = ReplyOf<typeof readDocument>

export interface DocumentProps {
  readonly name: string
  /** The text that the customer agreed to, for the call that accepts it; null before. */
  readonly value: Acceptance | null
  readonly onChange: (value: Acceptance | null) => void
}

/**
 * A document in the customer's language, and a box to agree to it, which is enabled once the text was read to its end. A
 * text that fits is read at once. Agreement to a text that is no longer the one shown is withdrawn.
 */
export function Document({ name, value, onChange }: DocumentProps) {
  const t = useText('documents')
  const { data, error, refetch } = useRead(readDocument, { name }, { quiet: true })
  const isOther = value !== null && data !== undefined && value.sha256 !== data.sha256
  useEffect(() => {
    if (isOther) onChange(null)
  }, [isOther, onChange])
  if (data)
    return <Agreeing key={data.sha256} text={data} isAgreed={value?.sha256 === data.sha256} onChange={onChange} />
  if (error) return <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
  return <Loading />
}

/** Half a line from the end counts as the end: at a browser's zoom the positions are fractions. */
const END_PX = 8

function Agreeing(props: { text: Text; isAgreed: boolean; onChange: DocumentProps['onChange'] }) {
  const { text, isAgreed, onChange } = props
  const { version, day, language, sha256 } = text
  const t = useText('documents')
  const f = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const note = useId()
  const [isRead, setRead] = useState(false)
  const look = (): void => {
    const at = box.current
    if (at && at.scrollTop + at.clientHeight >= at.scrollHeight - END_PX) setRead(true)
  }
  // A text that fits after the phone is turned has nothing to scroll, and must not stay unread.
  useEffect(() => {
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [])
  const title = titleOf(text.text)
  return (
    <div className={styles.document}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div ref={box} className={styles.box} role="region" aria-label={title} tabIndex={0} onScroll={look}>
        <DocumentText text={text.text} language={language} />
      </div>
      <p id={note} className={styles.note}>
        {t('version', { version: String(version), day: f.calendarDay(day) })}
        {!isRead && <span> · {t('readToEnd')}</span>}
      </p>
      <label className={styles.agree}>
        <input
          type="checkbox"
          checked={isAgreed}
          disabled={!isRead}
          aria-describedby={note}
          onChange={({ target }) => onChange(target.checked ? { version, language, sha256 } : null)}
        />
        {t('agree', { title })}
      </label>
    </div>
  )
}
