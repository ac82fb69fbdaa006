import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listAudit } from '@lonja/core/audit/audit.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { Chains } from './Chains.tsx'
import styles from './AuditLog.module.css'

type Act = ReplyOf<typeof listAudit>['rows'][number]

/** The audit log, newest first, with one act opened beside it, and the check of its chains. */
export function AuditLog() {
  const t = useText('audit')
  const f = useFormats()
  const log = usePages(listAudit, {}, { quiet: true })
  const rows = useMemo(() => log.pages.flatMap((page) => page.rows), [log.pages])
  const [chosen, setChosen] = useState<string | null>(null)
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  const at = rows.findIndex(({ id }) => id === chosen)
  const move = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) setChosen(next.id)
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
  ])
  const failed = log.error && rows.length === 0 && (
    <ErrorView title={t('failed')} text={log.error.msg} onRetry={() => void log.refetch()} />
  )
  const isEmpty = !log.isPending && rows.length === 0
  return (
    <div className={styles.page}>
      <div className={styles.log}>
        <h1>{t('title')}</h1>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={log.isPending ? undefined : rows}
          keyOf={({ id }) => id}
          chosen={chosen}
          onChoose={({ id }) => setChosen(id)}
          instead={failed || (isEmpty && <Empty text={t('empty')} />) || undefined}
          foot={
            log.hasMore && (
              <div className={styles.more}>
                <Button look="text" small label={t('more')} busy={log.isFetchingMore} onClick={log.more} />
              </div>
            )
          }
        />
      </div>
      <aside className={styles.side} aria-label={t('detail')}>
        <Chains />
        {rows[at] && <Detail act={rows[at]} />}
      </aside>
    </div>
  )
}

const shortId = (id: string): string => `…${id.slice(-6)}`

function columnsIn(t: Say<'audit'>, f: Formats): DataColumn<Act>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    { id: 'act', label: t('act'), cell: ({ act }) => <code className={styles.code}>{act}</code> },
    { id: 'seat', label: t('seat'), cell: ({ seat }) => (seat ? t('seatIs', { number: String(seat.number) }) : '-') },
    { id: 'customer', label: t('customer'), cell: ({ customer }) => (customer === null ? '-' : shortId(customer)) },
    {
      id: 'about',
      label: t('about'),
      cell: ({ about }) => (about === null ? '-' : `${about.kind} ${shortId(about.id)}`),
    },
  ]
}

/** One act as it was hashed: codes, ids and amounts, never a secret. */
function Detail({ act }: { act: Act }) {
  const t = useText('audit')
  const f = useFormats()
  const own = Object.entries(act.detail)
  return (
    <section className={styles.part}>
      <h2>
        <code className={styles.code}>{act.act}</code>
      </h2>
      <DefinitionRows
        tight
        rows={[
          { label: t('at'), value: f.date(act.at) },
          { label: t('seat'), value: act.seat ? t('seatIs', { number: String(act.seat.number) }) : '-' },
          { label: t('customer'), value: <code className={styles.code}>{act.customer ?? '-'}</code> },
          { label: act.about?.kind ?? t('about'), value: <code className={styles.code}>{act.about?.id ?? '-'}</code> },
          ...own.map(([name, value]) => ({ label: name, value: <code className={styles.code}>{String(value)}</code> })),
        ]}
      />
    </section>
  )
}
