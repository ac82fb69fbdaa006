import { currencyFor, priceE4, tickerOf, type ListingId, type PriceE4 } from '../base/amount.ts'
import { formatDate } from '../base/dates.ts'
import { changeBps, formatBps, formatPrice, formatRate } from '../base/formats.ts'
import type { Instant } from '../base/instant.ts'
import { factIn, plain, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

export interface FiredAlert {
  readonly kind: 'above' | 'below' | 'percent'
  readonly listing: ListingId
  readonly isIndex: boolean
  readonly level: PriceE4 | null
  readonly percentBps: number | null
  readonly note: string | null
  readonly quote: { readonly at: Instant; readonly last: PriceE4; readonly previousClose: PriceE4 | null }
}

/** A price reached an alert: the level or percentage, and the quote that fired it, as evidence. */
export const noticeOfAlert = (
  whose: NoticeHead,
  { kind, listing, isIndex, level, percentBps, note, quote }: FiredAlert,
): NewNotice => ({
  ...whose,
  code: `alert_${kind}`,
  facts: {
    listing,
    // The value of an index has no currency.
    index: isIndex ? '1' : '',
    wanted: String(kind === 'percent' ? percentBps : level),
    lastE4: quote.last.toString(),
    previousE4: quote.previousClose === null ? '' : quote.previousClose.toString(),
    quoteAt: String(quote.at),
    note: note ?? '',
  },
  order: null,
})

const alertWords: Words = ({ code, facts, language, nameOf }) => {
  const listing = factIn(facts, 'listing') as ListingId
  const currency = factIn(facts, 'index') === '' ? currencyFor(listing) : undefined
  const price = (e4: string): string => formatPrice(priceE4(BigInt(e4)), language, currency)
  const threshold = factIn(facts, 'wanted')
  const [last, note] = [factIn(facts, 'lastE4'), factIn(facts, 'note')]
  const blanks = {
    name: nameOf(listing),
    code: tickerOf(listing),
    price: price(last),
    time: formatDate(Number(factIn(facts, 'quoteAt'))),
  }
  if (code !== 'alert_percent') return { ...plain(code, { ...blanks, level: price(threshold) }), note }
  const move = formatBps(changeBps(BigInt(factIn(facts, 'previousE4')), BigInt(last)), language)
  return { ...plain(code, { ...blanks, move, percent: formatRate(BigInt(threshold), language) }), note }
}

export const watchlistWords = { alert_above: alertWords, alert_below: alertWords, alert_percent: alertWords } as const
