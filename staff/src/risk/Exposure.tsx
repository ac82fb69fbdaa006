import { useMemo } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listExposure } from '@lonja/core/risk/risk.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import styles from './Risk.module.css'

type Row = ReplyOf<typeof listExposure>['rows'][number]

const AT_ONCE = 100

/** The holdings of all customers together, by listing, sorted by any figure. It names no customer. */
export function Exposure() {
  const t = useText('risk')
  const f = useFormats()
  const { data, error, refetch } = useRead(listExposure, {}, { quiet: true })
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <DataTable
      label={t('exposure')}
      columns={columns}
      rows={data?.rows}
      keyOf={({ listing }) => listing}
      atOnce={AT_ONCE}
      instead={
        data?.rows.length === 0 ? (
          <Empty text={t('exposureNone')} />
        ) : !data && error ? (
          <ErrorView title={t('exposureFailed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

const listingIn = (t: Say<'risk'>): DataColumn<Row> => ({
  id: 'listing',
  label: t('listing'),
  cell: ({ name, listing }) => (
    <>
      {name} <small className={styles.under}>{tickerOf(listing)}</small>
    </>
  ),
  by: ({ name }) => name,
})

function columnsIn(t: Say<'risk'>, f: Formats): DataColumn<Row>[] {
  return [
    listingIn(t),
    {
      id: 'customers',
      label: t('customers'),
      right: true,
      cell: (row) => f.count(row.customers),
      by: (row) => row.customers,
    },
    {
      id: 'shares',
      label: t('shares'),
      right: true,
      cell: ({ shares }) => f.count(shares),
      by: ({ shares }) => shares,
    },
    {
      id: 'value',
      label: t('value'),
      right: true,
      cell: ({ value, last, currency }) => (
        <>
          {f.amount({ asset: currency, units: value })}
          <small className={styles.under}>
            {last === null ? t('noPrice') : t('priced', { price: f.price(last, currency) })}
          </small>
        </>
      ),
      // A part of the whole compares both currencies.
      by: ({ share, value }) => share ?? value,
    },
    {
      id: 'share',
      label: t('share'),
      right: true,
      cell: ({ share }) => (share === null ? '-' : f.rate(share)),
      by: ({ share }) => share ?? 0n,
    },
    {
      id: 'sharesFinanced',
      label: t('sharesFinanced'),
      right: true,
      cell: ({ sharesFinanced }) => f.count(sharesFinanced),
      by: (row) => row.sharesFinanced,
    },
    {
      id: 'financed',
      label: t('financed'),
      right: true,
      cell: ({ financed, currency }) => f.amount({ asset: currency, units: financed }),
    },
  ]
}
