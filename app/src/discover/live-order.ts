import { useEffect, useState } from 'react'
import type { PriceE4 } from '@lonja/core/base/amount'
import { quoteNow } from '@lonja/kit/live'
import type { Sort } from '@lonja/kit/parts/SortHeader'
import type { ListedRow, SortColumnName } from './lists.ts'

/** The least time between two re-sorts of a list. */
const RESORT_MS = 1_000

type Figures = { readonly last: PriceE4; readonly previousClose: PriceE4 | null; readonly volume: bigint | null }

/**
 * Sort the rows by the newest figures if the sort column is a live one; otherwise keep their order. `now` has the
 * stream's figures for the rows in sight. Rows without a figure come last; ties keep their order.
 */
export function resorted<Row extends ListedRow>(
  rows: readonly Row[],
  { by, down }: Sort<SortColumnName>,
  now: (row: Row) => Figures | null,
): readonly Row[] {
  if (by !== 'last' && by !== 'change' && by !== 'volume') return rows
  const figure = (row: Row): number => {
    const live = now(row)
    const last = Number(live?.last ?? row.last ?? 0n)
    const before = Number(live?.previousClose ?? row.previousClose ?? 0n)
    if (by === 'volume') return Number(live?.volume ?? row.volume)
    if (by === 'last') return last > 0 ? last : NaN
    return last > 0 && before > 0 ? last / before : NaN
  }
  const figures = rows.map(figure)
  const turn = down ? -1 : 1
  const places = [...rows.keys()].sort((a, b) => {
    const [one, other] = [figures[a] as number, figures[b] as number]
    if (one === other) return a - b
    if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) ? (Number.isNaN(other) ? a - b : 1) : -1
    return one < other ? -turn : turn
  })
  return places.every((place, n) => place === n) ? rows : places.map((place) => rows[place] as Row)
}

/** The same rows, re-sorted from the stream once a second; `on` false keeps the order. */
export function useLiveOrder(
  rows: readonly ListedRow[],
  sort: Sort<SortColumnName>,
  on: boolean,
): readonly ListedRow[] {
  const [shown, setShown] = useState({ of: rows, rows })
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      setShown((before) => {
        const current = before.of === rows ? before.rows : rows
        const next = resorted(current, sort, ({ listing }) => quoteNow(listing))
        return next === current ? before : { of: rows, rows: next }
      })
    }, RESORT_MS)
    return () => clearInterval(timer)
  }, [on, rows, sort])
  return shown.of === rows ? shown.rows : rows
}
