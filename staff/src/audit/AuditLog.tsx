import { useMemo, useState } from 'react'
import { listAudit } from '@lonja/core/audit/audit.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { detailName, detailValue, kindIn, sentenceOf, shortId, type Act } from './acts.ts'
import { Chains } from './Chains.tsx'
import styles from './AuditLog.module.css'

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

function columnsIn(t: Say<'audit'>, f: Formats): DataColumn<Act>[] {
  return [
    { id: 'at', label: t('at'), soft: true, whole: true, cell: ({ at }) => f.date(at) },
    { id: 'act', label: t('act'), cell: (act) => sentenceOf(t, act) },
    { id: 'seat', label: t('seat'), whole: true, cell: ({ seat }) => seatIn(t, seat) },
    {
      id: 'customer',
      label: t('customer'),
      soft: true,
      whole: true,
      cell: ({ customer }) => (customer === null ? '-' : shortId(customer)),
    },
    {
      id: 'about',
      label: t('about'),
      soft: true,
      whole: true,
      cell: ({ about }) => (about === null ? '-' : `${kindIn(t, about.kind)} ${shortId(about.id)}`),
    },
  ]
}

const seatIn = (t: Say<'audit'>, seat: Act['seat']): string =>
  seat ? t('seatIs', { number: String(seat.number) }) : t('byCustomer')

/** One act with all that was hashed of it: its code and its ids as they are, the rest in words. */
function Detail({ act }: { act: Act }) {
  const t = useText('audit')
  const f = useFormats()
  const { about, customer, seat, detail } = act
  return (
    <section className={styles.part}>
      <h2>{sentenceOf(t, act)}</h2>
      <DefinitionRows
        tight
        rows={[
          { label: t('at'), value: f.date(act.at) },
          { label: t('seat'), value: seatIn(t, seat) },
          ...(customer === null ? [] : [{ label: t('customer'), value: <Id of={customer} /> }]),
          ...(about === null ? [] : [{ label: kindIn(t, about.kind), value: <Id of={about.id} /> }]),
          ...Object.keys(detail).map((name) => ({
            label: detailName(t, name),
            value: detailValue(t, f, name, act),
          })),
          { label: t('code'), value: <code className={styles.code}>{act.act}</code> },
        ]}
      />
    </section>
  )
}

const Id = ({ of }: { of: string }) => <code className={styles.code}>{of}</code>
