import { tickerOf, wholeShares } from '@lonja/core/base/amount'
import { estimateFor } from '@lonja/core/portfolio/sales.rules'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import { useTicketFacts } from '../orders/facts.ts'
import { saleUrl } from './position.ts'
import type { Position } from './positions.ts'

/** The way to the ticket that sells all free shares at market, with the amount and the result that are expected. */
export function SellAll({ position }: { position: Position }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const { listing, currency, shares, held, inExits, lots } = position
  const { instrument, quote, halted, terms } = useTicketFacts(listing)
  const free = shares - held + inExits
  const estimate =
    quote && terms && free > 0n
      ? estimateFor({ listing, lots }, wholeShares(free), { quote, feeTable: terms.feeTable })
      : null
  const about =
    estimate &&
    t(estimate.repaid > 0n ? 'receiveAboutBack' : 'receiveAbout', {
      back: f.amount({ asset: currency, units: estimate.repaid }),
      amount: f.amount({ asset: currency, units: estimate.total - estimate.repaid }),
      result: f.cents(estimate.result, 'results'),
    })
  const second = halted ? orders('limitOnly') : instrument?.session.state === 'closed' ? orders('leaveFor') : about
  const what = { shares: f.count(free), code: tickerOf(listing) }
  return (
    <Button
      label={free > 0n ? orders('sellAtMarket', what) : t('sell')}
      second={second ?? undefined}
      waitsFor={free > 0n ? undefined : t('allHeld')}
      href={`#${saleUrl(listing, free)}`}
    />
  )
}
