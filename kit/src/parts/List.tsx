import { memo, use, useCallback, useRef, type ReactNode } from 'react'
import { useTextSize } from '../session.ts'
import { cx } from './cx.ts'
import type { Heights } from './heights.ts'
import { useEndless, useHeld } from './lists.ts'
import styles from './List.module.css'
import { Scroller } from './scroller.ts'
import { useHeights, useSight } from './sight.ts'
import { SkeletonRows } from './states.tsx'
import { CircleNotchIcon } from './icons.tsx'
import { usePartWords } from './words.tsx'

export interface ListProps<Item> {
  /** What the list is, for a screen reader. */
  label: string
  /** Undefined until they are known: skeletons of the rows' shape stand there. */
  items: readonly Item[] | undefined
  keyOf: (item: Item) => string
  row: (item: Item, index: number) => ReactNode
  /** The spec's pixels: 58, or 50 when dense. */
  rowHeight?: number
  /** Rows of different heights are measured. */
  measured?: boolean
  /** Stays on top while the rows scroll: a `SortHeader`. */
  header?: ReactNode
  empty: ReactNode
  /** In place of the rows: an `ErrorView`. */
  error?: ReactNode
  /** More may be asked for, 50 px before the end; called again 350 ms later at the earliest. */
  onEnd?: (() => void) | undefined
  loadingMore?: boolean
  /** Below the last row: `No hay más mensajes`. */
  end?: ReactNode
  /** What stands there meanwhile, where it is not rows of a name and figures. */
  waiting?: ReactNode
  /** Skeletons with a line drawing between name and figures. */
  skeletonLine?: boolean
}

/**
 * A list of any length inside a `Screen`, which scrolls it: only the rows in sight exist. The order holds still while a
 * finger is on it. It ends 60 px early, so that the bubble has a place.
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
  const items = useHeld(scroller, props.items)
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
  /** Of all rows; -1 while nobody knows. */
  count: number
  top: string
  /** Undefined: as high as it comes. */
  height: string | undefined
  row: (item: Item, index: number) => ReactNode
}

/** A row in its place. It is drawn again when its item changes, not because the list scrolled. */
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
