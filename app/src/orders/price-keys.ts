import type { PriceE4 } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { toNextField, type KeypadSide } from '@lonja/kit/parts/Keypad'
import { useText } from '@lonja/kit/text'
import type { TicketProps } from './facts.ts'
import { shareFrom } from './ticket.ts'

/** Half a per cent, in basis points: how far from the market a key puts a price. */
const AWAY_BPS = 50n

/**
 * The keys beside the fields of a limit and of a stop: the price of the other side, the last one, one half a per cent
 * away from the market on the side on which the order waits, and the next field.
 */
export function usePriceKeys({
  form,
  facts: { quote },
  change,
}: Pick<TicketProps, 'form' | 'facts' | 'change'>): Readonly<Record<'limit' | 'stop', readonly KeypadSide[]>> {
  const t = useText('orders')
  const f = useFormats()
  if (!quote) return { limit: [], stop: [] }
  const isBuy = form.side === 'buy'
  const other = isBuy ? quote.ask : quote.bid
  const key = (field: 'limit' | 'stop', label: string, price: PriceE4): KeypadSide[] =>
    price > 0n ? [{ label, onPress: () => change({ [field]: price }) }] : []
  const keysOf = (field: 'limit' | 'stop'): KeypadSide[] => {
    // A buy waits with its limit below the market and with its stop above it.
    const bps = (field === 'limit') === isBuy ? -AWAY_BPS : AWAY_BPS
    return [
      ...key(field, `${t(isBuy ? 'keyAsk' : 'keyBid')} ${f.price(other)}`, other),
      ...key(field, `${t('lastPrice')} ${f.price(quote.last)}`, quote.last),
      ...key(field, f.bps(bps), shareFrom(other > 0n ? other : quote.last, bps)),
      { label: t('keyNext'), onPress: toNextField },
    ]
  }
  return { limit: keysOf('limit'), stop: keysOf('stop') }
}
