import { tickerOf } from '@lonja/core/base/amount'
import type { ActionReply } from '@lonja/core/corporate/corporate.contract'
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
      const [from, to] = [ratio?.from ?? 1n, ratio?.to ?? 1n]
      return t(to < from ? 'kind_reverse' : 'kind_split', { to: f.count(to), from: f.count(from) })
    }
    if (kind === 'dividend') return t('kind_dividend', { amount: f.price(amount, currency) })
    return t('kind_symbol', { successor: successor === null ? '-' : tickerOf(successor) })
  }
}

/** A trading day in the reader's form. */
export const instantOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
