import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { readNearest } from '@lonja/core/orders/nearest.contract'
import { useFormats } from '@lonja/kit/formats'
import { Figure } from '@lonja/kit/parts/Amount'
import { LevelRoom } from '@lonja/kit/parts/LateLevelChart'
import { Price } from '@lonja/kit/parts/Price'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { useNewestQuote } from './facts.ts'
import { OrderLine } from './OrderLine.tsx'
import type { OrderStory } from './story.ts'
import { distanceBps, gapBetween } from './ticket.ts'
import styles from './OrderDetail.module.css'

type Order = OrderStory['order']

/** The price that an open order waits for: its stop until that is reached, then its limit. Null for one at market. */
const awaited = ({ triggered, stopNow, limit }: Order): { readonly price: PriceE4; readonly isStop: boolean } | null =>
  !triggered && stopNow !== null
    ? { price: stopNow, isStop: true }
    : limit === null
      ? null
      : { price: limit, isStop: false }

/** The price at which an open order would trade now, and by how much it has to move before the order may fill. */
export function AwayFromMarket({ order }: { order: Order }) {
  const t = useText('orders')
  const f = useFormats()
  const { instrument, quote, stale } = useNewestQuote(order.listing)
  const goal = awaited(order)
  if (!goal) return null
  if (!quote) return instrument.data || instrument.error ? null : <Waiting />
  const buying = order.side === 'buy'
  const now = buying ? quote.ask : quote.bid
  if (now <= 0n) return null
  // A limit of a buy and a stop of a sale are below the market, the two others above it.
  const falls = buying !== goal.isStop
  const isThere = falls ? now <= goal.price : now >= goal.price
  const gap = gapBetween(now, goal.price)
  const label: TextKey<'orders'> = isThere ? 'distanceNow' : falls ? 'mustFall' : 'mustRise'
  const apart = `${f.price(priceE4(gap), order.currency)} · ${f.rate(distanceBps(goal.price, now) ?? 0n)}`
  return (
    <>
      <div className={styles.away}>
        <div>
          <p className={styles.caption}>{t(buying ? 'askNow' : 'bidNow')}</p>
          <Price of={now} currency={order.currency} size={32} stale={stale} />
        </div>
        <Figure label={t(label)} value={isThere ? t('mayFillNext') : apart} size={14} align="end" />
      </div>
      <OrderLine key={order.id} order={order} newest={quote} />
      {!isThere && order.kind === 'limit' && <Approach order={order} now={{ price: now, at: quote.at }} />}
    </>
  )
}

/** Keeps the place of the price and of the line while they are on their way. */
const Waiting = () => (
  <div data-waiting>
    <Skeleton width="46%" height={56} />
    <LevelRoom />
  </div>
)

const REFETCH_MS = 30_000

/** The nearest that the market came to a limit since the order's last event: as the house knows it, or the newest quote. */
function Approach({ order, now }: { order: Order; now: { readonly price: PriceE4; readonly at: number } }) {
  const t = useText('orders')
  const f = useFormats()
  const { data, error } = useRead(readNearest, { id: order.id }, { quiet: true, refetchMs: REFETCH_MS })
  const known = data?.nearest
  if (!data && !error) {
    return (
      <div data-waiting>
        <Skeleton width="90%" height={16} />
      </div>
    )
  }
  if (!known) return null
  const buying = order.side === 'buy'
  const nearest = (buying ? now.price < known.price : now.price > known.price) ? now : known
  // A quote may have met it with no size left for it.
  const isMet = order.limit === null || (buying ? nearest.price <= order.limit : nearest.price >= order.limit)
  return (
    <p className={styles.caption}>
      {f.sentences(
        t('nearest', { price: f.price(nearest.price, order.currency), time: f.date(nearest.at) }),
        order.filled === 0n && !isMet ? t('noneReached', { price: f.price(order.limit, order.currency) }) : null,
      )}
    </p>
  )
}
