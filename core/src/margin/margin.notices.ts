import type { Amount, ListingId } from '../base/amount.ts'
import { formatAmount, formatBps, formatCount } from '../base/formats.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  plain,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'
import { levelOf, type Judgement, type LotToClose, type WarningLevel } from './judging.rules.ts'

type Figures = Pick<Judgement, 'currency' | 'equity' | 'used'>

const factsOf = ({ currency, equity, used }: Figures) => ({
  currency,
  equity: equity.toString(),
  used: used.toString(),
})

/** An account fell below a level of its used margin. */
export const noticeOfWarning = (whose: NoticeHead, level: WarningLevel, judged: Figures): NewNotice => ({
  ...whose,
  code: `margin_${level}`,
  facts: factsOf(judged),
  order: null,
})

/** The house closes lots: their shares, and the figures for which it does. */
export const noticeOfCloseOut = (
  whose: NoticeHead,
  { id, judged, chosen }: { readonly id: string; readonly judged: Figures; readonly chosen: readonly LotToClose[] },
): NewNotice => ({
  ...whose,
  code: 'closed_out',
  facts: {
    ...factsOf(judged),
    closeOut: id,
    lots: chosen.map(({ listing, shares }) => `${shares} ${listing}`).join(','),
  },
  order: null,
})

/** The house forgave what financing left owing. */
export const noticeOfForgiven = (whose: NoticeHead, amount: Amount): NewNotice => ({
  ...whose,
  code: 'debt_forgiven',
  facts: amountFacts(amount),
  order: null,
})

const figureWords: Words = ({ code, facts, language, nameOf }) => {
  const asset = factIn(facts, 'currency') as Figures['currency']
  const [equity, used] = [BigInt(factIn(facts, 'equity')), BigInt(factIn(facts, 'used'))]
  const lots = (facts['lots'] ?? '')
    .split(',')
    .filter((text) => text !== '')
    .map((text) => text.split(' '))
  return plain(code, {
    equity: formatAmount({ asset, units: equity }, language),
    used: formatAmount({ asset, units: used }, language),
    level: formatBps(levelOf({ equity, used }) ?? 0n, language),
    lots: lots
      .map(([shares = '0', listing]) => `${formatCount(shares, language)} × ${nameOf(listing as ListingId)}`)
      .join(', '),
  })
}

export const marginWords = {
  margin_full: figureWords,
  margin_near: figureWords,
  closed_out: figureWords,
  debt_forgiven: ((facts) => plain(facts.code, { amount: amountIn(facts) })) satisfies Words,
} as const
