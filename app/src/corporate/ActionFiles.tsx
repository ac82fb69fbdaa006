import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf, Role } from '@lonja/core/base/contract'
import { listActionFiles, readActionFile } from '@lonja/core/news/actions.contract'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { CalendarDotsIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { usePages } from '@lonja/kit/pages'
import { askOnce } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './ActionFiles.module.css'
import { instantOf, useActionName } from './words.ts'

type File = ReplyOf<typeof listActionFiles>['rows'][number]

/** The files from which the corporate actions of a live feed come: source, hash and rows of each, and the file itself. */
export function ActionFiles() {
  const t = useText('corporate')
  const list = usePages(listActionFiles, {})
  const files = list.pages.flatMap(({ rows }) => rows)
  const isRead = list.pages.length > 0
  return (
    <Screen title={t('filesTitle')} onBack={back} onRefresh={() => list.refetch()} readOnly>
      <Notice tone="ground">{t('filesWhy')}</Notice>
      {isRead && files.length === 0 && <Empty icon={CalendarDotsIcon} text={t('noFiles')} why={t('noFilesWhy')} />}
      {!isRead && list.error && (
        <ErrorView title={t('filesFailed')} text={list.error.msg} onRetry={() => void list.refetch()} />
      )}
      {!isRead && !list.error && <SkeletonRows line={false} />}
      {files.map((file) => (
        <OneFile key={file.id} file={file} />
      ))}
      {list.hasMore && <Button look="outline" label={t('moreFiles')} onClick={() => list.more()} />}
    </Screen>
  )
}

function OneFile({ file }: { file: File }) {
  const t = useText('corporate')
  const f = useFormats()
  const { id, announcedAt, roles, source, sha256, rows } = file
  const [first, second] = roles
  const roleIn = (role: Role | undefined): string => t(role === 'operations' ? 'roleOperations' : 'roleHouse')
  const name = `actions-${new Date(announcedAt).toISOString().slice(0, 10)}-${sha256.slice(0, 8)}.csv`
  const download = () =>
    askOnce(readActionFile, { id }).then(
      ({ content }) => {
        saveFile(new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type: 'text/csv' }), name)
        toast(t('saved', { name }), { kind: 'done' })
      },
      () => {}, // The error was shown already.
    )
  return (
    <Section title={f.date(announcedAt)}>
      <p>{t('byRoles', { first: roleIn(first), second: roleIn(second) })}</p>
      <FileRows rows={rows} />
      <DefinitionRows
        rows={[
          {
            label: t('source'),
            value: (
              <a className={styles.long} href={source} target="_blank" rel="noreferrer noopener">
                {source}
              </a>
            ),
          },
          { label: t('hash'), value: <code className={styles.long}>{sha256}</code> },
        ]}
      />
      <Button small look="text" label={t('download')} onClick={() => void download()} />
    </Section>
  )
}

function FileRows({ rows }: Pick<File, 'rows'>) {
  const t = useText('corporate')
  const f = useFormats()
  const nameOf = useActionName()
  const KIND = { split: t('kindName_split'), dividend: t('kindName_dividend'), symbol: t('kindName_symbol') }
  return (
    <DefinitionRows
      rows={rows.map((row) => {
        const ticker = tickerOf(row.listing)
        return {
          label:
            row.what === 'withdraw'
              ? t('rowWithdraws', { ticker, kind: KIND[row.kind] })
              : t('rowAnnounced', { ticker, what: nameOf(row) }),
          note: row.withdrawnAt === null ? undefined : t('wasWithdrawn', { time: f.date(row.withdrawnAt) }),
          value: f.dayBeside(instantOf(row.exDay), 'UTC'),
        }
      })}
    />
  )
}
