import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { mostSharesAfter } from '@lonja/core/orders/replacement.rules'
import { readOrder } from '@lonja/core/orders/story.contract'
import { partOf } from '@lonja/core/orders/preview.rules'
import { sayMistake, useTries } from '@lonja/kit/form'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useOwnId } from '@lonja/kit/nav'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { canChange, openOrderOf } from './change.ts'
import { ChangeFields } from './ChangeFields.tsx'
import { ChangePreview } from './ChangePreview.tsx'
import { useTicketFacts, type Instrument, type TicketFacts } from './facts.ts'
import type { OrderStory } from './story.ts'
import { NO_PRICES, pricesOf } from './ticket.ts'
import { useChange, type ChangeForm } from './useChange.ts'

/** Placeholder: the price, shares and limit, validity, and the consequences. */
const WAITING = [
  ['60%', 12],
  ['100%', 80],
  ['60%', 12],
  ['100%', 44],
  ['100%', 66],
] as const

/** Change an open order: `change?id=…`. */
export function ChangeOrder() {
  const t = useText('orders')
  const id = useOwnId<'order'>()
  const { data, error, refetch } = useRead(readOrder, { id }, { quiet: true })
  if (data) return <OneOrder key={id} story={data} />
  const isUnknown = error && 'refused' in error && (error.refused === 'unknown_order' || error.refused === 'bad_input')
  return (
    <Screen title={t('changeOrder')} onBack={back}>
      {isUnknown ? (
        <Empty text={t('unknownOrder')} action={t('seeOrders')} href={hrefTo('/pages/trade/index', { tab: 'open' })} />
      ) : error ? (
        <ErrorView title={t('loadFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function OneOrder({ story }: { story: OrderStory }) {
  const t = useText('orders')
  const facts = useTicketFacts(story.order.listing)
  // An order that ends while its form is open keeps the form, with everything that was typed.
  const [isOffered] = useState(() => canChange(story.order))
  const { instrument, error } = facts
  const caption = useOrderName()(story.order)
  if (isOffered && instrument && facts.preview) return <Form story={story} instrument={instrument} facts={facts} />
  return (
    <Screen title={t('changeOrder')} caption={caption} onBack={back}>
      {!isOffered ? (
        <Empty
          text={t('cannotChange')}
          action={t('seeOrder')}
          href={hrefTo('/subPackages/trade/detail', { id: story.order.id })}
        />
      ) : error ? (
        <ErrorView title={t('loadFailed')} text={error.msg} onRetry={facts.retry} />
      ) : instrument && !facts.quote ? (
        <Empty text={t('noPrice')} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** An order by its side, shares and code: `Compra de 100 BVE`. */
function useOrderName(): (order: OrderStory['order']) => string {
  const t = useText('orders')
  const f = useFormats()
  return ({ side, shares, listing }) =>
    t(side === 'buy' ? 'buyingOf' : 'sellingOf', { shares: f.count(shares), code: tickerOf(listing) })
}

function Form({ story, instrument, facts }: { story: OrderStory; instrument: Instrument; facts: TicketFacts }) {
  const t = useText('orders')
  const change = useChange(story, facts)
  const { form, previewFacts } = change
  const prices = { ...NO_PRICES, ...pricesOf(form) }
  const { stop = null, trail = null, trailBps = null } = prices
  const most = previewFacts
    ? mostSharesAfter(openOrderOf(story), { limit: prices.limit, stop, trail, trailBps }, previewFacts)
    : 0n
  const { ref, tried, count } = useTries<HTMLDivElement>()
  const shared = { story, instrument, facts, change }
  return (
    <Screen
      title={t('changeOrder')}
      caption={useOrderName()(story.order)}
      onBack={back}
      dockFloats
      dock={
        <ChangePreview
          {...shared}
          put={(percent) => change.change({ shares: partOf(most, percent) })}
          onLacking={(what) => {
            count()
            sayMistake(what)
          }}
        />
      }
    >
      <ChangeFields {...shared} ref={ref} tried={tried} most={most} />
      {change.asking && <AskFirst story={story} change={change} />}
    </Screen>
  )
}

/** The spec's question before a sale (section 8), for the shares that a change adds. */
function AskFirst({ story: { order }, change }: { story: OrderStory; change: ChangeForm }) {
  const t = useText('orders')
  const f = useFormats()
  const { terms, preview } = change
  if (!terms) return null
  const shares = f.count(terms.shares)
  return (
    <Confirm
      title={t('confirmSell')}
      text={t('confirmSellMore', { more: f.count(terms.shares - order.shares), shares, code: tickerOf(order.listing) })}
      rows={preview?.after ? [{ label: t('youReceive'), value: f.amount(preview.after.total) }] : []}
      confirm={`${t('sell')} ${shares}`}
      cancel={t('back')}
      busy={change.busy}
      onConfirm={change.send}
      onCancel={change.stopAsking}
    />
  )
}
