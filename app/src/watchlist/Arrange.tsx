import { useRef, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { orderWatches } from '@lonja/core/watchlist/watchlist.contract'
import { cx } from '@lonja/kit/parts/cx'
import { DotsSixVerticalIcon, MinusCircleIcon } from '@lonja/kit/parts/late-icons'
import { changeBps } from '@lonja/core/base/formats'
import { quoteNow, useQuote } from '@lonja/kit/live'
import { Change } from '@lonja/kit/parts/Change'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Price } from '@lonja/kit/parts/Price'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { HaltMark } from '../market/HaltMark.tsx'
import { useMarketNames } from '../market/names.ts'
import { ListActs } from './ListActs.tsx'
import type { ListHead } from './lists.ts'
import { moved, type WatchlistRow } from './order.ts'
import styles from './watchlist.module.css'

/** The order while rows are lifted, moved and dropped. It is saved when a row is dropped at another place. */
function useArranging(list: ListHead, rows: readonly WatchlistRow[]) {
  const t = useText('watchlist')
  const [order, setOrder] = useState<readonly ListingId[]>(rows.map(({ listing }) => listing))
  const [lifted, setLifted] = useState<ListingId | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // A finger is faster than rendering: the drop uses the latest order, rendered or not.
  const making = useRef<readonly ListingId[] | null>(null)
  const stale = () => markStale(['watchlist'])
  const save = useWrite(orderWatches, { onReply: stale, onRefusal: stale })

  // Rows may have been added or removed since; the rest keep their order here.
  const byListing = new Map(rows.map((row) => [row.listing, row]))
  const listings = rows.map(({ listing }) => listing)
  const shown = [...order.filter((each) => byListing.has(each)), ...listings.filter((each) => !order.includes(each))]

  const move = (listing: ListingId, to: number) => {
    const before = making.current ?? shown
    const next = moved(before, before.indexOf(listing), to)
    if (next === before) return
    making.current = next
    setOrder(next)
    setAnnouncement(
      t('moved', { name: byListing.get(listing)?.name ?? '', place: next.indexOf(listing) + 1, count: next.length }),
    )
  }
  const drop = () => {
    if (lifted === null) return
    const order = making.current ?? shown
    making.current = null
    setLifted(null)
    if (listings.some((listing, at) => listing !== order[at])) save.mutate({ listings: [...order], list: list.id })
  }
  return {
    shown: shown.map((listing) => byListing.get(listing)!),
    lifted,
    lift: setLifted,
    move,
    drop,
    said: announcement,
  }
}
type Arranging = ReturnType<typeof useArranging>

/**
 * A list in arrange mode: a row is dragged by its handle, or lifted with Space and moved with the arrows. The others do
 * not move and show no new prices meanwhile. A row's name opens its menu.
 */
export function Arrange(props: {
  list: ListHead
  rows: readonly WatchlistRow[]
  onRemove: (row: WatchlistRow) => void
  onShow: (list: string | null) => void
}) {
  const { list, rows, onRemove, onShow } = props
  const t = useText('watchlist')
  const names = useMarketNames()
  const box = useRef<HTMLUListElement>(null)
  const arranging = useArranging(list, rows)
  const placeAt = (y: number): number => {
    const items = [...(box.current?.children ?? [])]
    const at = items.findIndex((item) => y < item.getBoundingClientRect().bottom)
    return at < 0 ? items.length - 1 : at
  }
  return (
    <>
      <ListActs list={list} onShow={onShow} />
      <ul
        ref={box}
        className={styles.list}
        onPointerMove={({ buttons, clientY }) =>
          buttons > 0 && arranging.lifted && arranging.move(arranging.lifted, placeAt(clientY))
        }
        onPointerUp={arranging.drop}
        onPointerCancel={arranging.drop}
      >
        {arranging.shown.map((row, at) => (
          <li key={row.listing} className={cx(styles.row, arranging.lifted === row.listing && styles.lifted)}>
            <IconButton
              icon={MinusCircleIcon}
              size={22}
              label={t('remove', { name: row.name })}
              onClick={() => onRemove(row)}
            />
            <span className={styles.rowName}>
              {row.name}
              <small>
                <HaltMark of={row} />
                {names.caption(row.listing)}
              </small>
            </span>
            <Figures of={row} still={arranging.lifted !== null} />
            <Handle row={row} at={at} arranging={arranging} />
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <p className={styles.hint} id="arrange-hint">
          {t('dragHint')}
        </p>
      )}
      <p className="said" role="status">
        {arranging.said}
      </p>
    </>
  )
}

/** Price over change; frozen while a row is moved. */
function Figures({ of, still }: { of: WatchlistRow; still: boolean }) {
  const live = useQuote(still ? null : of.listing) ?? quoteNow(of.listing)
  const [held, setHeld] = useState(live)
  if (!still && held !== live) setHeld(live)
  const shown = still ? held : live
  const last = shown?.last ?? of.last
  const previous = shown?.previousClose ?? of.previousClose
  return (
    <span className={styles.rowFigure}>
      <Price of={last} currency={of.currency} still={still} />
      <small>
        <Change bps={previous && last ? changeBps(previous, last) : null} />
      </small>
    </span>
  )
}

/** A row's handle: dragged by finger or pointer, or used with Space and the arrows. */
function Handle({ row, at, arranging }: { row: WatchlistRow; at: number; arranging: Arranging }) {
  const t = useText('watchlist')
  const { listing } = row
  const { lift, move, drop } = arranging
  const lifted = arranging.lifted === listing
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return lifted ? drop() : lift(listing)
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !lifted) return
    event.preventDefault()
    move(listing, at + by)
  }
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={t('move', { name: row.name })}
      aria-describedby="arrange-hint"
      aria-pressed={lifted}
      onKeyDown={onKeyDown}
      onBlur={() => lifted && drop()}
      onPointerDown={({ currentTarget, pointerId }) => {
        // The list captures the pointer: the row itself moves in the document and would lose it.
        currentTarget.closest('ul')?.setPointerCapture(pointerId)
        lift(listing)
      }}
    >
      <DotsSixVerticalIcon size={24} />
    </button>
  )
}
