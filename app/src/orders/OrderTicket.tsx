import { useState } from 'react'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { back, replacePage, hrefTo, urlTo, useQuery } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { ConfirmSell } from './ConfirmSell.tsx'
import { rememberAmount } from './amounts.ts'
import { rememberPlaced } from './placed.ts'
import { changedForm, useTicketFacts, withShares, type Instrument, type TicketFacts } from './facts.ts'
import { draftOf, firstForm, type TicketForm } from './ticket.ts'
import { TicketFields } from './TicketFields.tsx'
import { TicketPreview } from './TicketPreview.tsx'
import { useMarketNames } from '../market/names.ts'
import styles from './OrderTicket.module.css'

/** Placeholder: the last price, side, kind, shares or amount, slider and chips. */
const WAITING = [
  ['60%', 12],
  ['100%', 66],
  ['100%', 80],
  ['100%', 44],
  ['100%', 99],
  ['100%', 24],
  ['100%', 54],
] as const

/** The number of preview lines for a buy and for a sell. */
const LINES = { buy: 6, sell: 5 } as const

/** The order ticket: `place?listing=XNAS:KLD&side=buy`. */
export function OrderTicket() {
  const t = useText('orders')
  const query = useQuery()
  const listing = query.get('listing') as ListingId
  const facts = useTicketFacts(listing)
  const { caption } = useMarketNames()
  const { instrument, error } = facts
  const unquoted = instrument?.unquoted ?? null
  const waits = !error && unquoted === null && !(instrument && !facts.quote)
  return instrument && facts.preview && unquoted === null ? (
    <Ticket key={listing} instrument={instrument} facts={facts} query={query} />
  ) : (
    <Screen
      title={instrument?.name ?? (listing ? tickerOf(listing) : t('order'))}
      {...(instrument ? { caption: caption(instrument.listing) } : {})}
      onBack={back}
      dockFloats
      dock={waits && <PreviewWaiting lines={LINES[query.get('side') === 'sell' ? 'sell' : 'buy']} />}
    >
      {error && 'refused' in error && (error.refused === 'unknown_listing' || error.refused === 'bad_input') ? (
        <Empty text={t('unknownListing')} action={t('find')} href={hrefTo('/subPackages/discover/search')} />
      ) : error ? (
        <ErrorView title={t('listingFailed')} text={error.msg} onRetry={facts.retry} />
      ) : unquoted !== null ? (
        <Empty text={t(`unquoted_${unquoted}`)} />
      ) : instrument && !facts.quote ? (
        <Empty text={t('noPrice')} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** The dock's placeholder has its final height, so that the button does not move. */
function PreviewWaiting({ lines }: { lines: number }) {
  return (
    <div className={styles.waiting} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width="100%" />
      ))}
      <Skeleton width="100%" height={64} />
    </div>
  )
}

function Ticket({ instrument, facts, query }: { instrument: Instrument; facts: TicketFacts; query: URLSearchParams }) {
  const { caption } = useMarketNames()
  // One form has one id: a second tap is the same order.
  const [id] = useState(newId<'order'>)
  const { listing } = instrument
  const [written, setForm] = useState(() =>
    firstForm(query, { quote: facts.quote!, halted: facts.halted, free: facts.preview!.free(listing) }),
  )
  const form = withShares(written, listing, facts)
  const [asking, setAsking] = useState(false)
  const { ref, tried, count } = useTries<HTMLDivElement>()
  const place = usePlacing(id, form, instrument, () => setAsking(false))
  const change = (part: Partial<TicketForm>) => {
    place.forget()
    setForm(changedForm(form, part, listing, facts))
  }
  const draft = draftOf(form, listing)
  const send = () => {
    if (draft) place.mutate({ ...draft, id, timeInForce: form.timeInForce })
  }
  const shared = { instrument, facts, form, change, tried }
  return (
    <Screen
      title={instrument.name}
      caption={caption(instrument.listing)}
      onBack={back}
      dockFloats
      dock={
        <TicketPreview
          {...shared}
          draft={draft}
          busy={place.isPending}
          onPlace={() => {
            fetchDetail()
            if (form.side === 'sell') setAsking(true)
            else send()
          }}
          onLacking={(what) => {
            count()
            sayMistake(what)
          }}
        />
      }
    >
      <TicketFields {...shared} ref={ref} refusal={place.refusal} />
      {asking && draft && facts.preview && (
        <ConfirmSell
          draft={draft}
          facts={facts}
          busy={place.isPending}
          onSell={send}
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}

/** Fetch the code of the order's page, which follows, while the order is on its way. The page itself fetches it again. */
const fetchDetail = (): void => void import('./OrderDetail.tsx').catch(() => undefined)

/** Sends a ticket. An accepted one leads to its order; a refused one stays, and its question ends. */
function usePlacing(id: OrderId, form: TicketForm, instrument: Instrument, onRefused: () => void) {
  const t = useText('orders')
  const seeOrder = () => replacePage(urlTo('/subPackages/trade/detail', { id }))
  return useWrite(placeOrder, {
    onReply: (receipt) => {
      rememberAmount(id, form)
      rememberPlaced(receipt, instrument)
      markStale(['orders', 'balances'])
      toast(t('placed'), { kind: 'done' })
      seeOrder()
    },
    onRefusal: (no) => {
      onRefused()
      // An answer was lost and the form was edited since: show the accepted order instead of placing a second one.
      if ('refused' in no && no.refused === 'key_reused') seeOrder()
      markStale(['balances', 'orders'])
    },
  })
}
