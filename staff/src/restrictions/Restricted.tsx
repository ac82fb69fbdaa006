import { useMemo, type ReactNode } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { wholeTimes, type DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'
import { useFind } from '../review/find.ts'
import { FindBox } from '../review/FindBox.tsx'
import { roleNames } from '../staff/roles.ts'
import styles from './Restrict.module.css'

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
  const byOf = ({ seat, role, byCustomer }: Row) =>
    seat === null || role === null
      ? t(byCustomer ? 'byCustomer' : 'byOperator')
      : t('bySeat', { seat, role: roleNames(s, f, [role]) })
  return [
    {
      id: 'number',
      label: t('number'),
      whole: true,
      cell: ({ customer, number, displayName, phone }) => (
        <Two under={`${displayName ?? ''} ${phone}`}>
          <a href={hrefTo(CUSTOMERS, { id: customer })}>{number}</a>
        </Two>
      ),
    },
    {
      id: 'level',
      label: t('level'),
      whole: true,
      cell: ({ level }) => <StatusChip tone="warn" icon={null} label={t(`level_${level}`)} />,
    },
    { id: 'reason', label: t('reason'), cell: ({ reason, note }) => <Two under={note}>{t(`reason_${reason}`)}</Two> },
    {
      id: 'by',
      label: t('by'),
      whole: true,
      cell: (row) => <Two under={row.people === null ? null : t('people', { count: row.people })}>{byOf(row)}</Two>,
    },
    {
      id: 'until',
      label: t('until'),
      whole: true,
      cell: ({ madeAt, untilAt }) => <Two under={t('sinceWhen', { time: f.date(madeAt) })}>{f.date(untilAt)}</Two>,
    },
    {
      id: 'stopped',
      label: t('stopped'),
      cell: ({ stopped, review }) => (
        <Two under={review && <a href={hrefTo(QUEUE, { id: review })}>{t('waits')}</a>}>
          {stopped === 0 ? t('stoppedNone') : t('stopped', { count: stopped })}
        </Two>
      ),
    },
  ]
}

/** Two lines in a cell; the second one is soft, and may be missing. */
const Two = ({ under, children }: { under: ReactNode; children: ReactNode }) => (
  <>
    {wholeTimes(children)}
    {under && <small className={styles.under}>{wholeTimes(under)}</small>}
  </>
)
