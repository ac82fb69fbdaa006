import { useMemo } from 'react'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { useText, type Say } from '@lonja/kit/text'
import type { HealthReply } from './tones.ts'
import styles from './Health.module.css'

type Law = NonNullable<HealthReply['verified']>['broken'][number]
type Row = Law['rows'][number]

/** The laws of the books that the last check found broken, each with the rows against it. */
export function Broken({ laws }: { laws: readonly Law[] }) {
  const t = useText('proof')
  const f = useFormats()
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return laws.map(({ law, cases, rows }) => (
    <section key={law} className={styles.wide}>
      <h2>{t('broken', { law })}</h2>
      <p>{t('against', { count: cases, shown: f.count(rows.length) })}</p>
      <DataTable label={law} columns={columns} rows={rows} keyOf={(row) => JSON.stringify(row)} />
    </section>
  ))
}

function columnsIn(t: Say<'proof'>, f: Formats): DataColumn<Row>[] {
  return [
    { id: 'customer', label: t('customer'), cell: ({ customer }) => customer ?? t('house') },
    { id: 'entry', label: t('entry'), soft: true, cell: ({ number }) => (number === null ? '-' : f.count(number)) },
    {
      id: 'cause',
      label: t('cause'),
      soft: true,
      cell: ({ causeKind, cause }) => (cause === null ? '-' : `${causeKind} ${cause}`),
    },
    { id: 'differs', label: t('differs'), cell: ({ differs }) => <code className={styles.hash}>{differs}</code> },
  ]
}
