import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES, LANGUAGES } from '@lonja/core/base/language'
import { listHouseArticles, publishHouseArticle, readHouseArticle } from '@lonja/core/news/articles.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { askOnce } from '@lonja/kit/reads'
import { useLanguage, useText, type Say } from '@lonja/kit/text'
import { ArticleEditor, NEW_ARTICLE, type Writing } from './ArticleEditor.tsx'
import { ArticleSide, Withdraw, addTo, editOf } from './ArticleSide.tsx'

type Article = ReplyOf<typeof listHouseArticles>['rows'][number]

/** The house's own articles: their languages, edits and withdrawals. */
export function Articles() {
  const [writing, setWriting] = useState<Writing | null>(null)
  return writing ? <ArticleEditor writing={writing} onDone={() => setWriting(null)} /> : <List onWrite={setWriting} />
}

const missingOf = ({ texts }: Article) =>
  LANGUAGES.filter((language) => !texts.some((text) => text.language === language))

function List({ onWrite }: { onWrite: (writing: Writing) => void }) {
  const t = useText('articles')
  const f = useFormats()
  const language = useLanguage()
  const list = usePages(listHouseArticles, {}, { quiet: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const columns = useMemo(() => columnsIn(t, f, language), [t, f, language])
  const [asks, setAsks] = useState(false)
  const one = chosen.row
  const standing = one?.withdrawnAt === null ? one : null
  const mayWrite = useMay(publishHouseArticle)
  useActs(mayWrite, standing, { onWrite, onWithdraw: () => setAsks(true) })
  return (
    <SidePage
      title={t('title')}
      acts={
        mayWrite && (
          <Button look="outline" small label={t('write_new')} keyCap="N" onClick={() => onWrite(NEW_ARTICLE)} />
        )
      }
      wide
      sideLabel={t('article')}
      side={
        one ? (
          <ArticleSide key={one.id} name={one.name} onWrite={onWrite} onWithdraw={() => setAsks(true)} />
        ) : (
          rows.length > 0 && <SideNote>{t('choose')}</SideNote>
        )
      }
    >
      <PagedTable
        label={t('title')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={({ id }) => chosen.choose(id)}
        failed={t('failed')}
        empty={<Empty text={t('empty')} />}
        more={t('more')}
      />
      {asks && standing && <Withdraw name={standing.name} onClose={() => setAsks(false)} />}
    </SidePage>
  )
}

/** The keys for the chosen article, unless it is withdrawn or the seat only reads. */
function useActs(
  mayWrite: boolean,
  standing: Article | null,
  { onWrite, onWithdraw }: { onWrite: (writing: Writing) => void; onWithdraw: () => void },
): void {
  const t = useText('articles')
  const language = useLanguage()
  const missing = standing ? missingOf(standing) : []
  const edit = async () => {
    const first = standing?.texts[0]
    if (!standing || !first) return
    const shownText = standing.texts.find((text) => text.language === language) ?? first
    const writing = await askOnce(readHouseArticle, { name: standing.name }).then(
      (article) => editOf(article, shownText.language),
      () => null, // The error was shown already.
    )
    if (writing) onWrite(writing)
  }
  useKeys([
    ...(mayWrite ? [{ key: 'n', label: t('write_new'), act: () => onWrite(NEW_ARTICLE) }] : []),
    ...(mayWrite && standing
      ? [
          { key: 'e', label: t('edit'), act: () => void edit() },
          ...(missing.length > 0
            ? [{ key: 'a', label: t('addLanguage'), act: () => onWrite(addTo(standing, missing)) }]
            : []),
          { key: 'w', label: t('withdraw'), act: onWithdraw },
        ]
      : []),
  ])
}

function columnsIn(t: Say<'articles'>, f: Formats, readLanguage: (typeof LANGUAGES)[number]): DataColumn<Article>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    {
      id: 'title',
      label: t('headline'),
      cell: ({ texts }) =>
        [readLanguage, ...LANGUAGES]
          .map((each) => texts.find(({ language }) => language === each)?.title)
          .find((title) => title !== undefined) ?? '',
    },
    {
      id: 'languages',
      label: t('languages'),
      soft: true,
      cell: ({ texts }) => {
        const languages = LANGUAGES.filter((each) => texts.some(({ language }) => language === each))
        return f.list(languages.map((language) => LANGUAGE_NAMES[language]))
      },
    },
    {
      id: 'state',
      label: t('state'),
      whole: true,
      cell: ({ withdrawnAt, texts }) =>
        withdrawnAt !== null ? (
          <StatusChip tone="loss" label={t('state_withdrawn')} />
        ) : texts.some(({ version }) => version > 0) ? (
          <StatusChip tone="accent" icon={null} label={t('state_edited')} />
        ) : (
          <StatusChip tone="gain" icon={null} label={t('state_published')} />
        ),
    },
  ]
}
