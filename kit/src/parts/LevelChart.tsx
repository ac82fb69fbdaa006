import { useChartWidth } from './chart-width.ts'
import { AXIS_HEIGHT, LEVEL_HEIGHT, type Ahead, type LevelChartProps } from './level.ts'
import { TAG_HIGH, levelLayout } from './level-layout.ts'
import { labelWideOf } from './line-layout.ts'
import line from './LineChart.module.css'
import styles from './LevelChart.module.css'

/** A line up to now against fixed levels, each with its name and a tag: how near the market came to an order's price. */
export function LevelChart({ summary, values, levels, last, from, to, since, ahead }: LevelChartProps) {
  const [frame, width, unit] = useChartWidth()
  const high = LEVEL_HEIGHT * unit
  const layout = width > 0 ? levelLayout({ values, levels, last, width, height: high, unit, since, ahead }) : null
  return (
    <div
      ref={frame}
      role="img"
      aria-label={summary}
      style={{ height: `calc(${LEVEL_HEIGHT + AXIS_HEIGHT} * var(--u))` }}
    >
      {layout && (
        <svg className={line.drawing} width={width} height={high + AXIS_HEIGHT * unit} aria-hidden>
          {layout.ahead && ahead && <AheadField ahead={ahead} field={layout.ahead} high={high} unit={unit} />}
          {since !== undefined && (
            <line className={line.mark} x1={layout.x(since)} x2={layout.x(since)} y1={0} y2={high} />
          )}
          <path className={line.line} d={layout.line} />
          {layout.levels.map((level) => (
            <LevelLine key={level.name} level={level} right={layout.right} width={width} unit={unit} />
          ))}
          <circle className={line.halo} cx={layout.last.x} cy={layout.last.y} r={9 * unit} />
          <circle className={line.now} cx={layout.last.x} cy={layout.last.y} r={4 * unit} />
          {ahead && layout.ahead && layout.last.x + (labelWideOf(last) + 16) * unit < layout.ahead.to ? (
            <text className={styles.last} x={layout.last.x + 10 * unit} y={layout.last.y + 14 * unit}>
              {last}
            </text>
          ) : (
            <text className={styles.last} x={width} y={layout.last.labelY + 4 * unit} textAnchor="end">
              {last}
            </text>
          )}
          <line className={line.axis} x1={0} x2={width} y1={high} y2={high} />
          <text className={line.label} x={0} y={high + 19 * unit}>
            {from}
          </text>
          {(labelWideOf(from) + labelWideOf(to) + 12) * unit < width && (
            <text className={line.label} x={width} y={high + 19 * unit} textAnchor="end">
              {to}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}

type Layout = ReturnType<typeof levelLayout>

interface LevelLineProps {
  level: Layout['levels'][number]
  right: number
  width: number
  unit: number
}

/** A level with its name, and its tag at the right. */
const LevelLine = ({ level, right, width, unit }: LevelLineProps) => (
  <g>
    <line className={styles.level} x1={0} x2={right} y1={level.y} y2={level.y} />
    <text className={styles.name} x={0} y={level.nameY}>
      {level.name}
    </text>
    <rect
      className={line.tag}
      x={right}
      y={level.y - (TAG_HIGH / 2) * unit}
      width={width - right}
      height={TAG_HIGH * unit}
      rx={6 * unit}
    />
    <text className={line.tagText} x={(right + width) / 2} y={level.y + 4 * unit} textAnchor="middle">
      {level.tag}
    </text>
  </g>
)

interface AheadFieldProps {
  ahead: Ahead
  field: NonNullable<Layout['ahead']>
  high: number
  unit: number
}

/** The side that wins in the time to come, and the instant that decides. */
const AheadField = ({ ahead, field, high, unit }: AheadFieldProps) => (
  <>
    <rect
      className={styles.ahead}
      x={field.from}
      y={field.top}
      width={field.to - field.from}
      height={field.bottom - field.top}
    />
    <line className={styles.end} x1={field.to} x2={field.to} y1={0} y2={high} />
    <text
      className={styles.last}
      x={field.to - 6 * unit}
      y={ahead.side === 'above' ? 14 * unit : high - 8 * unit}
      textAnchor="end"
    >
      {ahead.word}
    </text>
  </>
)
