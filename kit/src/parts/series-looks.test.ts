import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INDICATORS, liesOverCandles, linesOf, type IndicatorChoice } from './indicators.ts'
import { SERIES_LOOKS, tokenOf, type SeriesLook } from './series-looks.ts'

const tokens = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')

function colourOf(look: SeriesLook): [number, number, number] {
  const hex = tokens.match(new RegExp(`--${tokenOf(look)}: #([0-9a-f]{6});`))?.[1] ?? ''
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
}

const linear = (part: number): number =>
  part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4

/** The contrast to white paper, by WCAG 2.2. */
function contrast(look: SeriesLook): number {
  const [red, green, blue] = colourOf(look).map(linear) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Every line that may be drawn in one pane: all periods over the candles, and each pane's own. */
const keysOf = (choices: readonly IndicatorChoice[]): string[] =>
  choices.flatMap((choice) => linesOf(choice, []).map(({ key }) => key)).filter((key) => key !== 'macd')
const full = (name: IndicatorChoice['name']): IndicatorChoice => ({
  name,
  params: { MA: [5, 10, 20], EMA: [5, 10, 20], BOLL: [20, 2], MACD: [12, 26, 9], RSI: [14], KDJ: [9, 3, 3], VOL: [] }[
    name
  ],
})
const panes = [
  keysOf(INDICATORS.filter(liesOverCandles).map(full)),
  ...INDICATORS.filter((name) => !liesOverCandles(name)).map((name) => keysOf([full(name)])),
]

test('every line has a look, and its colour can be read as text on paper', () => {
  expect(panes.flat()).toHaveLength(15)
  for (const key of panes.flat()) {
    const look = SERIES_LOOKS[key]
    expect(look ? contrast(look) : key).toBeGreaterThanOrEqual(4.5)
  }
})

test('lines of one pane differ without their colours, but the two bands, which are one thing', () => {
  for (const keys of panes) {
    const dashes = keys.filter((key) => key !== 'dn').map((key) => SERIES_LOOKS[key]?.dash.join(' '))
    expect(new Set(dashes).size).toBe(dashes.length)
  }
})

test('the indicators over the candles have three colours', () => {
  const tones = (['ma1', 'ema1', 'up'] as const).map((key) => SERIES_LOOKS[key]?.tone)
  expect(new Set(tones).size).toBe(3)
})
