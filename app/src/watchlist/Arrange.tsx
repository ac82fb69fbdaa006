import { useRef, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { orderWatches } from '@lonja/core/watchlist/watchlist.contract'
import { cx } from '@lonja/kit/parts/cx'
import { DotsSixVerticalIcon, XIcon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { markStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { moved } from './order.ts'
import type { Watched } from './Watchlist.tsx'
import styles from './watchlist.module.css'

/** One's own order: a row is dragged by its handle, or lifted with Space and moved with the arrows. Prices are not shown meanwhile. */
export function Arrange({ rows, onRemove }: { rows: readonly Watched[]; onRemove: (row: Watched) => void }) {
  const t = useText('watchlist')
  const names = useMarketNames()
  const list = useRef<HTMLUListElement>(null)
  const [order, setOrder] = useState<readonly ListingId[]>(rows.map(({ listing }) => listing))
  const [lifted, setLifted] = useState<ListingId | null>(null)
  const [said, setSaid] = useState('')
  const save = useWrite(orderWatches, {
    onReply: () => markStale(['watchlist']),
    onRefusal: () => markStale(['watchlist']),
  })

  // A row that came or went since: the rest keeps the order it has here.
  const known = new Map(rows.map((row) => [row.listing, row]))
  const shown = [
    ...order.filter((listing) => known.has(listing)),
    ...rows.map(({ listing }) => listing).filter((listing) => !order.includes(listing)),
  ]

  const move = (listing: ListingId, to: number) => {
    const next = moved(shown, shown.indexOf(listing), to)
    if (next === shown) return
    setOrder(next)
    setSaid(t('moved', { name: known.get(listing)?.name ?? '', place: next.indexOf(listing) + 1, count: next.length }))
  }
  const drop = () => {
    setLifted(null)
    if (rows.some(({ listing }, at) => listing !== shown[at])) save.mutate({ listings: [...shown] })
  }
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])]
    const at = items.findIndex((item) => y < item.getBoundingClientRect().bottom)
    return at < 0 ? items.length - 1 : at
  }
  const onKeyDown = (listing: ListingId) => (event: React.KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return lifted === listing ? drop() : setLifted(listing)
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || lifted !== listing) return
    event.preventDefault()
    move(listing, shown.indexOf(listing) + by)
  }
  return (
    <>
      <p className={styles.hint} id="arrange-hint">
        {t('dragHint')}
      </p>
      <ul ref={list} className={styles.list}>
        {shown.map((listing) => {
          const row = known.get(listing)
          if (!row) return null
          return (
            <li key={listing} className={cx(styles.row, lifted === listing && styles.lifted)}>
              <button
                type="button"
                className={styles.handle}
                aria-label={t('move', { name: row.name })}
                aria-describedby="arrange-hint"
                aria-pressed={lifted === listing}
                onKeyDown={onKeyDown(listing)}
                onBlur={() => lifted === listing && drop()}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setLifted(listing)
                }}
                onPointerMove={(event) =>
                  event.buttons > 0 && lifted === listing && move(listing, placeAt(event.clientY))
                }
                onPointerUp={drop}
                onPointerCancel={drop}
              >
                <DotsSixVerticalIcon size={24} />
              </button>
              <span className={styles.name}>
                {row.name}
                <small>{names.caption(listing)}</small>
              </span>
              <IconButton
                icon={XIcon}
                size={18}
                label={t('remove', { name: row.name })}
                onClick={() => onRemove(row)}
              />
            </li>
          )
        })}
      </ul>
      <p className="said" role="status">
        {said}
      </p>
    </>
  )
}
