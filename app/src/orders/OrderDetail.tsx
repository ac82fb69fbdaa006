import { useState } from 'react'
import { isCurrency, tickerOf } from '@lonja/core/base/amount'
import { readOrder } from '@lonja/core/orders/story.contract'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { isOpen, orderNumberFor } from '@lonja/core/orders/orders.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useOwnId } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { rememberedAmount } from './amounts.ts'
import { ExitLink, useExitRows } from './AttachedExits.tsx'
import { AwayFromMarket } from './AwayFromMarket.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { canChange } from './change.ts'
import { ClosedLots } from './ClosedLots.tsx'
import { Evidence } from './Evidence.tsx'
import { useHeldText } from './held.ts'
import { CHANGE_TEXTS, FORCE_TEXTS, TERM_TEXTS, useKindText } from './kinds.ts'
import { useFinancedRows } from './leverageRows.ts'
import { OpenLots } from './OpenLots.tsx'
import { justPlaced } from './placed.ts'
import { useStateChip } from './states.ts'
import { useOrderSteps } from './steps.ts'
import type { OrderStory, ShownOrder } from './story.ts'
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
  const shown = data ?? (error ? undefined : justPlaced(id))
  return (
    <Screen
      title={t(
        shown?.order.state === 'filled' ? 'receipt' : shown && isOpen(shown.order) ? 'openOrder' : 'tradeDetail',
      )}
      caption={shown && orderNumberFor(shown.order.id)}
      onBack={back}
      onRefresh={() => read.refetch()}
      readOnly={data?.fills.length === 0}
      dock={data && (isOpen(data.order) ? <OpenActs order={data.order} /> : <EndedActs order={data.order} />)}
    >
      {shown ? (
        <Story story={shown} />
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

function Story({ story }: { story: ShownOrder }) {
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
      {order.total && !isOpen(order) && <Amount of={order.total} size={32} />}
      {isOpen(order) && <AwayFromMarket order={order} />}
      <Money story={story} />
      <ExitLink order={order} />
      {closed.length > 0 && order.realised && <ClosedLots order={order} closed={closed} realised={order.realised} />}
      {buying && fills.length > 0 && <OpenLots order={order} />}
      <Evidence fills={fills} order={order} />
      <div className={styles.root}>
        <Row
          title={t('seeInstrument', { code: tickerOf(order.listing) })}
          caret
          href={hrefTo('/subPackages/home/socketDetail/socketDetail', { listing: order.listing })}
        />
      </div>
      <Steps story={story} />
    </div>
  )
}

/** The payment, to the cent. */
function Money({ story: { order, fills } }: { story: ShownOrder }) {
  const t = useText('orders')
  const f = useFormats()
  const terms = useTermRows()
  const acted = useActedRow()
  const financed = useFinancedRows()
  const exits = useExitRows()
  const parts: Definition[] = fills.flatMap(({ shares, price, cost, conversion }) => [
    { label: `${f.count(shares)} × ${f.price(price, order.currency)}`, value: f.amount(cost) },
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
  ])
  if (fills.length > 1 && order.fillPrice !== null)
    parts.push({ label: t('averagePrice'), note: t('byShares'), value: f.price(order.fillPrice, order.currency) })
  // The fee is worked out on the sum of the fills.
  const fee = order.fee && { label: t('fee'), note: f.rate(BigInt(fills[0]?.feeBps ?? 0)), value: f.amount(order.fee) }
  const rows = [...parts, ...(fee ? [fee] : []), ...financed(order)]
  const amount = rememberedAmount(order.id)
  if (amount !== null) rows.unshift({ label: t('wasFor'), value: f.amount({ asset: order.currency, units: amount }) })
  if (isOpen(order) || fills.length === 0) rows.push(...terms(order))
  rows.push(...exits(order))
  if (order.kind === 'pair' && fills.length > 0) rows.push(acted(order))
  return <DefinitionRows rows={rows} />
}

/** The price of a pair that acted: its profit, or its stop once that was reached. */
function useActedRow(): (order: OrderStory['order']) => Definition {
  const t = useText('orders')
  const f = useFormats()
  return ({ triggered, profit, currency }) => ({
    label: t('exitActed'),
    value: triggered
      ? t('theStop', { price: f.price(triggered.stop, currency) })
      : t('theProfit', { price: f.price(profit, currency) }),
  })
}

/** The terms of an order: its prices, the shares that are filled, and while it waits its hold and its end. */
function useTermRows(): (order: OrderStory['order']) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const kind = useKindText()
  const validity = useValidityRow()
  return (order) => [
    {
      label: t(TERM_TEXTS[order.kind]),
      value: kind(order),
    },
    ...(order.kind === 'trailing' && order.stopNow
      ? [{ label: t('stopNow'), value: f.price(order.stopNow, order.currency) }]
      : []),
    ...(order.lot === null ? [] : [{ label: t('lot'), value: lotNumberFor(order.lot) }]),
    ...(isOpen(order) || order.filled > 0n
      ? [
          {
            label: t('filledShares'),
            value: t('filledOf', { filled: f.count(order.filled), shares: f.count(order.shares) }),
          },
        ]
      : []),
    ...(isOpen(order)
      ? [
          {
            label: isCurrency(order.held[0]?.asset ?? '') ? t('heldAtMost') : t('heldShares'),
            value: held(order.heldNow),
          },
        ]
      : []),
    ...validity(order),
  ]
}

/**
 * The time in force. One of an instant explains the end of an order, so it stays when that has ended; the expiry of
 * the others is then left out, because the steps show the end.
 */
function useValidityRow(): (order: OrderStory['order']) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  return (order) => {
    const { timeInForce, endsAt } = order
    const end =
      endsAt === null ? t('noEnd') : t(timeInForce === 'day' ? 'endsAtClose' : 'endsAt', { time: f.date(endsAt) })
    if (timeInForce === 'day' || timeInForce === 'gtc') return isOpen(order) ? [{ label: t('valid'), value: end }] : []
    return [
      { label: t('valid'), value: t(FORCE_TEXTS[timeInForce]), ...(isOpen(order) && endsAt !== null && { note: end }) },
    ]
  }
}

