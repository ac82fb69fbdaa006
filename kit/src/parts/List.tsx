import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, use, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { pixels } from './gestures.ts'
import { useEndless, useHeld } from './lists.ts'
import styles from './List.module.css'
import { Scroller } from './scroller.ts'
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
          <SkeletonRows dense={rowHeight < 58} line={props.skeletonLine ?? false} />
        ) : items.length === 0 ? (
          empty
        ) : (
          <Rows {...props} items={items} rowHeight={rowHeight} />
        ))}
    </div>
  )
}

function Rows<Item>(props: ListProps<Item> & { items: readonly Item[]; rowHeight: number }) {
  const { row, keyOf, onEnd, loadingMore, end } = props
  const words = usePartWords()
  const scroller = use(Scroller)
  const box = useRef<HTMLDivElement>(null)
  const items = useHeld(scroller, props.items)
  const [margin, height] = usePlace(scroller, box, props.rowHeight)
  const measured = props.measured === true || document.documentElement.dataset['textScale'] !== undefined
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    // Both must keep their identity while one scrolls, or every row of thousands would be measured anew.
    estimateSize: useCallback(() => height, [height]),
    getItemKey: useCallback((index: number) => keyOf(items[index]!), [items, keyOf]),
    scrollMargin: margin,
    overscan: 6,
  })
  const tail = useEndless(scroller, onEnd, loadingMore === true)
  return (
    <>
      <div
        ref={box}
        role="list"
        aria-label={props.label}
        className={styles.box}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ key, index, start, size }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={onEnd ? -1 : items.length}
            aria-posinset={index + 1}
            data-index={index}
            ref={measured ? virtual.measureElement : undefined}
            className={styles.place}
            style={{ transform: `translateY(${start - margin}px)`, height: measured ? undefined : size }}
          >
            <Cell item={items[index]!} index={index} row={row} />
          </div>
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

/** A row is drawn again when its item changes, not because the list scrolled. */
const Cell = memo(function Cell<Item>(props: {
  item: Item
  index: number
  row: (item: Item, index: number) => ReactNode
}) {
  return props.row(props.item, props.index)
}) as <Item>(props: { item: Item; index: number; row: (item: Item, index: number) => ReactNode }) => React.JSX.Element

/** How far below the top of what scrolls the rows begin, and how many real pixels a row is high. */
function usePlace(
  scroller: HTMLElement | null,
  box: React.RefObject<HTMLElement | null>,
  rowHeight: number,
): [margin: number, height: number] {
  const [place, setPlace] = useState<[number, number]>(() => [0, pixels(rowHeight)])
  useLayoutEffect(() => {
    if (!scroller) return
    const measure = () => {
      if (!box.current || scroller.clientHeight === 0) return
      const [margin, height] = [offsetIn(scroller, box.current), pixels(rowHeight)]
      setPlace((before) => (before[0] === margin && before[1] === height ? before : [margin, height]))
    }
    const watcher = new ResizeObserver(measure)
    // What stands above the list may still come or grow: everything that scrolls is watched, and the window.
    const watch = () => {
      measure()
      watcher.observe(scroller)
      for (const child of scroller.children) watcher.observe(child)
    }
    watch()
    const arrivals = new MutationObserver(watch)
    arrivals.observe(scroller, { childList: true })
    return () => {
      watcher.disconnect()
      arrivals.disconnect()
    }
  }, [scroller, box, rowHeight])
  return place
}

const offsetIn = (scroller: HTMLElement, element: HTMLElement): number =>
  Math.round(element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
