import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Figure } from '@lonja/kit/parts/Amount'
import { Price } from '@lonja/kit/parts/Price'
import { useText, type TextKey } from '@lonja/kit/text'
import { useNewestQuote } from './facts.ts'
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
  const { quote, stale } = useNewestQuote(order.listing)
  const goal = awaited(order)
  if (!quote || !goal) return null
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
    <div className={styles.away}>
      <div>
        <p className={styles.caption}>{t(buying ? 'askNow' : 'bidNow')}</p>
        <Price of={now} currency={order.currency} size={32} stale={stale} />
      </div>
      <Figure label={t(label)} value={isThere ? t('mayFillNext') : apart} size={14} align="end" />
    </div>
  )
}
