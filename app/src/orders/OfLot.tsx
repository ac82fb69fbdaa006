import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import type { TicketProps } from './facts.ts'
import { lotOf } from './ticket.ts'

/** The lot that a sell closes, with the way back to the oldest ones. Nothing for any other order. */
export function OfLot({ instrument, facts, form, change }: TicketProps) {
  const t = useText('orders')
  const f = useFormats()
  const lot = lotOf(form)
  if (lot === null) return null
  const own = facts.lots.find((each) => each.lot === lot)
  const number = lotNumberFor(lot)
  return (
    <Notice tone="ground">
      {own
        ? t('closesLot', { number, price: f.price(own.price, instrument.currency), date: f.date(own.openedAt) })
        : t('lotIsClosed', { number })}{' '}
      <Button look="text" small label={t('closeOldest')} onClick={() => change({ lot: null })} />
    </Notice>
  )
}
