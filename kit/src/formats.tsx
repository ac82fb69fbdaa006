import type { Amount, Currency, PriceE4, RateE6 } from '@lonja/core/base/amount'
import * as dates from '@lonja/core/base/dates'
import { readFigure } from '@lonja/core/base/figures'
import * as formats from '@lonja/core/base/formats'
import type { Instant } from '@lonja/core/base/instant'
import { DEFAULT_LANGUAGE, gapIn, listIn, sentencesIn, type Language } from '@lonja/core/base/language'
import { createContext, useContext } from 'react'

/** The language of figures and dates; wrap the app in it once. */
export const ShownLanguage = createContext<Language>(DEFAULT_LANGUAGE)

export type Formats = ReturnType<typeof formatsFor>
type Sign = formats.SignShown

/** Every formatter of `@lonja/core`, bound to one language. */
const formatsFor = (language: Language) => ({
  language,
  number: (value: unknown, decimals?: number) => formats.formatNumber(value, language, decimals),
  count: (value: unknown) => formats.formatCount(value, language),
  amount: (of: Amount, sign?: Sign) => formats.formatAmount(of, language, sign),
  cents: (cents: bigint, sign?: Sign) => formats.formatCents(cents, language, sign),
  price: (price: PriceE4 | null | undefined, currency?: Currency | undefined, sign?: Sign) =>
    formats.formatPrice(price, language, currency, sign),
  /** The middle of bid and ask: with all its decimals where it is no whole cent, so that it reads as no other price. */
  middle: (price: PriceE4, currency?: Currency) =>
    price % 100n === 0n ? formats.formatPrice(price, language, currency) : formats.formatUnits(price, 4, language),
  namedPrice: (price: PriceE4, currency: Currency) => formats.formatNamedPrice(price, language, currency),
  percent: (percent: unknown) => formats.formatPercent(percent, language),
  bps: (bps: bigint | null | undefined) => formats.formatBps(bps, language),
  exchange: (rate: RateE6, decimals?: 4 | 6) => formats.formatExchange(rate, language, decimals),
  rate: (bps: bigint, decimals?: 0 | 2) => formats.formatRate(bps, language, decimals),
  big: (value: unknown) => formats.formatBig(value, language),
  bigAmount: (of: Amount) => formats.formatBigAmount(of, language),
  mark: (currency: Currency) => formats.markFor(currency, language),
  units: (units: bigint, decimals: number, sign?: Sign) => formats.formatUnits(units, decimals, language, sign),
  readFigure: (typed: string, decimals?: number) => readFigure(typed, language, decimals),
  date: (value: unknown) => dates.formatDate(value),
  day: (at: Instant, zone?: string) => dates.formatDayIn(at, language, zone),
  /** A day on a screen that writes instants too: in their form, which is one in all languages. */
  dayBeside: (at: Instant, zone?: string) => dates.formatDay(at, zone),
  time: (at: Instant) => dates.formatTime(at),
  clock: (at: Instant, zone?: string) => dates.formatClock(at, zone),
  timeMs: (at: Instant) => dates.formatTimeMs(at, language),
  shortDay: (at: Instant, zone?: string) => dates.formatShortDay(at, language, zone),
  month: (month: string) => dates.formatMonth(month, language),
  /** Separates two sentences of which one is styled differently. */
  gap: gapIn(language),
  list: (words: readonly string[]) => listIn(language, words),
  sentences: (...of: Parameters<typeof sentencesIn>[1]) => sentencesIn(language, of),
  calendarDay: (day: string) => dates.formatCalendarDay(day, language),
})

const bound = new Map<Language, Formats>()

/** The formatters in the shown language: `const f = useFormats()`, `f.amount(eur(123450n))` is `1.234,50 €`. */
export function useFormats(): Formats {
  const language = useContext(ShownLanguage)
  const cachedFormats = bound.get(language)
  if (cachedFormats) return cachedFormats
  const formats = formatsFor(language)
  bound.set(language, formats)
  return formats
}
