import { useState } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, LOCALES, type Language } from '@lonja/core/base/language'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { SidePart } from '@lonja/kit/parts/SidePage'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useText } from '@lonja/kit/text'
import { ConfirmSend } from './ConfirmSend.tsx'
import { NEW_DRAFT, halfWritten, writtenIn, type Draft } from './draft.ts'
import { Recipient, type RecipientChoice } from './Recipient.tsx'
import styles from './Messages.module.css'

const TITLE_MOST = 80
const BODY_MOST = 1_000

/** A new notice: its recipients, its languages, a preview; then a confirmation with the number of recipients. */
export function Compose({ first, onSent }: { first: RecipientChoice | null; onSent: () => void }) {
  const t = useText('messages')
  const [to, setTo] = useState(first)
  const [draft, setDraft] = useState<Draft>(NEW_DRAFT)
  const [confirms, setConfirms] = useState(false)
  const half = halfWritten(draft)
  const written = writtenIn(draft)
  const waitsFor =
    to === null
      ? t('chooseWho')
      : half !== null
        ? t('finish', { language: LANGUAGE_NAMES[half] })
        : written.length === 0
          ? t('writeFirst')
          : to.all && !written.includes('tur')
            ? t('spanishFirst')
            : undefined
  return (
    <SidePart title={t('new')}>
      {/* The search for a recipient is a form of its own, and forms cannot be nested. */}
      <Recipient value={to} onChange={setTo} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (waitsFor === undefined) setConfirms(true)
        }}
      >
        <Texts draft={draft} onChange={setDraft} />
        <div className={styles.send}>
          <Button type="submit" label={t('next')} waitsFor={waitsFor} />
        </div>
      </form>
      {confirms && to && (
        <ConfirmSend
          to={to}
          draft={draft}
          onSent={() => {
            setConfirms(false)
            setDraft(NEW_DRAFT)
            onSent()
          }}
          onClose={() => setConfirms(false)}
        />
      )}
    </SidePart>
  )
}

/** The notice in each language, one at a time, with a preview. */
function Texts({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useText('messages')
  const [language, setLanguage] = useState<Language>('tur')
  const written = writtenIn(draft)
  const text = draft[language]
  const write = (part: Partial<typeof text>) => onChange({ ...draft, [language]: { ...text, ...part } })
  return (
    <>
      <Tabs
        label={t('languages')}
        tabs={LANGUAGES.map((value) => ({
          value,
          label: LANGUAGE_NAMES[value],
          ...(written.includes(value) ? { count: '✓' } : {}),
        }))}
        value={language}
        onChange={setLanguage}
      />
      <Field label={t('heading')} value={text.title} onChange={(title) => write({ title })} maxLength={TITLE_MOST} />
      <Field
        label={t('text')}
        type="area"
        hint={t('textHint')}
        value={text.body}
        onChange={(body) => write({ body })}
        maxLength={BODY_MOST}
      />
      <Preview title={text.title} body={text.body} language={language} />
    </>
  )
}

/** As it appears among a customer's notices. */
export function Preview({ title, body, language }: { title: string; body: string; language: Language }) {
  const t = useText('messages')
  return (
    <div className={styles.preview} lang={LOCALES[language]}>
      <small>{t('preview')}</small>
      <strong>{title.trim() || '…'}</strong>
      <p>{body.trim() || '…'}</p>
    </div>
  )
}
