import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@lonja/core/base/language'
import { readHouseArticle, withdrawHouseArticle, ARTICLE_REASON_MOST } from '@lonja/core/news/articles.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useMay } from '@lonja/kit/may'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { SideActs, SidePart } from '@lonja/kit/parts/SidePage'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { markAllStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { ArticleText } from './ArticleText.tsx'
import type { Writing } from './ArticleEditor.tsx'
import styles from './Articles.module.css'

type Whole = ReplyOf<typeof readHouseArticle>

/** One article with its texts in every language, earlier versions included, and the acts on it. */
export function ArticleSide(props: { name: string; onWrite: (writing: Writing) => void; onWithdraw: () => void }) {
  const { name, onWrite, onWithdraw } = props
  const t = useText('articles')
  const { data, error, refetch } = useRead(readHouseArticle, { name }, { quiet: true })
  if (!data && error) return <ErrorView title={t('failedOne')} text={error.msg} onRetry={() => void refetch()} />
  return data ? <Shown key={data.id} article={data} onWrite={onWrite} onWithdraw={onWithdraw} /> : <Loading />
}

/** The latest text of each language. */
const latestOf = ({ texts }: Whole) =>
  LANGUAGES.flatMap((language) => texts.find((each) => each.language === language) ?? [])

/** The edit of a language's latest text; null if there is nothing to edit. */
export function editOf(article: Whole, language: Language): Writing | null {
  const text = latestOf(article).find((each) => each.language === language)
  if (!text || article.withdrawnAt !== null) return null
  const draft = { name: article.name, language, title: text.title, body: text.body, listings: '' }
  return { what: 'edit', draft, version: text.version, languages: [language] }
}

function Shown(props: { article: Whole; onWrite: (writing: Writing) => void; onWithdraw: () => void }) {
  const { article, onWrite, onWithdraw } = props
  const t = useText('articles')
  const f = useFormats()
  const mayWrite = useMay(withdrawHouseArticle)
  const latest = latestOf(article)
  const [chosen, setChosen] = useState<Language>(latest[0]?.language ?? 'tur')
  const missing = LANGUAGES.filter((language) => !latest.some((each) => each.language === language))
  const edit = editOf(article, chosen)
  return (
    <>
      <SidePart title={article.name}>
        <DefinitionRows
          tight
          rows={[
            { label: t('at'), value: f.date(article.at) },
            { label: t('listings'), value: article.listings.length === 0 ? '-' : f.list(article.listings) },
          ]}
        />
        {article.withdrawnAt !== null && (
          <Notice tone="loss" title={t('withdrawnOn', { time: f.date(article.withdrawnAt) })}>
            {article.reason}
          </Notice>
        )}
        {mayWrite && article.withdrawnAt === null && (
          <SideActs>
            <Button look="outline" small label={t('edit')} keyCap="E" onClick={() => edit && onWrite(edit)} />
            {missing[0] && (
              <Button
                look="outline"
                small
                label={t('addLanguage')}
                keyCap="A"
                onClick={() => onWrite(addTo(article, missing))}
              />
            )}
            <Button look="outline" small label={t('withdraw')} keyCap="W" onClick={onWithdraw} />
          </SideActs>
        )}
      </SidePart>
      <Texts article={article} chosen={chosen} onChoose={setChosen} />
    </>
  )
}

/** The current text of a language, and its earlier versions. */
function Texts(props: { article: Whole; chosen: Language; onChoose: (language: Language) => void }) {
  const { article, chosen, onChoose } = props
  const t = useText('articles')
  const f = useFormats()
  const latest = latestOf(article)
  const text = latest.find(({ language }) => language === chosen)
  const earlier = article.texts.filter(({ language, version }) => language === chosen && version !== text?.version)
  return (
    <SidePart>
      <Tabs
        label={t('languages')}
        tabs={latest.map(({ language }) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        value={chosen}
        onChange={onChoose}
      />
      {text && (
        <>
          <p className={styles.note}>
            {text.version === 0
              ? t('asPublished', { time: f.date(text.writtenAt) })
              : t('editedOn', { count: text.version, time: f.date(text.writtenAt) })}
          </p>
          <ArticleText {...text} />
        </>
      )}
      {earlier.map((each) => (
        <details key={each.version} className={styles.earlier}>
          <summary>{t('earlier', { time: f.date(each.writtenAt) })}</summary>
          <ArticleText {...each} />
        </details>
      ))}
    </SidePart>
  )
}

/** The edit that adds a missing language to an article. */
export const addTo = ({ name }: Pick<Whole, 'name'>, missing: readonly Language[]): Writing => ({
  what: 'language',
  draft: { name, language: missing[0] ?? 'tur', title: '', body: '', listings: '' },
  version: 0,
  languages: missing,
})

/** Withdraw an article: readers see the reason, and it cannot be published again. */
export function Withdraw({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useText('articles')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const withdraw = useWrite(withdrawHouseArticle, {
    quiet: true,
    onReply: () => {
      markAllStale()
      onClose()
    },
  })
  const submit = () => {
    setTried(true)
    if (reason.trim() !== '') withdraw.mutate({ name, reason })
  }
  return (
    <Dialog
      title={t('askWithdraw')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('withdraw')} busy={withdraw.isPending} onClick={submit} />
        </>
      }
    >
      <p>{t('askWithdrawWhy')}</p>
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        firstFocus
        value={reason}
        onChange={setReason}
        maxLength={ARTICLE_REASON_MOST}
        error={tried && reason.trim() === '' ? t('wrong_reason') : withdraw.refusal?.msg}
      />
    </Dialog>
  )
}
