import { useMemo } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { Empty } from '@lonja/kit/parts/states'
import { useText, type Say } from '@lonja/kit/text'
import { ResultText } from './FileFigures.tsx'
import { sentenceOf } from '../audit/acts.ts'
import { useReviewPath } from '../review/places.ts'
import { useColleague } from '../staff/colleague.ts'
import type { File } from './file.ts'
import { requestTone } from './tones.ts'
import styles from './Customers.module.css'

type Money = NonNullable<File['money']>
type Identity = NonNullable<File['identity']>
type Activity = NonNullable<File['activity']>

/** The link from a request to its review, for seats whose role decides it. */
function useReviewLink({ name }: Pick<ReviewKind, 'name'>) {
  const path = useReviewPath(name)
  return (id: string, label: string) =>
    path !== null ? (
      <a className={styles.link} href={hrefTo(path, { id })}>
        {label}
      </a>
    ) : (
      label
    )
}

/** A table that holds all of its rows, or the empty state. */
function Whole<Row extends { readonly id: string }>(props: {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  none: string
}) {
  const { label, columns, rows, none } = props
  const empty = rows.length === 0 && <Empty text={none} />
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} instead={empty || undefined} />
}

export function PositionsTab({ money }: { money: Money }) {
  const t = useText('customers')
  const f = useFormats()
  const rows = money.positions.map((row) => ({ ...row, id: row.listing }))
  const columns: DataColumn<(typeof rows)[number]>[] = [
    {
      id: 'name',
      label: t('instrument'),
      cell: ({ name, listing }) => (
        <>
          {name} <small className={styles.under}>{tickerOf(listing)}</small>
        </>
      ),
      by: ({ name }) => name,
    },
    {
      id: 'shares',
      label: t('shares'),
      right: true,
      cell: ({ shares }) => f.units(shares, 0),
      by: (row) => row.shares,
    },
    { id: 'held', label: t('held'), right: true, cell: ({ held }) => f.units(held, 0), by: ({ held }) => held },
    {
      id: 'average',
      label: t('average'),
      right: true,
      cell: ({ averageCost, currency }) => f.price(averageCost, currency),
    },
    { id: 'last', label: t('last'), right: true, cell: ({ last, currency }) => f.price(last, currency) },
    {
      id: 'value',
      label: t('value'),
      right: true,
      cell: ({ marketValue, currency }) =>
        marketValue === null ? '-' : f.amount({ asset: currency, units: marketValue }),
      by: ({ marketValue }) => marketValue ?? 0n,
    },
    {
      id: 'result',
      label: t('unrealised'),
      right: true,
      cell: ({ unrealised, currency }) =>
        unrealised === null ? '-' : <ResultText of={{ asset: currency, units: unrealised }} />,
      by: ({ unrealised }) => unrealised ?? 0n,
    },
  ]
  return <Whole label={t('positions')} columns={columns} rows={rows} none={t('noPositions')} />
}

export function OrdersTab({ money }: { money: Money }) {
  const t = useText('customers')
  const f = useFormats()
  const columns: DataColumn<Money['orders'][number]>[] = [
    {
      id: 'at',
      label: t('at'),
      soft: true,
      whole: true,
      cell: ({ placedAt }) => f.date(placedAt),
      by: ({ placedAt }) => placedAt,
    },
    { id: 'side', label: t('orderSide'), cell: ({ side }) => t(`side_${side}`) },
    {
      id: 'name',
      label: t('instrument'),
      cell: ({ name, listing }) => (
        <>
          {name} <small className={styles.under}>{tickerOf(listing)}</small>
        </>
      ),
    },
    {
      id: 'filled',
      label: t('filled'),
      right: true,
      cell: ({ filled, shares }) => `${f.units(filled, 0)} / ${f.units(shares, 0)}`,
    },
    {
      id: 'limit',
      label: t('limit'),
      right: true,
      cell: ({ limit, currency }) => (limit === null ? t('atMarket') : f.namedPrice(limit, currency)),
    },
    {
      id: 'held',
      label: t('held'),
      right: true,
      cell: ({ held }) => held.map((each) => f.amount(each)).join(' + ') || '-',
    },
    {
      id: 'ends',
      label: t('ends'),
      soft: true,
      cell: ({ endsAt }) => (endsAt === null ? t('untilCancelled') : f.date(endsAt)),
    },
  ]
  return <Whole label={t('orders')} columns={columns} rows={money.orders} none={t('noOrders')} />
}

interface Request {
  readonly id: string
  readonly number: string
  readonly amount: Money['deposits'][number]['amount']
  readonly at: number
  readonly dueAt: number
  readonly decidedAt: number | null
}

