import { useState } from 'react'
import { isCurrency } from '@lonja/core/base/amount'
import { readOrder } from '@lonja/core/orders/orders.contract'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useOwnId } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CancelOrder } from './CancelOrder.tsx'
import { ClosedLots } from './ClosedLots.tsx'
import { Evidence } from './Evidence.tsx'
import { useHeldText } from './held.ts'
import { TERM_TEXTS, useKindText } from './kinds.ts'
import { useFinancedRows } from './leverageRows.ts'
import { OpenLots } from './OpenLots.tsx'
import { useStateChip } from './states.ts'
import { useOrderSteps } from './steps.ts'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

/** Placeholder: state, headline, total and lines. */
const WAITING = [
  ['26%', 28],
  ['72%', 28],
  ['46%', 44],
  ['100%', 20],
  ['100%', 20],
  ['100%', 150],
] as const

/** One order: its ticket, its outcome, the quote that filled it, and each step with its time. */
export function OrderDetail() {
  const t = useText('orders')
  const id = useOwnId<'order'>()
  const read = useRead(readOrder, { id }, { quiet: true })
  const { data, error } = read
  const ended = data && !isOpen(data.order)
  return (
    <Screen
      title={data?.order.state === 'filled' ? t('receipt') : t('tradeDetail')}
      onBack={back}
      onRefresh={() => read.refetch()}
      readOnly={data?.fills.length === 0}
      dock={data && <Acts story={data} ended={ended === true} />}
    >
      {data ? (
        <Story story={data} />
      ) : error && 'refused' in error && (error.refused === 'unknown_order' || error.refused === 'bad_input') ? (
        <Empty text={t('unknownOrder')} action={t('seeOrders')} href={hrefTo('/pages/trade/index')} />
      ) : error ? (
        <ErrorView title={t('loadFailed')} text={error.msg} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Story({ story }: { story: OrderStory }) {
  const t = useText('orders')
  const f = useFormats()
  const chip = useStateChip(story.order)
  const { order, fills, closed } = story
  const buying = order.side === 'buy'
  const what = {
    count: Number(order.shares),
    shares: f.count(order.shares),
    name: order.name,
  }
  const headline =
    order.state === 'filled'
      ? t(buying ? 'youBought' : 'youSold', what)
      : t(buying ? 'buyingName' : 'sellingName', what)
  return (
    <div className={styles.story}>
      <p>
        <StatusChip {...chip} />
      </p>
      <h2 className={styles.headline}>{headline}</h2>
      {order.total && <Amount of={order.total} size={32} />}
      <Money story={story} />
      {closed.length > 0 && order.realised && <ClosedLots order={order} closed={closed} realised={order.realised} />}
      {buying && fills.length > 0 && <OpenLots order={order} />}
      {fills.map((fill) => (
        <Evidence key={fill.id} fill={fill} order={order} />
      ))}
      <Steps story={story} />
    </div>
  )
}

/** The payment, to the cent. */
function Money({ story: { order, fills } }: { story: OrderStory }) {
  const t = useText('orders')
  const f = useFormats()
  const terms = useTermRows()
  const financed = useFinancedRows()
  const rows: Definition[] = fills.flatMap((fill) => {
    const { conversion } = fill
    return [
      {
        label: `${f.count(fill.shares)} × ${f.price(fill.price, order.currency)}`,
        value: f.amount(fill.cost),
      },
      { label: t('fee'), note: f.rate(BigInt(fill.feeBps)), value: f.amount(fill.fee) },
      ...(conversion
        ? [
            {
              label: t('converted'),
              note: t('convertedAt', { amount: f.amount(conversion.received), rate: f.exchange(conversion.rate) }),
              value: f.amount(conversion.paid),
            },
            { label: t('markup'), value: f.amount(conversion.markup) },
          ]
        : []),
    ]
  })
  rows.push(...financed(order))
  if (isOpen(order) || fills.length === 0) rows.push(...terms(order))
  return <DefinitionRows rows={rows} />
}

/** The terms of an order: its prices, the shares that are filled, and while it waits its hold and its end. */
function useTermRows(): (order: OrderStory['order']) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const kind = useKindText()
  return (order) => [
    {
      label: t(TERM_TEXTS[order.kind]),
      value: kind(order),
    },
    ...(order.kind === 'trailing' && order.stopNow
      ? [{ label: t('stopNow'), value: f.price(order.stopNow, order.currency) }]
      : []),
    ...(order.filled > 0n
      ? [
          {
            label: t('filledShares'),
            value: t('filledOf', { filled: f.count(order.filled), shares: f.count(order.shares) }),
          },
        ]
      : []),
    // The steps show the end of an ended order, so its expiry is left out.
    ...(isOpen(order)
      ? [
          {
            label: isCurrency(order.held[0]?.asset ?? '') ? t('heldAtMost') : t('heldShares'),
            value: held(order.heldNow),
          },
          {
            label: t('valid'),
            value: order.endsAt === null ? t('noEnd') : t('endsAt', { time: f.date(order.endsAt) }),
          },
        ]
      : []),
  ]
}

function Steps({ story }: { story: OrderStory }) {
  const t = useText('orders')
  const steps = useOrderSteps(story)
  return <Timeline label={t('tradeDetail')} steps={steps} />
}

function Acts({ story: { order }, ended }: { story: OrderStory; ended: boolean }) {
  const t = useText('orders')
  const [leaving, setLeaving] = useState(false)
  const isSold = order.state === 'filled' && order.side === 'sell'
  const isBought = order.state === 'filled' && !isSold
  const next = isBought
    ? hrefTo('/subPackages/portfolio/position', { listing: order.listing })
    : isSold
      ? hrefTo('/pages/trade/index', { tab: 'closed', listing: order.listing })
      : hrefTo('/pages/trade/index', { tab: ended ? 'ended' : 'open' })
  return (
    <>
      <Buttons>
        {order.state === 'filled' && (
          <Button
            look="outline"
            label={t('seeEntries')}
            href={hrefTo('/subPackages/portfolio/funds', { cause: order.id, causeKind: 'order' })}
          />
        )}
        {!ended && <Button look="outline" label={t('cancelOrder')} onClick={() => setLeaving(true)} />}
        <Button label={t(isSold ? 'seeClosed' : isBought ? 'seePosition' : 'seeOrders')} href={next} />
      </Buttons>
      {leaving && <CancelOrder order={order} onClose={() => setLeaving(false)} />}
    </>
  )
}
