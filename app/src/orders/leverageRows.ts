import type { Amount } from '@lonja/core/base/amount'
import type { Leverage, OrderRow } from '@lonja/core/orders/orders.contract'
import type { Preview } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import type { TicketFacts } from './facts.ts'
import { useHeldText } from './held.ts'

/** The customer's part of a buy: its cost and fee less what is financed. */
export const ownPartOf = ({ total, financed }: Pick<Preview, 'total' | 'financed'>): Amount => ({
  asset: total.asset,
  units: total.units - financed.units,
})

/** The cash that a sell brings: proceeds less fee, less what is paid back. Below zero it is taken from other cash. */
export const receivedOf = (total: Amount, repaid: bigint): Amount => ({ ...total, units: total.units - repaid })

/** The lines of a buy with leverage in place of cost and fee, and of hold, margin and worst case. */
export function useLeverageRows(): (
  preview: Preview | null,
  leverage: Leverage,
  terms: TicketFacts['terms'],
) => { readonly costs: Definition[]; readonly holds: Definition[] } {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const amount = (of: Amount | null | undefined) => (of ? f.amount(of) : '-')
  return (preview, leverage, terms) => {
    const parts = preview && `${f.cents(preview.cost.units)} + ${f.cents(preview.fee.units)}`
    const divided = preview ? `${f.cents(preview.total.units)} ÷ ${leverage}` : undefined
    const own = preview && ownPartOf(preview)
    // A limit holds its own part to the cent; a buy at market holds more, and a conversion another currency.
    const [first] = preview?.held ?? []
    const isOne = own !== null && preview?.held?.length === 1 && first?.asset === own.asset && first.units === own.units
    return {
      costs: [
        { label: t('costAndFee'), note: parts ?? undefined, value: amount(preview?.total) },
        {
          label: t('financed'),
          note: terms && t('yearByDay', { rate: f.rate(BigInt(terms.financingBps), 0) }),
          value: amount(preview?.financed),
        },
      ],
      holds: [
        ...(isOne
          ? [{ label: t('heldAndMargin'), note: divided, value: amount(own) }]
          : [
              { label: t('heldAtMost'), value: preview?.held ? held(preview.held) : '-' },
              { label: t('usedMargin'), note: divided, value: amount(own) },
            ]),
        { label: t('worstCase'), note: t('wholeCost'), value: amount(preview?.worst), tone: 'loss' },
      ],
    }
  }
}

/** The lines of an order's leverage: what was financed of a buy, or what a sell paid back and brought in. */
export function useFinancedRows(): (order: OrderRow) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  return ({ side, leverage, total, financed }) => {
    const named = side === 'buy' && leverage > 1 ? [{ label: t('leverage'), value: `${leverage}×` }] : []
    if (!total || !financed) return named
    const back = { label: t('paidBack'), value: f.amount({ ...financed, units: -financed.units }) }
    const own = receivedOf(total, financed.units)
    if (side === 'buy')
      return [
        ...named,
        { label: t('financed'), value: f.amount(financed) },
        { label: t('youPutIn'), value: f.amount(own), total: true },
      ]
    const received = {
      label: t('youReceived'),
      note: own.units < 0n ? t('fromOther') : undefined,
      value: f.amount(own),
    }
    return [back, { ...received, total: true }]
  }
}