/** Columns that deposits and withdrawals share. */
function requestColumns<Row extends Request>(
  t: Say<'customers'>,
  f: Formats,
  link: (id: string, label: string) => React.ReactNode,
): { number: DataColumn<Row>; at: DataColumn<Row>; amount: DataColumn<Row>; due: DataColumn<Row> } {
  return {
    number: { id: 'number', label: t('request'), whole: true, cell: ({ id, number }) => link(id, number) },
    at: { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at), by: ({ at }) => at },
    amount: {
      id: 'amount',
      label: t('amount'),
      right: true,
      cell: ({ amount }) => <span className={styles.strong}>{f.amount(amount)}</span>,
    },
    due: {
      id: 'due',
      label: t('decided'),
      soft: true,
      cell: ({ decidedAt, dueAt }) => (decidedAt === null ? t('dueBy', { time: f.date(dueAt) }) : f.date(decidedAt)),
    },
  }
}

export function DepositsTab({ money }: { money: Money }) {
  const t = useText('customers')
  const d = useText('deposits')
  const f = useFormats()
  const link = useReviewLink(depositReview)
  const { number, at, amount, due } = requestColumns<Money['deposits'][number]>(t, f, link)
  const columns = [
    at,
    number,
    { id: 'way', label: t('way'), cell: ({ way }: Money['deposits'][number]) => t(`way_${way}`) },
    {
      id: 'state',
      label: t('state'),
      cell: ({ state }: Money['deposits'][number]) => (
        <StatusChip tone={requestTone(state)} icon={null} label={d(`state_${state}`)} />
      ),
    },
    amount,
    due,
  ]
  return <Whole label={t('deposits')} columns={columns} rows={money.deposits} none={t('noDeposits')} />
}

export function WithdrawalsTab({ money }: { money: Money }) {
  const t = useText('customers')
  const w = useText('withdrawals')
  const f = useFormats()
  const link = useReviewLink(withdrawalReview)
  const { number, at, amount, due } = requestColumns<Money['withdrawals'][number]>(t, f, link)
  const columns = [
    at,
    number,
    { id: 'to', label: t('to'), cell: ({ to }: Money['withdrawals'][number]) => t(`to_${to}`) },
    {
      id: 'state',
      label: t('state'),
      cell: ({ state }: Money['withdrawals'][number]) => (
        <StatusChip tone={requestTone(state)} icon={null} label={w(`state_${state}`)} />
      ),
    },
    amount,
    due,
  ]
  return <Whole label={t('withdrawals')} columns={columns} rows={money.withdrawals} none={t('noWithdrawals')} />
}

export function IdentityTab({ identity }: { identity: Identity }) {
  const t = useText('customers')
  const k = useText('kyc')
  const f = useFormats()
  const link = useReviewLink(kycReview)
  const columns: DataColumn<Identity['checks'][number]>[] = [
    { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
    { id: 'type', label: t('papers'), cell: ({ id, type }) => link(id, k(type)) },
    { id: 'sample', label: t('sample'), cell: ({ sample }) => t(sample ? 'yes' : 'no') },
    {
      id: 'state',
      label: t('state'),
      cell: ({ passed, reason }) => {
        const isLeft = reason?.code === 'account_closed' // Nobody decided it.
        const state = isLeft ? 'account_closed' : passed === null ? 'submitted' : passed ? 'passed' : 'refused'
        const tone = isLeft ? 'grey' : passed === null ? 'warn' : passed ? 'gain' : 'loss'
        return <StatusChip tone={tone} icon={null} label={k(`state_${state}`)} />
      },
    },
    { id: 'reason', label: t('reason'), cell: ({ reason }) => reason?.title ?? '-' },
    {
      id: 'ended',
      label: t('decided'),
      soft: true,
      cell: ({ endedAt, dueAt }) => (endedAt === null ? t('dueBy', { time: f.date(dueAt) }) : f.date(endedAt)),
    },
  ]
  return <Whole label={t('identity')} columns={columns} rows={identity.checks} none={t('noChecks')} />
}

/** The activity on the account as the customer reads it too: staff by role and seat. */
export function ActivityTab({ activity }: { activity: Activity }) {
  const t = useText('customers')
  const a = useText('audit')
  const s = useText('staff')
  const colleague = useColleague()
  const f = useFormats()
  const columns = useMemo<DataColumn<Activity[number]>[]>(
    () => [
      { id: 'at', label: t('at'), soft: true, cell: ({ at }) => f.date(at) },
      { id: 'act', label: t('act'), cell: ({ act }) => sentenceOf(a, f, { act, detail: {}, reason: null }) },
      {
        id: 'by',
        label: t('by'),
        cell: ({ role, seat, device }) =>
          role === null || seat === null
            ? [t('byCustomer'), device].filter(Boolean).join(' · ')
            : `${colleague(seat)} · ${s(`role_${role}`)}`,
      },
      { id: 'reason', label: t('reason'), cell: ({ reason }) => reason ?? '-' },
    ],
    [t, a, s, f, colleague],
  )
  return <Whole label={t('activity')} columns={columns} rows={activity} none={t('noActivity')} />
}
