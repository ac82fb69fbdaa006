import { currencyFor } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import { boughtIn, neededIn, previewIn, type TicketProps } from './facts.ts'
import { amountOf, draftOf } from './ticket.ts'

/** A buy states its shares, or the money that it is for. The other way begins with as much. */
export function BuyBy({ instrument, facts, form, change }: TicketProps) {
  const t = useText('orders')
  const units = () => neededIn({ ...form, shares: form.shares ?? 1n }, instrument.listing, facts)
  return (
    <Segments
      label={t('buyBy')}
      value={amountOf(form) ? 'amount' : 'shares'}
      onChange={(by) => change({ amount: by === 'amount' ? { units: units() } : null })}
      options={[
        { value: 'shares', label: t('shares') },
        { value: 'amount', label: t('amount') },
      ]}
    />
  )
}

/** The money that a buy is for, with the shares that it buys, at which price, and what remains. */
export function AmountField(props: TicketProps & { most: bigint; error: string | undefined }) {
  const { instrument, facts, form, change, most, error } = props
  const t = useText('orders')
  const f = useFormats()
  const currency = currencyFor(instrument.listing)
  const money = (units: bigint) => f.amount({ asset: currency, units })
  const mostNeeded = neededIn({ ...form, shares: most }, instrument.listing, facts)
  return (
    <NumberField
      label={t('amount')}
      labelRight={mostNeeded === null ? '' : t('maxShort', { shares: money(mostNeeded) })}
      value={amountOf(form)?.units ?? null}
      decimals={2}
      onChange={(units) => change({ amount: { units } })}
      keypad
      tall
      unit={f.mark(currency)}
      error={error}
      hint={useBuysText()(props)}
    />
  )
}

/** The shares that the money buys, what they need at most, and what remains; nothing while it buys none. */
function useBuysText(): (ticket: TicketProps) => string | undefined {
  const t = useText('orders')
  const f = useFormats()
  return ({ instrument, facts, form }) => {
    const { listing, currency } = instrument
    const bought = boughtIn(form, listing, facts)
    const price = previewIn(form, draftOf(form, listing), facts)?.price
    if (!bought || bought.shares === 0n || price === undefined) return undefined
    const money = (units: bigint) => f.amount({ asset: currency, units })
    return f.sentences(
      t('amountBuys', {
        count: Number(bought.shares),
        shares: f.count(bought.shares),
        price: f.price(price, currency),
        needed: money(bought.needed),
        rest: money(bought.rest),
      }),
      form.leverage > 1 && t('amountIsOwn', { leverage: form.leverage }),
    )
  }
}

/** The reason why an amount buys nothing; undefined for one that buys. */
export function useNoSharesText(): (ticket: Pick<TicketProps, 'instrument' | 'facts' | 'form'>) => string | undefined {
  const t = useText('orders')
  const f = useFormats()
  return ({ instrument, facts, form }) => {
    const amount = amountOf(form)
    if (!amount) return undefined
    if (amount.units === null) return t('amountMissing')
    const bought = boughtIn(form, instrument.listing, facts)
    if (!bought || bought.shares > 0n) return undefined
    return t('amountTooSmall', { one: f.amount({ asset: instrument.currency, units: bought.one }) })
  }
}
