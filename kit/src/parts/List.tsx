import { memo, use, useCallback, useRef, type ReactNode } from 'react'
import { useTextSize } from '../session.ts'
import { cx } from './cx.ts'
import type { Heights } from './heights.ts'
import { useEndless, useStableOrder } from './lists.ts'
import styles from './List.module.css'
import { Scroller } from './scroller.ts'
import { useHeights, useSight } from './sight.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { CircleNotchIcon } from './icons.tsx'
import { usePartWords } from './words.tsx'

export interface ListProps<Item> {
  /** The list's name for screen readers. */
  label: string
  /** Undefined while loading: placeholders in the shape of the rows are shown. */
  items: readonly Item[] | undefined
  keyOf: (item: Item) => string
  row: (item: Item, index: number) => ReactNode
  /** In the spec's pixels: 58, or 50 when dense. */
  rowHeight?: number
  /** Rows differ in height and are measured. */
  measured?: boolean
  /** Sticky above the scrolling rows: a `SortHeader`. */
  header?: ReactNode
  empty: ReactNode
  /** Instead of the rows: an `ErrorView`. */
  error?: ReactNode
  /** Called 50 px before the end to load more, at most every 350 ms. */
  onEnd?: (() => void) | undefined
  loadingMore?: boolean
  /** Below the last row: `No hay más mensajes`. */
  end?: ReactNode
  /** The placeholder, if the rows are not a name with figures. */
  waiting?: ReactNode
  /** Placeholders with a sparkline between name and figures. */
  skeletonLine?: boolean
}

/**
 * A list of any length inside a `Screen`, which scrolls it. Only rows in sight exist. The order does not change while a
 * finger is on it. The last 60 px stay free for the bubble.
 */
export function List<Item>(props: ListProps<Item>) {
  const { items, header, empty, error, rowHeight = 58 } = props
  return (
    <div className={styles.list}>
      {header !== undefined && <div className={styles.header}>{header}</div>}
      {error ??
        (items === undefined ? (
          (props.waiting ?? <SkeletonRows dense={rowHeight < 58} line={props.skeletonLine ?? false} />)
        ) : items.length === 0 ? (
          empty
        ) : (
          <Rows {...props} items={items} rowHeight={rowHeight} />
        ))}
    </div>
  )
}

function Rows<Item>(props: ListProps<Item> & { items: readonly Item[]; rowHeight: number }) {
  const { row, keyOf, onEnd, loadingMore, end, rowHeight } = props
  const words = usePartWords()
  const scroller = use(Scroller)
  const box = useRef<HTMLDivElement>(null)
  const items = useStableOrder(scroller, props.items)
  const large = useTextSize() > 100
  const measured = props.measured === true || large
  const keyAt = useCallback((index: number) => keyOf(items[index]!), [items, keyOf])
  const heights = useHeights(box, { count: items.length, keyAt, rowHeight, measured })
  const sight = useSight(scroller, box, heights, { rowHeight, keyAt })
  const tail = useEndless(scroller, onEnd, loadingMore === true)
  return (
    <>
      <div
        ref={box}
        role="list"
        aria-label={props.label}
        className={styles.box}
        style={{ height: lengthOf(heights, heights.total) }}
      >
        {items.slice(sight.first, sight.end).map((item, at) => (
          <Place
            key={keyOf(item)}
            item={item}
            index={sight.first + at}
            count={onEnd ? -1 : items.length}
            top={lengthOf(heights, heights.topOf(sight.first + at))}
            height={measured ? undefined : lengthOf(heights, rowHeight)}
            row={row}
          />
        ))}
      </div>
      <div ref={tail} className={styles.tail} role="status">
        {loadingMore ? (
          <>
            <CircleNotchIcon size={18} className={styles.turn} />
            <span className="said">{words.loading}</span>
          </>
        ) : (
          end
        )}
      </div>
    </>
  )
}

const lengthOf = ({ kind }: Heights, pixels: number): string =>
  kind === 'even' ? `calc(${pixels} * var(--u))` : `${pixels}px`

interface PlaceProps<Item> {
  item: Item
  index: number
  /** The total number of rows; -1 if unknown. */
  count: number
  top: string
  /** Undefined for automatic height. */
  height: string | undefined
  row: (item: Item, index: number) => ReactNode
}

/** A row at its place. It is redrawn when its item changes, not when the list scrolls. */
const Place = memo(function Place<Item>({ item, index, count, top, height, row }: PlaceProps<Item>) {
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      className={cx(styles.place, height !== undefined && styles.even)}
      style={{ top, height }}
    >
      {row(item, index)}
    </div>
  )
}) as <Item>(props: PlaceProps<Item>) => React.JSX.Element
