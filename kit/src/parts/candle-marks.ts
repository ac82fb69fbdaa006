import { registerIndicator, type Bounding, type Chart, type XAxis, type YAxis } from 'klinecharts'
import { CANDLES_PANE, type ChartState } from './candle-feed.ts'
import { MARKS_ID } from './candle-panes.ts'
import { tokenValue } from './candle-styles.ts'
import { pixels } from './gestures.ts'
import { liesOverCandles, linesOf, nameOf } from './indicators.ts'
import { tradesByBar } from './own-trades.ts'
import { SERIES_LOOKS, tokenOf } from './series-looks.ts'

/*
 * Written over the candles: the names of the lines at the lines themselves, the customer's own trades at their bars, and
 * the average cost of their shares as a level.
 */

const NAME = 'LONJA_MARKS'
registerIndicator({ name: NAME, calc: () => [] })

interface Pane {
  readonly ctx: CanvasRenderingContext2D
  readonly chart: Chart
  readonly bounding: Bounding
  readonly xAxis: XAxis
  readonly yAxis: YAxis
}

/** Draw the marks above everything else; called again when the indicators change, so that they stay the last. */
export function showMarks(chart: Chart, held: React.RefObject<ChartState>): void {
  chart.removeIndicator({ id: MARKS_ID })
  chart.createIndicator(
    {
      name: NAME,
      id: MARKS_ID,
      paneId: CANDLES_PANE,
      zLevel: 9,
      createTooltipDataSource: () => ({ name: '', calcParamsText: '', legends: [], features: [] }),
      draw: (pane) => {
        drawNames(pane, held.current)
        drawCost(pane, held.current)
        drawTrades(pane, held.current)
        return true
      },
    },
    true,
  )
}

const font = (weight: number): string => `${weight} ${Math.round(pixels(11))}px ${tokenValue('font')}`

function haloText(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, color: string): void {
  ctx.lineJoin = 'round'
  ctx.lineWidth = 3
  ctx.strokeStyle = tokenValue('paper')
  ctx.strokeText(text, x, y)
  ctx.fillStyle = color
  ctx.fillText(text, x, y)
}

/** Each line over the candles has its name beside it, each at a place of its own along the axis. */
function drawNames({ ctx, chart, bounding, xAxis, yAxis }: Pane, { props }: ChartState): void {
  const { candles, indicators, words } = props
  const lines = indicators.filter(({ name }) => liesOverCandles(name)).flatMap((choice) => linesOf(choice, candles))
  const { realFrom, realTo } = chart.getVisibleRange()
  ctx.font = font(600)
  ctx.textAlign = 'center'
  for (const [n, line] of lines.entries()) {
    const share = (n + 1) / (lines.length + 1)
    const index = Math.round(realFrom + share * (Math.min(realTo, candles.length) - 1 - realFrom))
    const [value, look] = [line.values[index], SERIES_LOOKS[line.key]]
    if (value === undefined || !look) continue
    const text = nameOf(line, words.lines)
    const half = ctx.measureText(text).width / 2
    const x = Math.max(half + 2, Math.min(bounding.width - half - 2, xAxis.convertToPixel(index)))
    // The lower band has its name below, so that it does not stand among the candles.
    const below = line.key === 'dn'
    ctx.textBaseline = below ? 'top' : 'bottom'
    const y = yAxis.convertToPixel(value) + (below ? 1 : -1) * pixels(4)
    if (y > pixels(12) && y < bounding.height) haloText(ctx, text, x, y, tokenValue(tokenOf(look)))
  }
}

/** The average cost as a dotted level with its name, if the axis reaches it. */
function drawCost({ ctx, bounding, yAxis }: Pane, { props: { own, words, formats } }: ChartState): void {
  const cost = own?.cost ?? null
  if (cost === null) return
  const y = Math.round(yAxis.convertToPixel(cost)) + 0.5
  if (y < 0 || y > bounding.height) return
  ctx.setLineDash([2, 3])
  ctx.lineWidth = 1
  ctx.strokeStyle = tokenValue('ink')
  ctx.beginPath()
  ctx.moveTo(0, y)
  ctx.lineTo(bounding.width, y)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.font = font(500)
  ctx.textAlign = 'left'
  const above = y > pixels(18)
  ctx.textBaseline = above ? 'bottom' : 'top'
  const text = `${words.cost} ${formats.value(cost)}`
  haloText(ctx, text, pixels(4), above ? y - pixels(2) : y + pixels(2), tokenValue('ink'))
}

/** Purchases under their bar and sales above it, each as a pointer with the number of shares. */
function drawTrades({ ctx, chart, bounding, xAxis, yAxis }: Pane, { props }: ChartState): void {
  const { candles, own, formats } = props
  if (!own) return
  const { realFrom, realTo } = chart.getVisibleRange()
  const [high, tip, gap] = [pixels(15), pixels(5), pixels(3)]
  ctx.font = font(600)
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  for (const { index, side, shares } of tradesByBar(candles, own.trades)) {
    const bar = candles[index]
    if (!bar || index < realFrom || index >= realTo) continue
    const { mark } = formats.trade(side, shares)
    const half = ctx.measureText(mark).width / 2 + pixels(4)
    const [x, down] = [xAxis.convertToPixel(index), side === 'buy' ? 1 : -1]
    const edge = yAxis.convertToPixel(side === 'buy' ? bar.low : bar.high) + down * gap
    // A mark that would leave the pane is drawn over its bar.
    const point = Math.max(high + tip, Math.min(bounding.height - high - tip, edge))
    const middle = Math.max(half, Math.min(bounding.width - half, x))
    ctx.fillStyle = tokenValue('ink')
    ctx.beginPath()
    ctx.moveTo(x, point)
    ctx.lineTo(x - tip, point + down * tip)
    ctx.lineTo(x + tip, point + down * tip)
    ctx.fill()
    const top = side === 'buy' ? point + tip : point - tip - high
    ctx.beginPath()
    ctx.roundRect(middle - half, top, 2 * half, high, pixels(4))
    ctx.fill()
    ctx.fillStyle = tokenValue('paper')
    ctx.fillText(mark, middle, top + high / 2)
  }
}
