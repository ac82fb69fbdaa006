import type { Chart, IndicatorCreate, KLineData } from 'klinecharts'
import { CANDLES_PANE } from './candle-feed.ts'
import { PANE_HEIGHT } from './candles.ts'
import { pixels } from './gestures.ts'
import { liesOverCandles, linesOf, type IndicatorChoice } from './indicators.ts'

const paneOf = ({ name }: IndicatorChoice): string => (liesOverCandles(name) ? CANDLES_PANE : `indicator-${name}`)

/** The same indicator with other parameters has another id. */
const idOf = ({ name, params }: IndicatorChoice): string => [name, ...params].join('-')

/** Draw exactly the chosen indicators. Their values are ours (`linesOf`), so that line, legend and table agree. */
export function showIndicators(chart: Chart, choices: readonly IndicatorChoice[]): void {
  const shown = chart.getIndicators()
  for (const { id } of shown) if (!choices.some((choice) => idOf(choice) === id)) chart.removeIndicator({ id })
  for (const choice of choices) {
    if (shown.some(({ id }) => id === idOf(choice))) continue
    const paneId = paneOf(choice)
    chart.createIndicator(indicatorFor(choice), paneId === CANDLES_PANE)
    if (paneId === CANDLES_PANE) continue
    // Volume has no axis of its own: its figure is in the legend.
    if (choice.name === 'VOL') chart.overrideYAxis({ paneId, createTicks: () => [] })
  }
}

/** The most of the whole height that the panes below the candles take together. */
const BELOW_MOST = 0.5

/** Give each pane its height. In a low chart the panes share half of the height and the candles keep the rest. */
export function fitPanes(chart: Chart, choices: readonly IndicatorChoice[], height: number): void {
  const below = choices.filter((choice) => paneOf(choice) !== CANDLES_PANE)
  const usual = below.map(({ name }) => pixels(name === 'VOL' ? PANE_HEIGHT.VOL : PANE_HEIGHT.other))
  const share = Math.min(1, (BELOW_MOST * height) / usual.reduce((sum, each) => sum + each, 1))
  for (const [n, choice] of below.entries()) {
    const high = Math.round((usual[n] ?? 0) * share)
    chart.setPaneOptions({ id: paneOf(choice), height: high, minHeight: 16, dragEnabled: false })
  }
}

function indicatorFor(choice: IndicatorChoice): IndicatorCreate {
  const { name, params } = choice
  const indicator = { name, id: idOf(choice), paneId: paneOf(choice), calcParams: [...params] }
  return name === 'VOL'
    ? { ...indicator, precision: 0 }
    : { ...indicator, calc: (bars: KLineData[]) => rowsOf(choice, bars) }
}

/** Our lines in the library's form: one object per bar. */
function rowsOf(choice: IndicatorChoice, bars: readonly KLineData[]): Record<string, number | undefined>[] {
  const candles = bars.map(({ timestamp, volume, ...bar }) => ({ ...bar, at: timestamp, volume: volume ?? 0 }))
  const lines = linesOf(choice, candles)
  return bars.map((_bar, n) => Object.fromEntries(lines.map(({ key, values }) => [key, values[n]])))
}
