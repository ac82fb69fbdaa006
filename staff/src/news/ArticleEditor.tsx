import { useEffect, useRef, useState, type RefObject } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@lonja/core/base/language'
import {
  ARTICLE_BODY_MOST,
  ARTICLE_TITLE_MOST,
  editHouseArticle,
  publishHouseArticle,
} from '@lonja/core/news/articles.staff.contract'
import { useKeys } from '@lonja/kit/keys'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { Select } from '@lonja/kit/parts/Select'
import { SideNote, SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { ArticleText } from './ArticleText.tsx'
import { listingsIn, mistakesIn, nameFrom, type Draft } from './draft.ts'
import styles from './Articles.module.css'

/** The edit under way: a new article, a further language of one, or a new text for a version. */
export interface Writing {
  readonly what: 'new' | 'language' | 'edit'
  readonly draft: Draft
  /** The version that is edited. */
  readonly version: number
  /** The languages to choose from. */
  readonly languages: readonly Language[]
}

export const NEW_ARTICLE: Writing = {
  what: 'new',
  draft: { name: '', language: 'tur', title: '', body: '', listings: '' },
  version: 0,
  languages: LANGUAGES,
}

/** Write an article in one language, with a preview beside it. */
export function ArticleEditor({ writing, onDone }: { writing: Writing; onDone: (name: string | null) => void }) {
  const t = useText('articles')
  const [draft, setDraft] = useState(writing.draft)
  const [tried, setTried] = useState(false)
  const [asks, setAsks] = useState<'publish' | 'leave' | null>(null)
  const mistakes = mistakesIn(draft, writing.what === 'new')
  const write = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const leave = () => (draft === writing.draft ? onDone(null) : setAsks('leave'))
  const save = useSave(draft, writing, onDone, () => setAsks(null))
  const next = () => {
    setTried(true)
    if (Object.keys(mistakes).length === 0) setAsks('publish')
  }
  const form = useWritingByKeys(next, leave)
  return (
    <SidePage
      title={t(`write_${writing.what}`)}
      wide
      sideLabel={t('preview')}
      side={
        <SidePart title={t('preview')}>
          <SideNote>{t('houseLabel')}</SideNote>
          <ArticleText {...draft} />
        </SidePart>
      }
    >
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <Notice tone="ground">
          {t('rule')} {t('takesTwo')}
        </Notice>
        <Fields draft={draft} write={write} writing={writing} mistakes={tried ? mistakes : {}} mistake={save.mistake} />
        <p role="alert" className={styles.wrong}>
          {save.refusal?.msg}
        </p>
        <div className={styles.acts}>
          <Button look="outline" label={t('leave')} keyCap="Escape" onClick={leave} />
          <Button type="submit" label={t('next')} keyCap="Ctrl+Enter" />
        </div>
      </form>
      <Asks
        asks={asks}
        writing={writing}
        language={draft.language}
        save={save}
        onLeave={() => onDone(null)}
        onClose={() => setAsks(null)}
      />
    </SidePage>
  )
}

/** The editor was opened to write: it focuses the headline, and keys leave it. */
function useWritingByKeys(next: () => void, leave: () => void): RefObject<HTMLFormElement | null> {
  const t = useText('articles')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useKeys(
    [
      { key: 'Ctrl+Enter', label: t('next'), act: next, whileTyping: true },
      { key: 'Escape', label: t('leave'), act: leave, whileTyping: true },
    ],
    2,
  )
  return form
}

/** The confirmation before a text is published, or before typed text is dropped. */
function Asks(props: {
  asks: 'publish' | 'leave' | null
  writing: Writing
  language: Language
  save: { readonly isPending: boolean; send(): void }
  onLeave: () => void
  onClose: () => void
}) {
  const { asks, writing, language, save, onLeave, onClose } = props
  const t = useText('articles')
  if (asks === null) return null
  if (asks === 'leave')
    return (
      <Confirm
        title={t('askLeave')}
        text={t('askLeaveWhy')}
        confirm={t('leaveIt')}
        cancel={t('goOn')}
        onConfirm={onLeave}
        onCancel={onClose}
      />
    )
  return (
    <Confirm
      title={t(writing.what === 'edit' ? 'askEdit' : 'askPublish')}
      text={t(writing.what === 'edit' ? 'askEditWhy' : 'askPublishWhy', {
        language: LANGUAGE_NAMES[language],
      })}
      confirm={t(writing.what === 'edit' ? 'save' : 'publish')}
      cancel={t('cancel')}
      busy={save.isPending}
      onConfirm={save.send}
      onCancel={onClose}
    />
  )
}

function useSave(draft: Draft, { what, version }: Writing, onDone: (name: string) => void, onEnd: () => void) {
  const t = useText('articles')
  const done = ({ review }: { readonly review: string | null }) => {
    toast(t(review !== null ? 'waits' : what === 'edit' ? 'saved' : 'published'), { kind: 'done' })
    markAllStale()
    onDone(draft.name)
  }
  const ways = { quiet: true, onReply: done, onRefusal: onEnd }
  const publish = useWrite(publishHouseArticle, ways)
  const edit = useWrite(editHouseArticle, ways)
  const { name, language, title, body } = draft
  const way = what === 'edit' ? edit : publish
  return {
    isPending: way.isPending,
    refusal: way.refusal,
    mistake: way.mistake,
    send: () =>
      what === 'edit'
        ? edit.mutate({ name, language, title, body, version })
        : publish.mutate({ name, language, title, body, listings: what === 'new' ? listingsIn(draft.listings) : [] }),
  }
}

function Fields(props: {
  draft: Draft
  write: (part: Partial<Draft>) => void
  writing: Writing
  mistakes: ReturnType<typeof mistakesIn>
  mistake: (field: string) => string | undefined
}) {
  const { draft, write, writing, mistakes, mistake } = props
  const t = useText('articles')
  const isFirst = writing.what === 'new'
  const wrong = (field: keyof Draft) => {
    const fieldMistake = mistakes[field]
    return fieldMistake === undefined ? mistake(field) : t(`wrong_${fieldMistake}`)
  }
  // The name follows the headline until it is typed by hand.
  const entitle = (title: string) =>
    write(isFirst && draft.name === nameFrom(draft.title) ? { title, name: nameFrom(title) } : { title })
  return (
    <>
      {writing.languages.length > 1 && (
        <Select
          boxed
          label={t('language')}
          options={writing.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={draft.language}
          onChange={(language) => write({ language })}
        />
      )}
      <Field
        label={t('headline')}
        value={draft.title}
        onChange={entitle}
        maxLength={ARTICLE_TITLE_MOST}
        error={wrong('title')}
      />
      <Field
        label={t('text')}
        type="area"
        hint={t('textHint')}
        value={draft.body}
        onChange={(body) => write({ body })}
        maxLength={ARTICLE_BODY_MOST}
        error={wrong('body')}
      />
      {isFirst && <OfAll draft={draft} write={write} wrong={wrong} />}
    </>
  )
}

/** The fields that all languages of an article share. */
function OfAll(props: {
  draft: Draft
  write: (part: Partial<Draft>) => void
  wrong: (field: keyof Draft) => string | undefined
}) {
  const { draft, write, wrong } = props
  const t = useText('articles')
  return (
    <>
      <Field
        label={t('name')}
        hint={t('nameHint')}
        value={draft.name}
        onChange={(name) => write({ name })}
        maxLength={60}
        autoCapitalize="none"
        error={wrong('name')}
      />
      <Field
        label={t('listings')}
        hint={t('listingsHint')}
        value={draft.listings}
        onChange={(listings) => write({ listings })}
        maxLength={200}
        error={wrong('listings')}
      />
    </>
  )
}
