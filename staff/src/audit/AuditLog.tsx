import { useMemo } from 'react'
import { exportAudit, listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { customerNumber } from '@lonja/core/base/numbers'
import { listColleagues } from '@lonja/core/staff/staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useDownload } from '@lonja/kit/download'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say, type TextKey } from '@lonja/kit/text'
import { detailName, detailValue, kindIn, sentenceOf, shortId, type Act } from './acts.ts'
import { AuditFilters, useFilter, type AuditInput } from './AuditFilters.tsx'
import { Chains } from './Chains.tsx'
import styles from './AuditLog.module.css'

/** The audit log, newest first, narrowed by filters that stand in the address, with one act opened beside it. */
export function AuditLog() {
  const t = useText('audit')
  const f = useFormats()
  const filter = useFilter()
  const log = usePages(listAudit, filter.input, { quiet: true })
  const rows = useMemo(() => log.pages.flatMap((page) => page.rows), [log.pages])
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const names = useNames()
  const columns = useMemo(() => columnsIn(t, f, names), [t, f, names])
  const customer = chosen.row?.customer ?? null
  useKeys([
    { key: 'f', label: t('keyFilter'), act: () => document.getElementById('audit-act')?.focus() },
    ...(customer === null
      ? []
      : [{ key: 'v', label: t('seeCustomer'), act: () => goTo(urlTo('/customers', { id: customer })) }]),
  ])
  return (
    <SidePage
      title={t('title')}
      acts={<Export input={filter.input} />}
      filters={<AuditFilters filter={filter} />}
      sideReadOnly
      sideLabel={t('detail')}
      side={
        <>
          {chosen.row && <Detail act={chosen.row} names={names} />}
          <Chains />
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
        empty={<Empty text={t(filter.isEmpty ? 'empty' : 'noneLeft')} />}
        more={t('more')}
      />
    </SidePage>
  )
}

/** All rows that the filters leave, as a file. */
function Export({ input }: { input: AuditInput }) {
  const t = useText('audit')
  const { start, isPending } = useDownload(exportAudit, (name) => toast(t('saved', { name }), { kind: 'done' }))
  return <Button look="outline" small label={t('export')} busy={isPending} onClick={() => start(input)} />
}

/** The names of the seats by their numbers. */
type Names = ReadonlyMap<number, string>

function useNames(): Names {
  const { data } = useRead(listColleagues, {}, { quiet: true })
  return useMemo(() => new Map(data?.rows.map(({ number, name }) => [number, name])), [data])
}

function columnsIn(t: Say<'audit'>, f: Formats, names: Names): DataColumn<Act>[] {
  return [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    { id: 'act', label: t('act'), cell: (act) => sentenceOf(t, f, act) },
    { id: 'seat', label: t('seat'), whole: true, cell: ({ seat }) => seatIn(t, seat, names) },
    {
      id: 'customer',
      label: t('customer'),
      whole: true,
      cell: ({ customer }) => (customer === null ? '-' : <CustomerLink id={customer} />),
    },
    {
      id: 'about',
      label: t('about'),
      soft: true,
      cell: ({ about }) =>
        about === null ? (
          '-'
        ) : (
          <>
            {kindIn(t, about.kind)} <span className={styles.id}>{shortId(about.id)}</span>
          </>
        ),
    },
  ]
}

/** The account number that every seat may read. Opening the customer is a view. */
const CustomerLink = ({ id }: { id: CustomerId }) => (
  <a href={hrefTo('/customers', { id })} className={styles.link} onClick={(event) => event.stopPropagation()}>
    {customerNumber(id)}
  </a>
)

const ROLE_WORDS = {
  support: 'role_support',
  reviewer: 'role_reviewer',
  treasurer: 'role_treasurer',
  operations: 'role_operations',
  admin: 'role_admin',
  auditor: 'role_auditor',
} as const satisfies Record<Role, TextKey<'audit'>>

/** The seat by its name, if it is known, and the role in which it acted. */
function seatIn(t: Say<'audit'>, seat: Act['seat'], names: Names): string {
  if (!seat) return t('byCustomer')
  const blanks = { number: String(seat.number), role: t(ROLE_WORDS[seat.role]) }
  const name = names.get(seat.number)
  return name === undefined ? t('seatIs', blanks) : t('seatIsNamed', { ...blanks, name })
}

/** One act with everything that was hashed of it: its code and ids unchanged, the rest in words. */
function Detail({ act, names }: { act: Act; names: Names }) {
  const t = useText('audit')
  const f = useFormats()
  const { about, customer, seat, detail } = act
  return (
    <SidePart title={sentenceOf(t, f, act)}>
      <DefinitionRows
        tight
        rows={[
          { label: t('at'), value: f.date(act.at) },
          { label: t('seat'), value: seatIn(t, seat, names) },
          ...(customer === null ? [] : [{ label: t('customer'), value: <CustomerLink id={customer} /> }]),
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
