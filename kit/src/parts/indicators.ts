/** The prices of a bar that indicators use. */
export interface PricedBar {
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Indicators drawn over the candles (MA, EMA, BOLL) or below them (MACD, RSI, KDJ, volume). */
export const INDICATORS = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI', 'KDJ', 'VOL'] as const
export type Indicator = (typeof INDICATORS)[number]

/** An indicator with its parameters: `MA` of 20 bars, `MACD` of 12, 26 and 9. */
export interface IndicatorChoice {
  readonly name: Indicator
  readonly params: readonly number[]
}

/** A parameter's name; screens have its label. */
export type ParamName = 'period' | 'deviations' | 'fast' | 'slow' | 'signal' | 'smoothK' | 'smoothD'

export interface Param {
  readonly name: ParamName
  readonly usual: number
  readonly least: number
  readonly most: number
}

const param = (name: ParamName, usual: number, least = 1, most = 250): Param => ({ name, usual, least, most })

/** Each indicator's parameters with their conventional defaults. */
export const INDICATOR_PARAMS: Readonly<Record<Indicator, readonly Param[]>> = {
  MA: [param('period', 20)],
  EMA: [param('period', 20)],
  BOLL: [param('period', 20, 2), param('deviations', 2, 1, 5)],
  MACD: [param('fast', 12), param('slow', 26, 2), param('signal', 9)],
  RSI: [param('period', 14)],
  KDJ: [param('period', 9), param('smoothK', 3, 1, 50), param('smoothD', 3, 1, 50)],
  VOL: [],
}

/** The most periods that MA and EMA may show at once. */
export const PERIODS_MOST = 3

export const usualChoice = (name: Indicator): IndicatorChoice => ({
  name,
  params: INDICATOR_PARAMS[name].map(({ usual }) => usual),
})

export const hasPeriods = (name: Indicator): boolean => name === 'MA' || name === 'EMA'

export const liesOverCandles = (name: Indicator): boolean => hasPeriods(name) || name === 'BOLL'

/**
 * True if the parameters are valid: whole numbers within their bounds, and a fast average shorter than the slow one.
 */
export function isComputable({ name, params }: IndicatorChoice): boolean {
  const allBounds = INDICATOR_PARAMS[name]
  const many = hasPeriods(name)
  if (many ? params.length < 1 || params.length > PERIODS_MOST : params.length !== allBounds.length) return false
  const fits = params.every((value, place) => {
    const bounds = allBounds[many ? 0 : place]
    return bounds !== undefined && Number.isInteger(value) && value >= bounds.least && value <= bounds.most
  })
  return fits && (name !== 'MACD' || (params[0] ?? 0) < (params[1] ?? 0))
}

/** Lines whose names are words: screens have them. */
export type NamedLine = 'up' | 'mid' | 'dn' | 'dif' | 'dea' | 'macd'

/**
 * One line of an indicator: `key` for the chart library, `label` or the word of `named` for the legend, one value per
 * bar (none until it can be computed).
 */
export interface IndicatorLine {
  readonly of: Indicator
  readonly key: string
  readonly label: string
  readonly named: NamedLine | null
  readonly values: Values
}

/** The name of a line, in the words of the screen's language where it has any. */
export const nameOf = ({ label, named }: IndicatorLine, words: Readonly<Record<NamedLine, string>>): string =>
  named === null ? label : words[named]

type Values = readonly (number | undefined)[]

/** The lines of an indicator over bars, oldest first. An invalid choice gives no lines. */
export function linesOf(choice: IndicatorChoice, candles: readonly PricedBar[]): readonly IndicatorLine[] {
  if (!isComputable(choice)) return []
  const { name, params } = choice
  const [a = 0, b = 0, c = 0] = params
  const closes = candles.map(({ close }) => close)
  if (name === 'MA' || name === 'EMA') {
    const average = name === 'MA' ? averages : exponential
    return params.map((period, n) =>
      line(name, `${name.toLowerCase()}${n + 1}`, `${name} ${period}`, average(closes, period)),
    )
  }
  if (name === 'BOLL') return bands(closes, a, b)
  if (name === 'MACD') return convergence(closes, a, b, c)
  if (name === 'RSI') return [line('RSI', 'rsi1', `RSI ${a}`, strength(closes, a))]
  return name === 'KDJ' ? stochastic(candles, a, b, c) : []
}

const line = (of: Indicator, key: string, label: string, values: Values): IndicatorLine => ({
  of,
  key,
  label,
  named: null,
  values,
})
const named = (of: Indicator, key: NamedLine, values: Values): IndicatorLine => ({
  of,
  key,
  label: key,
  named: key,
  values,
})

/** The mean of the last `period` closes. */
function averages(closes: readonly number[], period: number): number[] {
  const means: number[] = []
  let sum = 0
  for (const [n, close] of closes.entries()) {
    sum += close - (closes[n - period] ?? 0)
    if (n >= period - 1) means[n] = sum / period
  }
  means.length = closes.length
  return means
}

/**
 * The exponential average: it starts with the mean of the first `period` values, and each new one has the weight 2 /
 * (period + 1).
 */
function exponential(values: Values, period: number): number[] {
  const means: number[] = []
  let [count, sum, before] = [0, 0, 0]
  for (const [n, value] of values.entries()) {
    if (value === undefined) continue
    count += 1
    sum += value
    if (count < period) continue
    before = count === period ? sum / period : before + (2 * (value - before)) / (period + 1)
    means[n] = before
  }
  means.length = values.length
  return means
}

/**
 * Bollinger bands: the mean of the last closes, with bands at a number of population standard deviations above and
 * below.
 */
function bands(closes: readonly number[], period: number, deviations: number): IndicatorLine[] {
  const means = averages(closes, period)
  const away = means.map((mean, n) => {
    let squares = 0
    for (let at = n - period + 1; at <= n; at++) squares += ((closes[at] ?? 0) - mean) ** 2
    return deviations * Math.sqrt(squares / period)
  })
  const beside = (side: 1 | -1) => means.map((mean, n) => mean + side * (away[n] ?? 0))
  return [named('BOLL', 'up', beside(1)), named('BOLL', 'mid', means), named('BOLL', 'dn', beside(-1))]
}

/**
 * DIF is the fast exponential average minus the slow one, DEA the exponential average of that, and MACD twice their
 * difference.
 */
function convergence(closes: readonly number[], fast: number, slow: number, signal: number): IndicatorLine[] {
  const quick = exponential(closes, fast)
  const differences = exponential(closes, slow).map((value, n) => (quick[n] ?? 0) - value)
  const smoothed = exponential(differences, signal)
  const bars = smoothed.map((value, n) => 2 * ((differences[n] ?? 0) - value))
  return [named('MACD', 'dif', differences), named('MACD', 'dea', smoothed), named('MACD', 'macd', bars)]
}

/** Wilder's relative strength: mean gain against mean loss, each new bar weighing 1 / `period`. 50 if nothing moved. */
function strength(closes: readonly number[], period: number): number[] {
  const strengths: number[] = []
  let [gains, losses] = [0, 0]
  for (let n = 1; n < closes.length; n++) {
    const change = (closes[n] ?? 0) - (closes[n - 1] ?? 0)
    const [gain, loss] = [Math.max(0, change), Math.max(0, -change)]
    // The first means are plain ones.
    const weight = n <= period ? 1 / period : (period - 1) / period
    gains = n <= period ? gains + gain * weight : gains * weight + gain / period
    losses = n <= period ? losses + loss * weight : losses * weight + loss / period
    if (n >= period) strengths[n] = gains + losses === 0 ? 50 : (100 * gains) / (gains + losses)
  }
  strengths.length = closes.length
  return strengths
}

/**
 * KDJ: the close's position between the lowest and highest price of the last bars, smoothed once (K) and twice (D),
 * starting at 50. J = 3K - 2D.
 */
function stochastic(candles: readonly PricedBar[], period: number, smoothK: number, smoothD: number): IndicatorLine[] {
  const [ks, ds, js]: [number[], number[], number[]] = [[], [], []]
  let [k, d] = [50, 50]
  for (const [n, { close }] of candles.entries()) {
    if (n < period - 1) continue
    const window = candles.slice(n - period + 1, n + 1)
    const [least, most] = [Math.min(...window.map(({ low }) => low)), Math.max(...window.map(({ high }) => high))]
    const raw = most === least ? 50 : (100 * (close - least)) / (most - least)
    k += (raw - k) / smoothK
    d += (k - d) / smoothD
    ks[n] = k
    ds[n] = d
    js[n] = 3 * k - 2 * d
  }
  for (const values of [ks, ds, js]) values.length = candles.length
  return [line('KDJ', 'k', 'K', ks), line('KDJ', 'd', 'D', ds), line('KDJ', 'j', 'J', js)]
}
