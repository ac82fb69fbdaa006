import type { Currency } from '@lonja/core/base/amount'
import type { OrderKind, OrderRow, TimeInForce } from '@lonja/core/orders/orders.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
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

/** The terms of a kind that can be changed, for the button that changes them. */
export const CHANGE_TEXTS = {
  market: 'changesMarket',
  limit: 'changesLimit',
  stop: 'changesStop',
  stop_limit: 'changesStopLimit',
  trailing: 'changesTrailing',
  pair: 'changesPair',
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

/** All times in force, as the end of an order's terms. */
const TIME_TEXTS = { ...FORCE_TEXTS, day: 'untilTheClose' } as const

type Terms = Parameters<ReturnType<typeof useKindText>>[0] & Pick<OrderRow, 'shares' | 'side'>

/** The terms of an order in a few words: `100 a 17,40 € o menos`, `60, stop 58,00 €`. */
export function useTermsText(): (order: Terms) => string {
  const t = useText('orders')
  const f = useFormats()
  const kindText = useKindText()
  return (order) => {
    const shares = f.count(order.shares)
    const terms = kindText(order)
    switch (order.kind) {
      case 'market':
        return t('termsMarket', { shares })
      case 'limit':
        return t(order.side === 'buy' ? 'termsOrLess' : 'termsOrMore', { shares, price: terms })
      case 'stop':
      case 'stop_limit':
        return t('termsStop', { shares, price: terms })
      case 'trailing':
        return t('termsTrailing', { shares, distance: terms })
      case 'pair':
        return t('termsPair', { shares, price: terms })
    }
  }
}

/** The terms of an order with its time in force. */
export function useWholeTermsText(): (order: Terms & Pick<OrderRow, 'timeInForce'>) => string {
  const t = useText('orders')
  const terms = useTermsText()
  return (order) => `${terms(order)} · ${t(TIME_TEXTS[order.timeInForce])}`
}

/** An order's kind with its prices in the fewest words: `a mercado`, `límite 17,40`, `stop 16,60 €`. */
export function useHowText(): (order: Parameters<ReturnType<typeof useKindText>>[0]) => string {
  const t = useText('portfolio')
  const f = useFormats()
  const kindText = useKindText()
  return (order) => {
    const { kind, limit, profit } = order
    if (kind === 'market') return t('atMarket')
    if (kind === 'limit') return t('atLimit', { price: f.price(limit) })
    if (kind !== 'pair') return t('atStop', { prices: kindText(order) })
    return t('atPair', { stop: stopOf(order, f), profit: f.price(profit) })
  }
}

/** The stop of an exit, or the distance of one that follows the market. */
export const stopOf = (
  { stop, trail, trailBps }: Pick<OrderRow, 'stop' | 'trail' | 'trailBps'>,
  f: Formats,
  currency?: Currency,
): string => (stop === null && trail === null ? f.rate(BigInt(trailBps ?? 0)) : f.price(stop ?? trail, currency))
