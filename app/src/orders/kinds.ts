import type { OrderKind, OrderRow, TimeInForce } from '@lonja/core/orders/orders.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText, type TextKey } from '@lonja/kit/text'

export const KIND_TEXTS = {
  market: 'market',
  limit: 'limit',
  stop: 'stop',
  stop_limit: 'stopLimit',
  trailing: 'trailing',
  pair: 'pair',
} as const satisfies Record<OrderKind, TextKey<'orders'>>

/** The name of the line that has the price of a kind. */
export const TERM_TEXTS = {
  ...KIND_TEXTS,
  market: 'order',
  limit: 'limitPrice',
} as const satisfies Record<OrderKind, TextKey<'orders'>>

/** The times in force other than the two that name a date. */
export const FORCE_TEXTS = {
  gtc: 'untilCancelled',
  ioc: 'atOnceInPart',
  fok: 'atOnceWhole',
  open: 'atTheOpen',
  close: 'atTheClose',
} as const satisfies Record<Exclude<TimeInForce, 'day'>, TextKey<'orders'>>

/** The price of an order's kind in words: `Límite 17,40 €`, `Stop 16,60 €`. Null for a market order. */
export function useKindText(): (
  order: Pick<OrderRow, 'kind' | 'limit' | 'stop' | 'trail' | 'trailBps' | 'profit' | 'currency'>,
) => string {
  const t = useText('orders')
  const f = useFormats()
  return ({ kind, limit, stop, trail, trailBps, profit, currency }) => {
    const price = (of: OrderRow['limit']): string => f.price(of, currency)
    const distance = (): string => (trail === null ? f.rate(BigInt(trailBps ?? 0)) : price(trail))
    switch (kind) {
      case 'market':
        return t('market')
      case 'limit':
        return price(limit)
      case 'stop':
        return price(stop)
      case 'stop_limit':
        return t('stopThenLimit', { stop: price(stop), limit: price(limit) })
      case 'trailing':
        return distance()
      case 'pair':
        return t('stopOrProfit', { stop: stop === null ? distance() : price(stop), profit: price(profit) })
    }
  }
}
