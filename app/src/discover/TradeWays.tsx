import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { isHalted } from '../market/halt.ts'
import type { Instrument } from './instrument.ts'

/**
 * Sell and buy, each with its current price. A halted listing has no price to trade at. The ticket of a sell begins with
 * all free shares, also when “Sell” is pressed before the position is read here. Without shares it leads to the page of
 * the position, which has what can be done instead of a ticket that nothing can be sold with.
 */
export function TradeWays({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const { listing, currency, session, quote } = of
  const live = useQuote(listing)
  const orders = useText('orders')
  const isIn = useSession() !== null
  const held = useRead(listPositions, { listing }, { quiet: true, enabled: isIn }).data?.rows
  const halted = isHalted(session, live?.at)
  const at = (side: 'bid' | 'ask') => {
    if (halted) return orders('limitOnly')
    const price = live?.[side] ?? quote?.[side]
    return price ? t('atPrice', { price: f.price(price, currency) }) : undefined
  }
  const ticket = (side: string) => hrefTo('/subPackages/home/socketDetail/place', { listing, side })
  const nothing = held !== undefined && (held.find((row) => row.listing === listing)?.shares ?? 0n) === 0n
  return (
    <Buttons>
      <Button
        look="outline"
        label={t('sell')}
        second={nothing ? t('noneHeld') : at('bid')}
        href={nothing ? hrefTo('/subPackages/portfolio/position', { listing }) : ticket('sell')}
      />
      <Button label={t('buy')} second={at('ask')} href={ticket('buy')} />
    </Buttons>
  )
}
