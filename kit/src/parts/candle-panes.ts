import type { Chart, Indicator as Drawn, IndicatorCreate, IndicatorTooltipData, KLineData } from 'klinecharts'
import { CANDLES_PANE, type ChartState } from './candle-feed.ts'
import { lineStyles, tokenValue } from './candle-styles.ts'
import { paneHeightOf } from './candles.ts'
import { pixels } from './gestures.ts'
import { liesOverCandles, linesOf, nameOf, type IndicatorChoice, type IndicatorLine } from './indicators.ts'
import { SERIES_LOOKS, tokenOf } from './series-looks.ts'

type ChartRef = React.RefObject<ChartState>

const paneOf = ({ name }: IndicatorChoice): string => (liesOverCandles(name) ? CANDLES_PANE : `indicator-${name}`)

/** The same indicator with other parameters has another id. */
const idOf = ({ name, params }: IndicatorChoice): string => [name, ...params].join('-')

/** The marks of the customer's own trades are drawn as an indicator that is always there. */
export const MARKS_ID = 'own-marks'

/** Draw exactly the chosen indicators. Their values are ours (`linesOf`), so that line, legend and table agree. */
export function showIndicators(chart: Chart, held: ChartRef, choices: readonly IndicatorChoice[]): void {
  const shown = chart.getIndicators().filter(({ id }) => id !== MARKS_ID)
  for (const { id } of shown) if (!choices.some((choice) => idOf(choice) === id)) chart.removeIndicator({ id })
  for (const choice of choices) {
    if (shown.some(({ id }) => id === idOf(choice))) continue
    const paneId = paneOf(choice)
    chart.createIndicator(indicatorFor(choice, held), paneId === CANDLES_PANE)
    if (paneId === CANDLES_PANE) continue
    // Volume has no axis of its own: its figure is in the legend.
    if (choice.name === 'VOL') chart.overrideYAxis({ paneId, createTicks: () => [] })
  }
}

/** The most of the whole height that the panes below the candles take together where the chart cannot grow. */
const BELOW_MOST = 0.5

/**
 * Give each pane its height. The chart grows with its panes; in a low window and in full screen they share half of the
 * height and the candles keep the rest.
 */
export function fitPanes(chart: Chart, choices: readonly IndicatorChoice[], height: number, full: boolean): void {
  const below = choices.filter((choice) => paneOf(choice) !== CANDLES_PANE)
  const usual = below.map(({ name }) => pixels(paneHeightOf(name)))
  const together = usual.reduce((sum, each) => sum + each, 1)
  const share = full ? Math.min(1, (BELOW_MOST * height) / together) : 1
  for (const [n, choice] of below.entries()) {
    const high = Math.round((usual[n] ?? 0) * share)
    chart.setPaneOptions({ id: paneOf(choice), height: high, minHeight: 16, dragEnabled: false })
  }
}

function indicatorFor(choice: IndicatorChoice, held: ChartRef): IndicatorCreate {
  const { name, params } = choice
  const indicator = {
    name,
    id: idOf(choice),
    paneId: paneOf(choice),
    calcParams: [...params],
    createTooltipDataSource: ({
      crosshair,
      indicator: { result },
    }: {
      crosshair: { dataIndex?: number }
      indicator: Drawn
    }) => paneWords(choice, held.current, result, crosshair.dataIndex),
  }
  return name === 'VOL'
    ? { ...indicator, precision: 0 }
    : {
        ...indicator,
        styles: {
          lines: linesOf(choice, [])
            .filter(({ key }) => key !== 'macd')
            .map(lineStyles),
        },
        calc: (bars: KLineData[]) => rowsOf(choice, bars),
      }
}

/** A figure as we write it: the library would format a text that looks like a number once more. */
const written = (figure: string): string => `\u200b${figure}`

/** The name of a pane with its figures, written in the pane itself. Lines over the candles have labels of their own. */
function paneWords(
  choice: IndicatorChoice,
  { props: { words, formats, candles } }: ChartState,
  rows: readonly unknown[],
  pointed: number | undefined,
): IndicatorTooltipData {
  const nothing = { name: '', calcParamsText: '', legends: [], features: [] }
  if (liesOverCandles(choice.name)) return nothing
  const index = Math.min(pointed ?? candles.length - 1, candles.length - 1)
  if (choice.name === 'VOL') {
    return {
      ...nothing,
      name: words.marks.volume,
      legends: [{ title: '', value: written(formats.volume(candles[index]?.volume ?? 0)) }],
    }
  }
  const row = (rows[index] ?? {}) as Readonly<Record<string, number | undefined>>
  // The bars of MACD are the distance of its two lines, which are named.
  const lines = linesOf(choice, []).filter(({ key }) => key !== 'macd')
  const legends = lines.map((line) => {
    const [value, color] = [row[line.key], colorOf(line)]
    const title = choice.name === 'RSI' ? '' : `${nameOf(line, words.lines)} `
    return {
      title: { text: title, color },
      value: { text: value === undefined ? '-' : written(formats.value(value)), color },
    }
  })
  return { ...nothing, name: `${choice.name} ${choice.params.join(', ')}`, legends }
}

const colorOf = ({ key }: IndicatorLine): string => {
  const look = SERIES_LOOKS[key]
  return tokenValue(look ? tokenOf(look) : 'ink-soft')
}

/** Our lines in the library's form: one object per bar. */
function rowsOf(choice: IndicatorChoice, bars: readonly KLineData[]): Record<string, number | undefined>[] {
  const candles = bars.map(({ timestamp, volume, ...bar }) => ({ ...bar, at: timestamp, volume: volume ?? 0 }))
  const lines = linesOf(choice, candles)
  return bars.map((_bar, n) => Object.fromEntries(lines.map(({ key, values }) => [key, values[n]])))
}
