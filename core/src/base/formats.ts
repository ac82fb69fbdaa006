import {
  divideDown,
  divideHalfEven,
  isCurrency,
  type Amount,
  type Currency,
  type PriceE4,
  type RateE6,
} from './amount.ts'
import { assert } from './assert.ts'
import type { Language } from './language.ts'

/*
 * Formats of figures. All of them are exact: a figure is a bigint with a number of decimals and never becomes a
 * float. Two decimals by default; rounding is half to even, and percentages are floored (spec section 9).
 */

/** Shown in place of a figure that is missing, refused or not numeric. */
export const NO_FIGURE = '-'

const NBSP = '\u00a0'
const NARROW_NBSP = '\u202f'

interface FigureStyle {
  readonly thousands: string
  readonly decimal: string
  readonly marks: Readonly<Record<Currency, string>>
  /** True if the currency mark follows the number after a no-break space; false if it comes directly before it. */
  readonly markAfter: boolean
  /** Names of large numbers, largest first. A figure below the smallest is written in full. */
  readonly big: readonly (readonly [from: bigint, name: string])[]
}

const MILLION = 1_000_000n
const BILLION = 1_000n * MILLION
const TRILLION = 1_000n * BILLION

const spanish: FigureStyle = {
  thousands: '.',
  decimal: ',',
  marks: { EUR: '€', USD: 'US$' },
  markAfter: true,
  big: [
    [TRILLION, `${NBSP}B`],
    [MILLION, `${NBSP}M`],
  ],
}

const english: FigureStyle = {
  thousands: ',',
  decimal: '.',
  marks: { EUR: '€', USD: 'US$' },
  markAfter: false,
  big: [
    [TRILLION, 'tn'],
    [BILLION, 'bn'],
    [MILLION, 'm'],
  ],
}

const french: FigureStyle = {
  thousands: NARROW_NBSP,
  decimal: ',',
  marks: { EUR: '€', USD: '$US' },
  markAfter: true,
  big: [
    [TRILLION, `${NBSP}Bn`],
    [BILLION, `${NBSP}Md`],
    [MILLION, `${NBSP}M`],
  ],
}

/**
 * Spanish uses the spec's 'tur' style, French the style of France, the others comma and dot (spec section 9; `map`).
 */
const STYLES: Readonly<Record<Language, FigureStyle>> = {
  tur: spanish,
  cn: { ...english, big: [[TRILLION, '万亿'], [100n * MILLION, '亿'], [10_000n, '万']] }, // prettier-ignore
  tw: { ...english, big: [[TRILLION, '兆'], [100n * MILLION, '億'], [10_000n, '萬']] }, // prettier-ignore
  en: english,
  fr: french,
}

/** The separators of a language, for keypads and for reading input. */
export const separatorsFor = (language: Language): { thousands: string; decimal: string } => STYLES[language]

/** An exact decimal figure: `units` with the last `scale` digits after the point. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const NUMERIC = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Read a machine's figure (number, bigint, `-1234.5`, `1e-7`) exactly; null if it is not numeric. */
function findDecimal(value: unknown): Decimal | null {
  if (typeof value === 'bigint') return { units: value, scale: 0 }
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMERIC.exec(String(value).trim()) ?? []
  if (whole + fraction === '') return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: digits * tenTo(-scale), scale: 0 } : { units: digits, scale }
}

const tenTo = (power: number): bigint => 10n ** BigInt(power)

/** Rescale `units` to another number of decimals, by default half to even. */
function rescaled({ units, scale }: Decimal, decimals: number, divide = divideHalfEven): bigint {
  return scale <= decimals ? units * tenTo(decimals - scale) : divide(units, tenTo(scale - decimals))
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)

