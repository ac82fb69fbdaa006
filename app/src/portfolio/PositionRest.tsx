import { useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { returnBps } from '@lonja/core/base/formats'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CancelOrders } from '../orders/CancelOrders.tsx'
import { closedUrl } from './closed.ts'
import { OneOrder } from './OrderRows.tsx'
import { PositionResult } from './PositionResult.tsx'

/** The open orders on one listing, with the way to cancel all of them; nothing without any. */
export function OpenOrdersOfIt({ listing }: { listing: ListingId }) {
  // The sheet stays open when the last order has ended, so that the outcome can be read.
  const [cancelling, setCancelling] = useState(false)
  return (
    <>
      <OpenOrders listing={listing} onCancel={() => setCancelling(true)} />
      {cancelling && <CancelOrders listing={listing} onClose={() => setCancelling(false)} />}
    </>
  )
}

function OpenOrders({ listing, onCancel }: { listing: ListingId; onCancel: () => void }) {
  const t = useText('portfolio')
  const words = useText('orders')
  const orders = usePages(listOrders, { which: 'open', listing, limit: 30 }, { quiet: true })
  const rows = orders.pages.flatMap((page) => page.rows)
  if (orders.error && rows.length === 0) {
    return (
      <Section title={t('openOrders')}>
        <ErrorView
          title={t('loadFailedOrders')}
          text={t('nothingChanged', { why: orders.error.msg })}
          onRetry={() => void orders.refetch()}
        />
      </Section>
    )
  }
  if (rows.length === 0) return null
  return (
    <Section
      flush
      title={t('openOrders')}
      right={<Button look="text" small label={words('cancelAll')} onClick={onCancel} />}
    >
      {rows.map((order) => (
        <OneOrder key={order.id} order={order} />
      ))}
      {orders.hasMore && (
        <Button look="text" small label={t('moreOrders')} busy={orders.isFetchingMore} onClick={orders.more} />
      )}
    </Section>
  )
}

/** The realised result of one listing, with a link to the trades behind it; nothing before the first sale. */
export function ClosedOfIt({ listing }: { listing: ListingId }) {
  const t = useText('portfolio')
  const totals = useRead(readClosedTotals, { listing }, { quiet: true }).data?.rows[0]
  if (!totals) return null
  const { currency, count, realised, cost } = totals
  return (
    <Section flush title={t('closedOfIt')}>
      <Row
        title={t('closedCount', { count })}
        caption={t('seeClosedOfIt')}
        value={<PositionResult currency={currency} result={realised} bps={returnBps(realised, cost)} />}
        caret
        href={`#${closedUrl({ listing })}`}
      />
    </Section>
  )
}