function Steps({ story }: { story: ShownOrder }) {
  const t = useText('orders')
  const steps = useOrderSteps(story)
  return <Timeline label={t('tradeDetail')} steps={steps} />
}

/** The acts of an open order: change and cancel, side by side. */
function OpenActs({ order }: { order: OrderStory['order'] }) {
  const t = useText('orders')
  const held = useHeldText()
  const [leaving, setLeaving] = useState(false)
  if (order.run !== null)
    return <Button label={t('toRun')} href={hrefTo('/subPackages/strategies/run', { id: order.run })} />
  return (
    <>
      <Buttons>
        <Button
          look="outline"
          label={t('cancelOrder')}
          second={t('releasesAll', { held: held(order.heldNow) })}
          onClick={() => setLeaving(true)}
        />
        {order.kind === 'pair' && (
          <Button
            label={t('changeOrder')}
            second={t(CHANGE_TEXTS.pair)}
            href={hrefTo('/subPackages/portfolio/position', { listing: order.listing })}
          />
        )}
        {canChange(order) && (
          <Button
            label={t('changeOrder')}
            second={t(CHANGE_TEXTS[order.kind])}
            href={hrefTo('/subPackages/trade/change', { id: order.id })}
          />
        )}
      </Buttons>
      {leaving && <CancelOrder order={order} onClose={() => setLeaving(false)} />}
    </>
  )
}

/** The acts of an order that has ended: its entries, and where it led. */
function EndedActs({ order }: { order: OrderStory['order'] }) {
  const t = useText('orders')
  const { listing } = order
  const isFilled = order.state === 'filled'
  const isSold = isFilled && order.side === 'sell'
  const held = useRead(listPositions, { listing }, { quiet: true, enabled: isSold })
  // While it is read again, the answer may be that of before the sale.
  const isAllSold = isSold && (held.isFetching || !held.data?.rows.length)
  const next = isAllSold ? 'seeClosed' : isFilled ? 'seePosition' : 'seeOrders'
  const places = {
    seeClosed: hrefTo('/pages/trade/index', { tab: 'closed', listing }),
    seePosition: hrefTo('/subPackages/portfolio/position', { listing }),
    seeOrders: hrefTo('/pages/trade/index', { tab: 'ended' }),
  }
  return (
    <Buttons>
      {isFilled && (
        <Button
          look="outline"
          label={t('seeEntries')}
          href={hrefTo('/subPackages/portfolio/funds', { cause: order.id, causeKind: 'order' })}
        />
      )}
      <Button label={t(next)} href={places[next]} />
    </Buttons>
  )
}
