import type { Chart, IndicatorCreate, KLineData } from 'klinecharts'
import { CANDLES_PANE } from './candle-feed.ts'
import { PANE_HEIGHT } from './candles.ts'
import { pixels } from './gestures.ts'
import { liesOverCandles, linesOf, type IndicatorChoice } from './indicators.ts'

const paneOf = ({ name }: IndicatorChoice): string => (liesOverCandles(name) ? CANDLES_PANE : `indicator-${name}`)

/** The same indicator over other figures is another one. */
const idOf = ({ name, params }: IndicatorChoice): string => [name, ...params].join('-')

/** Draws the indicators wanted and no others. Their values are ours (`linesOf`), so that line, legend and table agree. */
export function showIndicators(chart: Chart, wanted: readonly IndicatorChoice[]): void {
  const shown = chart.getIndicators()
  for (const { id } of shown) if (!wanted.some((choice) => idOf(choice) === id)) chart.removeIndicator({ id })
  for (const choice of wanted) {
    if (shown.some(({ id }) => id === idOf(choice))) continue
    const paneId = paneOf(choice)
    chart.createIndicator(indicatorFor(choice), paneId === CANDLES_PANE)
    if (paneId === CANDLES_PANE) continue
    const high = choice.name === 'VOL' ? PANE_HEIGHT.VOL : PANE_HEIGHT.other
    chart.setPaneOptions({ id: paneId, height: Math.round(pixels(high)), minHeight: 30, dragEnabled: false })
    // Volume has no axis of its own: its figure stands in the legend.
    if (choice.name === 'VOL') chart.overrideYAxis({ paneId, createTicks: () => [] })
  }
}

function indicatorFor(choice: IndicatorChoice): IndicatorCreate {
  const { name, params } = choice
  const own = { name, id: idOf(choice), paneId: paneOf(choice), calcParams: [...params] }
  return name === 'VOL' ? { ...own, precision: 0 } : { ...own, calc: (bars: KLineData[]) => rowsOf(choice, bars) }
}

/** Our lines as the library wants them: an object a bar. */
function rowsOf(choice: IndicatorChoice, bars: readonly KLineData[]): Record<string, number | undefined>[] {
  const candles = bars.map(({ timestamp, volume, ...bar }) => ({ ...bar, at: timestamp, volume: volume ?? 0 }))
  const lines = linesOf(choice, candles)
  return bars.map((_bar, n) => Object.fromEntries(lines.map(({ key, values }) => [key, values[n]])))
}
