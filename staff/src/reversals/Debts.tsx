import { useMemo } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listDebts } from '@lonja/core/reversals/reversals.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideNote, SidePage } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'

type Row = ReplyOf<typeof listDebts>['rows'][number]

const CUSTOMERS = '/customers'
const keyOf = ({ customer, owed }: Row): string => `${customer} ${owed.asset}`

/** Everybody who owes something, the oldest debt first. Masked: opening a customer is a view, this list is not. */
export function Debts() {
  const t = useText('reversals')
  const f = useFormats()
  const list = usePages(listDebts, {}, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const count = list.pages[0]?.count
  const chosen = useChosen(rows, keyOf, t('keyMove'))
  const open = (row: Row | null | undefined) => row && goTo(urlTo(CUSTOMERS, { id: row.customer }))
  useKeys([{ key: 'Enter', label: t('keyOpen'), act: () => open(chosen.row) }])
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <SidePage
      title={t('debtsTitle')}
      acts={count !== undefined && count > 0n && <span>{t('debtsCount', { count })}</span>}
      sideLabel={t('debtsTitle')}
      side={<SideNote>{t('debtsNote')}</SideNote>}
    >
      <PagedTable
        label={t('debtsTitle')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={keyOf}
        chosen={chosen.id}
        onChoose={open}
        failed={t('debtsFailed')}
        empty={<Empty text={t('debtsNone')} />}
        more={t('more')}
      />
    </SidePage>
  )
}

function columnsIn(t: Say<'reversals'>, f: Formats): DataColumn<Row>[] {
  return [
    {
      id: 'number',
      label: t('number'),
      whole: true,
      cell: ({ customer, number }) => <a href={hrefTo(CUSTOMERS, { id: customer })}>{number}</a>,
    },
    { id: 'owed', label: t('owed'), right: true, cell: ({ owed }) => f.amount(owed) },
    { id: 'since', label: t('since'), soft: true, cell: ({ since }) => f.date(since) },
    {
      id: 'customer',
      label: t('customer'),
      cell: ({ displayName, phone }) => [displayName, phone].filter(Boolean).join(' '),
    },
  ]
}
