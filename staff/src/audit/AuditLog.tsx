import { useMemo } from 'react'
import { listAudit } from '@lonja/core/audit/audit.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
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
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <SidePage
      title={t('title')}
      sideReadOnly
      sideLabel={t('detail')}
      side={
        <>
          <Chains />
          {chosen.row && <Detail act={chosen.row} />}
        </>
      }
    >
      <PagedTable
        label={t('title')}
        columns={columns}
        list={log}
        rows={rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={({ id }) => chosen.choose(id)}
        failed={t('failed')}
        empty={<Empty text={t('empty')} />}
        more={t('more')}
      />
    </SidePage>
  )
}

function columnsIn(t: Say<'audit'>, f: Formats): DataColumn<Act>[] {
  return [
    { id: 'at', label: t('at'), soft: true, whole: true, cell: ({ at }) => f.date(at) },
    { id: 'act', label: t('act'), cell: (act) => sentenceOf(t, f, act) },
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

/** One act with everything that was hashed of it: its code and ids unchanged, the rest in words. */
function Detail({ act }: { act: Act }) {
  const t = useText('audit')
  const f = useFormats()
  const { about, customer, seat, detail } = act
  return (
    <SidePart title={sentenceOf(t, f, act)}>
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
    </SidePart>
  )
}

const Id = ({ of }: { of: string }) => <code className={styles.code}>{of}</code>
