import { useMemo } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listHouseCloseOuts } from '@lonja/core/risk/risk.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace } from '@lonja/kit/nav'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'
import type { OpenedCloseOut } from './closeouts.ts'
import styles from './Risk.module.css'

type Row = ReplyOf<typeof listHouseCloseOuts>['rows'][number]

/** Close-outs by number, newest first. Opening one is a view, this list is not. */
export function CloseOuts({ opened }: { opened: OpenedCloseOut | null }) {
  const t = useText('risk')
  const f = useFormats()
  const { path } = usePlace()
  const list = usePages(listHouseCloseOuts, {}, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const open = (row: Row | null | undefined) =>
    row && goTo(urlTo(path, { tab: 'closeOuts', customer: row.customer, id: row.id }))
  useKeys([{ key: 'Enter', label: t('keyOpen'), act: () => open(chosen.row) }])
  const columns = useMemo(() => columnsIn(t, f, path), [t, f, path])
  return (
    <PagedTable
      label={t('closeOuts')}
      columns={columns}
      list={list}
      rows={rows}
      keyOf={({ id }) => id}
      chosen={chosen.id ?? opened?.id ?? null}
      onChoose={open}
      failed={t('closeOutsFailed')}
      empty={<Empty text={t('closeOutsNone')} />}
      more={t('more')}
    />
  )
}

function columnsIn(t: Say<'risk'>, f: Formats, path: string): DataColumn<Row>[] {
  const amount = ({ currency }: Row, units: bigint): string => f.amount({ asset: currency, units })
  return [
    {
      id: 'minute',
      label: t('minute'),
      whole: true,
      cell: ({ customer, id, minute }) => (
        <a
          className={styles.link}
          href={hrefTo(path, { tab: 'closeOuts', customer, id })}
          onClick={(event) => event.stopPropagation()}
        >
          {f.date(minute)}
        </a>
      ),
    },
    { id: 'number', label: t('number'), whole: true, cell: ({ number }) => number },
    { id: 'level', label: t('level'), right: true, cell: ({ level }) => (level === null ? '-' : f.rate(level)) },
    { id: 'equity', label: t('equity'), right: true, cell: (row) => amount(row, row.equity) },
    { id: 'usedOpen', label: t('usedOpen'), right: true, cell: (row) => amount(row, row.usedOpen) },
    { id: 'financed', label: t('financed'), right: true, cell: (row) => amount(row, row.financed) },
  ]
}
