import { useMemo } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { useFind } from '../review/find.ts'
import { FindBox } from '../review/FindBox.tsx'
import { roleNames } from '../staff/roles.ts'

type Row = ReplyOf<typeof listRestricted>['rows'][number]

const CUSTOMERS = '/customers'
const QUEUE = '/restrictions'

/** The accounts that are restricted now, the first to end on top. Masked: opening a customer is a view, this list is not. */
export function Restricted() {
  const t = useText('restrictions')
  const s = useText('staff')
  const f = useFormats()
  const { path } = usePlace()
  const [find, typed, setTyped] = useFind(path)
  const list = usePages(listRestricted, find === '' ? {} : { find }, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ customer }) => customer, t('keyMove'))
  const open = (row: Row | null | undefined) => row && goTo(urlTo(CUSTOMERS, { id: row.customer }))
  useKeys([{ key: 'Enter', label: t('keyOpen'), act: () => open(chosen.row) }])
  const columns = useMemo(() => columnsIn(t, s, f), [t, s, f])
  return (
    <SidePage
      title={t('nowTitle')}
      acts={
        <FindBox
          label={t('search')}
          hint={t('searchHint')}
          words={typed}
          onWords={setTyped}
          onFirst={() => typed.trim() === find && open(rows[0])}
        />
      }
      sideLabel={t('nowTitle')}
      side={<SideNote>{t('nowNote')}</SideNote>}
    >
      <PagedTable
        label={t('nowTitle')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ customer }) => customer}
        chosen={chosen.id}
        onChoose={open}
        failed={t('nowFailed')}
        empty={<Empty text={t(find === '' ? 'nowNone' : 'nowNoneFound')} />}
        more={t('more')}
      />
    </SidePage>
  )
}

function columnsIn(t: Say<'restrictions'>, s: Say<'staff'>, f: Formats): DataColumn<Row>[] {
  const byOf = ({ seat, role, people, byCustomer }: Row) =>
    seat === null || role === null
      ? t(byCustomer ? 'byCustomer' : 'byOperator')
      : `${t('bySeat', { seat, role: roleNames(s, f, [role]) })} · ${t('people', { count: people ?? 1 })}`
  return [
    {
      id: 'number',
      label: t('number'),
      whole: true,
      cell: ({ customer, number }) => <a href={hrefTo(CUSTOMERS, { id: customer })}>{number}</a>,
    },
    { id: 'name', label: t('name'), cell: ({ displayName, phone }) => `${displayName ?? '-'} ${phone}` },
    {
      id: 'level',
      label: t('level'),
      cell: ({ level }) => <StatusChip tone="warn" icon={null} label={t(`level_${level}`)} />,
    },
    {
      id: 'reason',
      label: t('reason'),
      cell: ({ reason, note }) => (note === null ? t(`reason_${reason}`) : `${t(`reason_${reason}`)} · ${note}`),
    },
    { id: 'by', label: t('by'), cell: byOf },
    { id: 'since', label: t('since'), soft: true, cell: ({ madeAt }) => f.date(madeAt) },
    { id: 'until', label: t('until'), cell: ({ untilAt }) => f.date(untilAt) },
    {
      id: 'stopped',
      label: t('stopped'),
      cell: ({ stopped }) => (stopped === 0 ? t('stoppedNone') : t('stopped', { count: stopped })),
    },
    {
      id: 'waiting',
      label: t('waiting'),
      cell: ({ review }) => (review === null ? '-' : <a href={hrefTo(QUEUE, { id: review })}>{t('waits')}</a>),
    },
  ]
}
