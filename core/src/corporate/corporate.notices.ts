import { currencyFor, priceE4, tickerOf, type ListingId } from '../base/amount.ts'
import { formatDayIn } from '../base/dates.ts'
import { formatAmount, formatCount, formatPrice } from '../base/formats.ts'
import { isReverse, type MarketAction } from '../market/actions.ts'
import {
  factIn,
  plain,
  type Facts,
  type NewNotice,
  type NoticeHead,
  type NoticeInWords,
  type Words,
} from '../notices/notices.rules.ts'
import type { PaidDividend, SplitPosition } from './corporate.rules.ts'

/** The facts of an action that each of its notices names. */
const factsOf = (id: string, action: MarketAction): Facts => ({
  record: 'action',
  recordId: id,
  listing: action.listing,
  exDay: action.exDay,
  ...(action.kind === 'split' ? { from: String(action.ratio.from), to: String(action.ratio.to) } : {}),
  ...(action.kind === 'dividend' ? { amountE4: String(action.amount) } : {}),
  ...(action.kind === 'symbol' ? { successor: action.successor } : {}),
})

const ANNOUNCED = { split: 'split_announced', dividend: 'dividend_announced', symbol: 'symbol_announced' } as const

/** An action is coming that concerns shares of the customer. */
export const noticeOfAnnouncement = (whose: NoticeHead, id: string, action: MarketAction): NewNotice => ({
  ...whose,
  code: ANNOUNCED[action.kind],
  facts: factsOf(id, action),
  order: null,
})

/** An announced action was withdrawn before its ex-day: nothing of it is carried out. */
export const noticeOfWithdrawal = (whose: NoticeHead, id: string, action: MarketAction): NewNotice => ({
  ...whose,
  code: 'action_withdrawn',
  facts: factsOf(id, action),
  order: null,
})

/** A split was carried out: the shares before and after it, and the cash for a fraction. */
export const noticeOfSplit = (
  whose: NoticeHead,
  { id, action, split }: { id: string; action: MarketAction; split: Omit<SplitPosition, 'lots' | 'cost'> },
): NewNotice => ({
  ...whose,
  code: 'split_done',
  facts: {
    ...factsOf(id, action),
    before: String(split.sharesBefore),
    after: String(split.sharesAfter),
    cash: String(split.cash),
  },
  order: null,
})

/** A dividend was paid: the shares that had it, what was paid, and what was withheld of it. */
export const noticeOfDividend = (
  whose: NoticeHead,
  { id, action, shares, paid }: { id: string; action: MarketAction; shares: bigint; paid: PaidDividend },
): NewNotice => ({
  ...whose,
  code: 'dividend_paid',
  facts: {
    ...factsOf(id, action),
    shares: String(shares),
    gross: String(paid.gross),
    withheld: String(paid.withheld),
  },
  order: null,
})

/** The listing of some shares has a new ticker. */
export const noticeOfSymbol = (
  whose: NoticeHead,
  { id, action, shares }: { id: string; action: MarketAction; shares: bigint },
): NewNotice => ({
  ...whose,
  code: 'symbol_changed',
  facts: { ...factsOf(id, action), shares: String(shares) },
  order: null,
})

/** The key of a notice's words: a reverse split has words of its own. */
const keyOf = ({ code, facts: { from, to } }: NoticeInWords): string =>
  code.startsWith('split_') && isReverse({ from: BigInt(from ?? '0'), to: BigInt(to ?? '0') })
    ? `${code}_reverse`
    : code

/** The blanks that a notice's facts fill. */
const words: Words = (notice: NoticeInWords) => {
  const { facts, language, nameOf } = notice
  const listing = factIn(facts, 'listing') as ListingId
  const asset = currencyFor(listing)
  const amount = (name: string): string => formatAmount({ asset, units: BigInt(facts[name] ?? '0') }, language)
  const count = (name: string): string => formatCount(facts[name] ?? '0', language)
  const successor = (facts['successor'] ?? listing) as ListingId
  const [gross, withheld] = [BigInt(facts['gross'] ?? '0'), BigInt(facts['withheld'] ?? '0')]
  const isPaidOut = BigInt(facts['cash'] ?? '0') > 0n
  return {
    ...plain(keyOf(notice), {
      name: nameOf(listing),
      code: tickerOf(listing),
      day: formatDayIn(Date.parse(`${factIn(facts, 'exDay')}T12:00:00Z`), language, 'UTC'),
      from: count('from'),
      to: count('to'),
      before: count('before'),
      after: count('after'),
      shares: count('shares'),
      cash: amount('cash'),
      price: formatPrice(priceE4(BigInt(facts['amountE4'] ?? '0')), language, asset),
      gross: amount('gross'),
      withheld: amount('withheld'),
      net: formatAmount({ asset, units: gross - withheld }, language),
      successor: tickerOf(successor),
    }),
    ...(isPaidOut ? { also: ['split_fraction'] } : {}),
  }
}

export const corporateWords = {
  split_announced: words,
  split_done: words,
  dividend_announced: words,
  dividend_paid: words,
  symbol_announced: words,
  symbol_changed: words,
  action_withdrawn: words,
} as const
