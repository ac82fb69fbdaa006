import { tickerOf } from '@lonja/core/base/amount'
import type { ActionReply } from '@lonja/core/corporate/corporate.contract'
import { isReverse, NO_SPLIT } from '@lonja/core/market/actions'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'

/** The name of an action with its terms: `Split, 4 for 1`. */
export function useActionName(): (
  action: Pick<ActionReply, 'kind' | 'ratio' | 'amount' | 'currency' | 'successor'>,
) => string {
  const t = useText('corporate')
  const f = useFormats()
  return ({ kind, ratio, amount, currency, successor }) => {
    if (kind === 'split') {
      const { from, to } = ratio ?? NO_SPLIT
      return t(isReverse({ from, to }) ? 'kind_reverse' : 'kind_split', { to: f.count(to), from: f.count(from) })
    }
    if (kind === 'dividend') return t('kind_dividend', { amount: f.price(amount, currency) })
    return t('kind_symbol', { successor: successor === null ? '-' : tickerOf(successor) })
  }
}

/** A trading day in the reader's form. */
export const instantOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
