import { useMemo } from 'react'
import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listExpiries } from '@lonja/core/risk/risk.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'

type Row = ReplyOf<typeof listExpiries>['rows'][number]

const AT_ONCE = 100
/** Options expire by the minute, so the page is read again as often. */
const REFETCH_MS = 15_000

/** The running options of all customers together, by the minute of their expiry. It names no customer. */
export function Expiries() {
  const t = useText('risk')
  const f = useFormats()
  const { data, error, refetch } = useRead(listExpiries, {}, { quiet: true, refetchMs: REFETCH_MS })
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <DataTable
      label={t('expiries')}
      columns={columns}
      rows={data?.rows}
      keyOf={({ minute }) => String(minute)}
      atOnce={AT_ONCE}
      instead={
        data?.rows.length === 0 ? (
          <Empty text={t('expiriesNone')} />
        ) : !data && error ? (
          <ErrorView title={t('expiriesFailed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

const columnsIn = (t: Say<'risk'>, f: Formats): DataColumn<Row>[] => [
  {
    id: 'minute',
    label: t('expiresAt'),
    cell: ({ minute }) => <time className="whole">{f.date(minute)}</time>,
    by: ({ minute }) => minute,
  },
  { id: 'count', label: t('optionCount'), right: true, cell: ({ count }) => f.count(count), by: ({ count }) => count },
  {
    id: 'listings',
    label: t('listings'),
    right: true,
    cell: ({ listings }) => f.count(listings),
    by: ({ listings }) => listings,
  },
  {
    id: 'staked',
    label: t('staked'),
    right: true,
    cell: ({ staked }) => f.amount(eur(staked)),
    by: ({ staked }) => staked,
  },
  {
    id: 'lossMost',
    label: t('lossMost'),
    right: true,
    cell: ({ lossMost }) => f.amount(eur(lossMost)),
    by: ({ lossMost }) => lossMost,
  },
]