function digitsFor(units: bigint, decimals: number, { thousands, decimal }: FigureStyle): string {
  const digits = String(magnitude(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, thousands)
  return decimals === 0 ? whole : whole + decimal + digits.slice(-decimals)
}

/** `results` also writes a plus before a gain. Zero never has a sign. */
export type SignShown = 'losses' | 'results'

const signFor = (units: bigint, shown: SignShown): string =>
  units < 0n ? '-' : units > 0n && shown === 'results' ? '+' : ''

/**
 * Write a number in a language's style: `1.234,50` in Spanish, `1 234,50` in French, `1,234.50` in the others. A number,
 * a bigint or a machine's decimal string; anything else is `-`. Spec sections 5 and 9.
 */
export function formatNumber(value: unknown, language: Language, decimals = 2): string {
  const figure = findDecimal(value)
  return figure ? formatUnits(rescaled(figure, decimals), decimals, language) : NO_FIGURE
}

/** Write a whole number: shares, lots, counts. `-` if it is missing. */
export const formatCount = (value: unknown, language: Language): string => formatNumber(value, language, 0)

/** Write `units` with the last `decimals` digits after the decimal sign: 123450n with 2 is `1.234,50`. */
export function formatUnits(units: bigint, decimals: number, language: Language, sign: SignShown = 'losses'): string {
  return signFor(units, sign) + digitsFor(units, decimals, STYLES[language])
}

/** The fewest decimals that a trimmed figure keeps. */
const PLACES_LEAST = 2

/**
 * Drop trailing zero decimals: 2.0000 is `2.00`, 1.1000 is `1.10`. At least two decimals stay. Three decimals are never
 * left of four, since the other style would read them as thousands: 1.1250 stays.
 */
export function trimmedPlaces(units: bigint, decimals: number): { readonly units: bigint; readonly places: number } {
  let [short, places] = [units, decimals]
  while (places > PLACES_LEAST && short % 10n === 0n) {
    short /= 10n
    places -= 1
  }
  return places === PLACES_LEAST + 1 && decimals > places
    ? { units: short * 10n, places: places + 1 }
    : { units: short, places }
}

/** The parts of an amount of money, for screens that draw the currency mark lighter than the number. */
export interface MoneyParts {
  readonly sign: string
  readonly digits: string
  readonly mark: string
  readonly markAfter: boolean
}

const joined = ({ sign, digits, mark, markAfter }: MoneyParts): string =>
  markAfter ? sign + digits + NBSP + mark : sign + mark + digits

const partsFor = (units: bigint, digits: string, currency: Currency, language: Language, sign: SignShown) => ({
  sign: signFor(units, sign),
  digits,
  mark: STYLES[language].marks[currency],
  markAfter: STYLES[language].markAfter,
})

/** A currency's mark as a language writes it: `€`, `US$`, and `$US` in French. */
export const markFor = (currency: Currency, language: Language): string => STYLES[language].marks[currency]

/** The parts of an amount of money in cents. Asserts that the asset is a currency. */
export function moneyParts({ asset, units }: Amount, language: Language, sign: SignShown = 'losses'): MoneyParts {
  assert(isCurrency(asset), 'only a currency has a mark')
  return partsFor(units, digitsFor(units, 2, STYLES[language]), asset, language, sign)
}

/** Write an amount: money with its mark, `1.234,50 €` or `US$1,234.50`; shares as their whole number. */
export function formatAmount(amount: Amount, language: Language, sign: SignShown = 'losses'): string {
  if (!isCurrency(amount.asset)) return formatUnits(amount.units, 0, language, sign)
  return joined(moneyParts(amount, language, sign))
}

/** Write cents without a mark, for columns whose heading names the currency: `-1.240,00`. */
export const formatCents = (cents: bigint, language: Language, sign: SignShown = 'losses'): string =>
  formatUnits(cents, 2, language, sign)

/** The decimals of a price: two, or four for a price below one unit that uses them, as US markets quote. */
const decimalsFor = (price: bigint): number => (magnitude(price) < 10_000n && price % 100n !== 0n ? 4 : 2)

const priceDigits = (price: bigint, style: FigureStyle, decimals = decimalsFor(price)): string =>
  digitsFor(rescaled({ units: price, scale: 4 }, decimals), decimals, style)

/** The parts of a price. */
export const priceParts = (price: PriceE4, currency: Currency, language: Language, sign: SignShown = 'losses') =>
  partsFor(price, priceDigits(price, STYLES[language]), currency, language, sign)

/** Write a price, with its currency's mark where one is given: `17,46`, `17,46 €`, `US$231.48`. */
export function formatPrice(
  price: PriceE4 | null | undefined,
  language: Language,
  currency?: Currency,
  sign: SignShown = 'losses',
): string {
  if (price === null || price === undefined) return NO_FIGURE
  if (currency) return joined(priceParts(price, currency, language, sign))
  return signFor(price, sign) + priceDigits(price, STYLES[language])
}

/** Write a price that a person named, such as a limit: below one unit with all its decimals, `0,1000`, as it was given. */
export function formatNamedPrice(price: PriceE4, language: Language, currency: Currency): string {
  const written = priceDigits(price, STYLES[language], magnitude(price) < 10_000n ? 4 : 2)
  return joined(partsFor(price, written, currency, language, 'losses'))
}

/** The direction of a figure, which sets its colour: gain green, loss red, flat grey. */
export type Tone = 'gain' | 'loss' | 'flat'

export const toneFor = (units: bigint): Tone => (units > 0n ? 'gain' : units < 0n ? 'loss' : 'flat')

/** A percentage in basis points, floored to two decimals of a per cent: 1.159 is 115n, -1.239 is -124n. */
export function findPercentBps(percent: unknown): bigint | null {
  const figure = findDecimal(percent)
  return figure && rescaled(figure, 2, divideDown)
}

/** The change from one value to another in basis points, floored; null if the first value is zero. */
export const changeBps = (from: bigint, to: bigint): bigint | null =>
  from > 0n ? divideDown((to - from) * 10_000n, from) : null

/**
 * A result as a share of its cost in basis points, floored: the return of a trade, the yield of a position. Null if the
 * cost is zero.
 */
export const returnBps = (result: bigint, cost: bigint): bigint | null => changeBps(cost, cost + result)

/** Write a change: floored to two decimals, signed, `%`; zero has no sign. `+1,15%`, `-1.24%`, `0,00%`. Spec section 9. */
export function formatPercent(percent: unknown, language: Language): string {
  return formatBps(findPercentBps(percent), language)
}

/** Write a change in basis points as a signed percentage: 115n is `+1,15%`. */
export const formatBps = (bps: bigint | null | undefined, language: Language): string =>
  bps === null || bps === undefined ? NO_FIGURE : `${formatUnits(bps, 2, language, 'results')}%`

/**
 * Write an exchange rate with its direction and four decimals, as is usual: `1 € = 1,0842 US$`, `€1 = US$1.0842`. A record has all
 * six, so that its amounts can be computed again.
 */
export function formatExchange(rate: RateE6, language: Language, decimals: 4 | 6 = 4): string {
  const { marks, markAfter } = STYLES[language]
  const dollars = digitsFor(divideHalfEven(rate, decimals === 4 ? 100n : 1n), decimals, STYLES[language])
  return markAfter ? `1${NBSP}${marks.EUR} = ${dollars}${NBSP}${marks.USD}` : `${marks.EUR}1 = ${marks.USD}${dollars}`
}

/** Write a rate or a share without a plus sign: `0,10%`, or `25%` with zero decimals. */
export const formatRate = (bps: bigint, language: Language, decimals: 0 | 2 = 2): string =>
  `${formatUnits(rescaled({ units: bps, scale: 2 }, decimals), decimals, language)}%`

/** The tone of a percentage, taken from its floored figure. A value that is not numeric is grey. */
export const tonePercent = (percent: unknown): Tone => toneFor(findPercentBps(percent) ?? 0n)

/** Write a large count short: `1,24 M`, `1.24m`, `124万`; small counts in full. `-` if it is not numeric. */
export function formatBig(value: unknown, language: Language): string {
  const figure = findDecimal(value)
  return figure ? bigDigits(rescaled(figure, 0), 0, language).join('') : NO_FIGURE
}

/** Write a large sum of money short, from cents: `3.142 M€`, `€31.42亿`, `US$1.28tn`. */
export function formatBigAmount({ asset, units }: Amount, language: Language): string {
  if (!isCurrency(asset)) return formatBig(units, language)
  const [digits, name] = bigDigits(units, 2, language)
  if (name === '') return formatAmount({ asset, units }, language)
  const { marks, markAfter } = STYLES[language]
  if (markAfter) return digits + name + marks[asset]
  return digits.startsWith('-') ? `-${marks[asset]}${digits.slice(1)}${name}` : marks[asset] + digits + name
}

/** The digits of a figure in its unit: two decimals below a hundred units, none from there on: `99,84 M`, `621万`. */
function bigDigits(units: bigint, scale: number, language: Language): [digits: string, name: string] {
  const whole = magnitude(units) / tenTo(scale)
  const step = STYLES[language].big.find(([from]) => whole >= from)
  if (!step) return [formatUnits(units, scale, language), '']
  const [from, name] = step
  const decimals = whole >= from * 100n ? 0 : 2
  const short = divideHalfEven(units * tenTo(decimals), from * tenTo(scale))
  return [formatUnits(short, decimals, language), name]
}
