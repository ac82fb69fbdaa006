import { useState, type ReactNode } from 'react'
import { tickerOf, type Amount } from '@lonja/core/base/amount'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { goTo, hrefTo } from '@lonja/kit/nav'
import { useToday } from '@lonja/kit/now'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { useHowText } from '../orders/kinds.ts'
import { useStateChip } from '../orders/states.ts'
import { CancelAll } from '../orders/CancelAll.tsx'
import { CancelOrder } from '../orders/CancelOrder.tsx'
import { RecordFilters, useRecordsChoice } from './RecordFilters.tsx'
import { ALL_RECORDS, isRecordsNarrowed, recordsFilterOf } from './records.ts'
import styles from './CloseAll.module.css'

const EMPTY = { open: 'noOpenOrders', filled: 'noRecords', ended: 'noEnded' } as const

/** Orders of one kind, newest first, by day. A long press on an open one asks to cancel it; ended ones have filters. */
export function OrderRows({ which }: { which: 'open' | 'filled' | 'ended' }) {
  return which === 'open' ? <Orders which={which} /> : <Records which={which} />
}

/** Records, which can be narrowed by listing and day. */
function Records({ which }: { which: 'filled' | 'ended' }) {
  const t = useText('portfolio')
  const [choice, choose] = useRecordsChoice(which)
  const nothing = <Empty text={t('recordsNone')} action={t('showAll')} onAction={() => choose(ALL_RECORDS)} />
  return (
    <>
      <RecordFilters which={which} choice={choice} choose={choose} />
      <Orders
        which={which}
        filter={recordsFilterOf(choice)}
        {...(isRecordsNarrowed(choice) ? { empty: nothing } : {})}
      />
    </>
  )
}

function Orders(props: {
  which: 'open' | 'filled' | 'ended'
  filter?: ReturnType<typeof recordsFilterOf>
  /** Instead of the way to the market. */
  empty?: ReactNode
}) {
  const { which, filter = {} } = props
  const t = useText('portfolio')
  const orders = usePages(listOrders, { which, ...filter, limit: 30 }, { keep: true })
  const [leaving, setLeaving] = useState<OrderRow | null>(null)
  const now = useToday()
  const rows = orders.isPending ? undefined : orders.pages.flatMap((page) => page.rows)
  return (
    <>
      <List
        label={t(which === 'open' ? 'openOrders' : which === 'filled' ? 'records' : 'ended')}
        items={
          rows &&
          byDay(
            rows.map((order) => ({ order, at: order.placedAt })),
            now,
          )
        }
        keyOf={(each) => ('item' in each ? each.item.order.id : each.head)}
        measured
        waiting={<SkeletonRows line={false} byDay />}
        empty={
          props.empty ?? (
            <Empty text={t(EMPTY[which])} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />
          )
        }
        {...(orders.error && !rows?.length
          ? { error: <Failed why={orders.error.msg} onRetry={orders.refetch} /> }
          : {})}
        onEnd={orders.hasMore ? orders.more : undefined}
        loadingMore={orders.isFetchingMore}
        row={(each) =>
          'item' in each ? (
            <OneOrder
              order={each.item.order}
              onCancel={
                which === 'open' && each.item.order.run === null ? () => setLeaving(each.item.order) : undefined
              }
            />
          ) : (
            <DayHead of={each} />
          )
        }
      />
      {which === 'open' && (
        <div className={styles.way}>
          <CancelAll hasOrders={rows !== undefined && rows.length > 0} />
        </div>
      )}
      {leaving && <CancelOrder order={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function Failed({ why, onRetry }: { why: string; onRetry: () => unknown }) {
  const t = useText('portfolio')
  return <ErrorView title={t('loadFailedOrders')} text={t('nothingChanged', { why })} onRetry={() => void onRetry()} />
}

/** The effect of an order on the cash: a purchase took its total, a sale brought it. */
const cameOf = ({ side }: OrderRow, { asset, units }: Amount): Amount => ({
  asset,
  units: side === 'buy' ? -units : units,
})

/** One order, which opens its detail; an open one has the price at which it would trade now. A long press asks to cancel it, if it can. */
export function OneOrder({ order, onCancel }: { order: OrderRow; onCancel?: (() => void) | undefined }) {
  const t = useText('portfolio')
  const f = useFormats()
  const chip = useStateChip(order)
  const how = useHowText()(order)
  const side = order.side === 'buy' ? t('buyOf') : t('sellOf')
  const live = useQuote(isOpen(order) ? order.listing : null)
  const now = order.side === 'buy' ? live?.ask : live?.bid
  const placed = f.time(order.placedAt)
  const { filledAt } = order
  const isLater = filledAt !== null && f.dayBeside(filledAt) !== f.dayBeside(order.placedAt)
  const filled = isLater ? f.dayBeside(filledAt) : f.time(filledAt ?? order.placedAt)
  return (
    <Row
      href={hrefTo('/subPackages/trade/detail', { id: order.id })}
      title={order.name}
      caption={`${tickerOf(order.listing)} · ${t('orderCaption', { side, shares: f.count(order.shares), how })}${order.leverage > 1 ? ` · ${order.leverage}×` : ''}`}
      value={order.total && !isOpen(order) ? f.amount(cameOf(order, order.total), 'results') : <StatusChip {...chip} />}
      valueCaption={
        order.total && order.fillPrice && !isOpen(order)
          ? `${filled} · ${f.price(order.fillPrice)}`
          : now
            ? t('placedNow', { time: placed, price: f.price(now) })
            : placed
      }
      onLongPress={onCancel}
    />
  )
}
