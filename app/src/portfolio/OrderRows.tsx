import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { goTo, hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { Row } from '@lonja/kit/parts/Row'
import { Empty, ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useKindText } from '../orders/kinds.ts'
import { useStateChip } from '../orders/states.ts'
import { CancelAll } from '../orders/CancelAll.tsx'
import { CancelOrder } from '../orders/CancelOrder.tsx'
import styles from './CloseAll.module.css'

const EMPTY = { open: 'noOpenOrders', filled: 'noRecords', ended: 'noEnded' } as const

/** Orders of one kind, newest first, by day. A long press on an open one asks to cancel it. */
export function OrderRows({ which }: { which: 'open' | 'filled' | 'ended' }) {
  const t = useText('portfolio')
  const orders = usePages(listOrders, { which, limit: 30 })
  const [leaving, setLeaving] = useState<OrderRow | null>(null)
  const [now] = useState(() => Date.now())
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
        empty={<Empty text={t(EMPTY[which])} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />}
        {...(orders.error && !rows?.length
          ? {
              error: (
                <ErrorView
                  title={t('loadFailedOrders')}
                  text={t('nothingChanged', { why: orders.error.msg })}
                  onRetry={() => void orders.refetch()}
                />
              ),
            }
          : {})}
        onEnd={orders.hasMore ? orders.more : undefined}
        loadingMore={orders.isFetchingMore}
        row={(each) =>
          'item' in each ? (
            <OneOrder
              order={each.item.order}
              onCancel={which === 'open' ? () => setLeaving(each.item.order) : undefined}
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

/** One order, which opens its detail; a long press asks to cancel it, if it can. */
export function OneOrder({ order, onCancel }: { order: OrderRow; onCancel?: (() => void) | undefined }) {
  const t = useText('portfolio')
  const f = useFormats()
  const chip = useStateChip(order)
  const kind = useKindText()
  const how =
    order.kind === 'market'
      ? t('atMarket')
      : order.kind === 'limit'
        ? t('atLimit', { price: f.price(order.limit) })
        : t('atStop', { prices: kind(order) })
  const side = order.side === 'buy' ? t('buyOf') : t('sellOf')
  return (
    <Row
      href={hrefTo('/subPackages/trade/detail', { id: order.id })}
      title={order.name}
      caption={`${tickerOf(order.listing)} · ${t('orderCaption', { side, shares: f.count(order.shares), how })}${order.leverage > 1 ? ` · ${order.leverage}×` : ''}`}
      value={order.total && !isOpen(order) ? f.amount(order.total) : <StatusChip {...chip} />}
      valueCaption={
        order.total && order.fillPrice && !isOpen(order)
          ? `${f.time(order.filledAt ?? order.placedAt)} · ${f.price(order.fillPrice)}`
          : f.time(order.placedAt)
      }
      onLongPress={onCancel}
    />
  )
}
