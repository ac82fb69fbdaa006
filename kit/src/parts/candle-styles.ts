import type { DeepPartial, SmoothLineStyle, Styles } from 'klinecharts'
import type { IndicatorLine } from './indicators.ts'
import { SERIES_LOOKS, tokenOf } from './series-looks.ts'

/** The value of a design token. */
export const tokenValue = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** The colour and the dashes of an indicator's line, for the library. */
export function lineStyles({ key }: Pick<IndicatorLine, 'key'>): DeepPartial<SmoothLineStyle> {
  const look = SERIES_LOOKS[key]
  if (!look) return {}
  return {
    color: tokenValue(tokenOf(look)),
    size: 1.6,
    style: look.dash.length === 0 ? 'solid' : 'dashed',
    dashedValue: [...look.dash],
  }
}

/** The chart library's styles from our tokens. `unit` is real pixels per spec pixel. */
export function candleStyles(unit: number): DeepPartial<Styles> {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  const [up, down, flat, ink, soft, line] = ['up', 'down', 'flat', 'ink', 'ink-soft', 'line'].map(token) as [
    string,
    string,
    string,
    string,
    string,
    string, // prettier-ignore
  ]
  const text = { family: token('font'), size: Math.round(12 * unit), weight: 400 }
  const volume = { upColor: token('line-strong'), downColor: token('line-strong'), noChangeColor: token('line-strong') }
  const crosshair = {
    line: { style: 'dashed' as const, dashedValue: [2, 2], size: 1, color: ink },
    text: { ...text, color: token('paper'), backgroundColor: ink, borderColor: ink, borderRadius: 4 },
  }
  const hidden = { show: false }
  const axis = { axisLine: { color: line }, tickLine: hidden, tickText: { ...text, color: soft } }
  return {
    grid: { horizontal: { color: line, style: 'solid', size: 1 }, vertical: hidden },
    candle: {
      type: 'candle_up_stroke',
      bar: {
        compareRule: 'current_open',
        upColor: up,
        downColor: down,
        noChangeColor: flat, // prettier-ignore
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: flat, // prettier-ignore
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: flat, // prettier-ignore
      },
      priceMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      bars: [{ style: 'fill', ...volume }],
      lastValueMark: hidden,
      tooltip: paneTitle(text, [ink, soft], unit),
    },
    xAxis: { ...axis, size: Math.round(28 * unit) },
    yAxis: { ...axis, axisLine: hidden },
    separator: { size: 1, color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  }
}

/** The name of a pane and its figures, at its top left. */
function paneTitle(
  text: { readonly family: string; readonly weight: number },
  [ink, soft]: readonly [string, string],
  unit: number,
): DeepPartial<Styles['indicator']['tooltip']> {
  const margins = { marginLeft: 4, marginTop: 2, marginRight: 4, marginBottom: 2 }
  const label = { ...text, ...margins, size: Math.round(11 * unit), color: soft }
  return {
    showRule: 'always',
    offsetLeft: Math.round(4 * unit),
    offsetTop: 1,
    title: { ...label, color: ink, weight: 600 },
    legend: label,
  }
}
