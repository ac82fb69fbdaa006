import type { DeepPartial, Styles } from 'klinecharts'

/** The chart library's styles from our tokens. `unit` is real pixels per spec pixel. */
export function candleStyles(unit: number): DeepPartial<Styles> {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  const [gain, loss, flat, ink, soft, line] = ['gain', 'loss', 'flat', 'ink', 'ink-soft', 'line'].map(token) as [
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
        upColor: gain,
        downColor: loss,
        noChangeColor: flat, // prettier-ignore
        upBorderColor: gain,
        downBorderColor: loss,
        noChangeBorderColor: flat, // prettier-ignore
        upWickColor: gain,
        downWickColor: loss,
        noChangeWickColor: flat, // prettier-ignore
      },
      priceMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      bars: [{ style: 'fill', ...volume }],
      lines: [token('accent'), soft, token('edge'), ink].map((color) => ({
        color,
        size: 1.6,
        style: 'solid' as const,
      })),
      lastValueMark: hidden,
      tooltip: { showRule: 'none' },
    },
    xAxis: { ...axis, size: Math.round(28 * unit) },
    yAxis: { ...axis, axisLine: hidden },
    separator: { size: 1, color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  }
}
