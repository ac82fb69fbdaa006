import { useState } from 'react'
import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { listCandles, type Interval } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { LateLevelChart, LevelRoom } from '@lonja/kit/parts/LateLevelChart'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { OrderStory } from './story.ts'

type Order = OrderStory['order']

/** The newest price of the market, and its time by the market's clock. */
interface Newest {
  readonly last: PriceE4
  readonly at: Instant
}

/** A new order is drawn with the market of the hour before it. */
const LEAST_MS = HOUR
const REFETCH_MS = 60_000
const BARS_MOST = 500

/** The bars of a line since an instant: no more than a phone can tell apart. */
function barsSince(ms: number): Interval {
  const minutes = ms / MINUTE
  if (minutes <= 360) return 'minute'
  if (minutes <= 1_440) return '5minutes'
  if (minutes <= 4_320) return '15minutes'
  return minutes <= 20_160 ? '60minutes' : 'day'
}

/** The market since an order was placed, against the prices at which it is reached. Nothing where there is no history. */
export function OrderLine({ order, newest }: { order: Order; newest: Newest }) {
  const t = useText('orders')
  const f = useFormats()
  // The first answer decides: a line whose start moves would be asked for anew each second.
  const [from] = useState(() => Math.floor(Math.min(order.marketAt, newest.at - LEAST_MS) / MINUTE) * MINUTE)
  const interval = barsSince(newest.at - from)
  const request = { listing: order.listing, interval, from, limit: BARS_MOST }
  const { data, error } = useRead(listCandles, request, { quiet: true, refetchMs: REFETCH_MS })
  if (!data && !error) return <LevelRoom />
  if (!data || data.at.length < 2) return null
  const values = [...data.close, newest.last].map(Number)
  const placed = data.at.findLastIndex((at) => at <= order.marketAt)
  const within = newest.at - from <= 24 * HOUR
  const when = (at: Instant): string => (within ? f.clock(at) : `${f.shortDay(at)} ${f.clock(at)}`)
  const ordered = t('orderedAt', { time: within ? f.time(order.marketAt) : when(order.marketAt) })
  const isFirst = placed <= values.length / 2
  const price = (of: PriceE4): string => f.price(of, order.currency)
  const levels = levelsOf(order).map(({ name, price: of }) => ({
    value: Number(of),
    name: t(name),
    tag: f.price(of),
  }))
  const range = [...data.low, ...data.high, newest.last].map(Number)
  return (
    <LateLevelChart
      summary={t('orderLine', {
        since: f.date(from),
        low: price(priceE4(BigInt(Math.min(...range)))),
        high: price(priceE4(BigInt(Math.max(...range)))),
        last: price(newest.last),
        levels: f.list(levels.map(({ name, tag }) => `${name} ${tag}`)),
      })}
      values={values}
      levels={levels}
      last={f.price(newest.last)}
      from={isFirst ? ordered : when(from)}
      to={isFirst ? when(newest.at) : ordered}
      since={placed > 0 ? placed : undefined}
    />
  )
}

/** The prices that an open order waits for: its stop until that is reached, then its limit; of a pair also its profit. */
function levelsOf({ kind, triggered, stopNow, limit, profit }: Order) {
  const waits = !triggered && stopNow !== null
  return [
    ...(kind === 'pair' && waits && profit !== null ? [{ name: 'yourProfit', price: profit } as const] : []),
    ...(waits
      ? [{ name: kind === 'trailing' ? 'yourStopNow' : 'yourStop', price: stopNow } as const]
      : limit !== null
        ? [{ name: 'yourLimit', price: limit } as const]
        : []),
  ]
}
