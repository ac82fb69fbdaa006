import type { Currency, ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listEarnings } from '@lonja/core/discover/discover.contract'

/** A company's report: its day in the venue's calendar, and its price move once it is published. */
export interface EarningsRow {
  readonly listing: ListingId
  readonly name: string
  readonly currency: Currency
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
  /** True while trading in it is halted. */
  readonly halted: boolean
  readonly day: string
  readonly ofDay: number
  /** In basis points. */
  readonly move: bigint | null
}

/** An entry of the calendar: a day's heading, or a report. */
export type EarningsItem = { readonly day: string; readonly count: number } | EarningsRow

export const isRow = (item: EarningsItem): item is EarningsRow => 'listing' in item

/** The columns of the calendar's pages as rows. */
export const earningsRows = (pages: readonly ReplyOf<typeof listEarnings>[]): readonly EarningsRow[] =>
  pages.flatMap((page) => {
    const halted = new Set(page.halted)
    return page.listing.map((listing, at) => ({
      listing,
      name: page.name[at] ?? '',
      currency: page.currency[at] ?? 'USD',
      last: page.last[at] ?? null,
      previousClose: page.previousClose[at] ?? null,
      halted: halted.has(listing),
      day: page.day[at] ?? '',
      ofDay: page.ofDay[at] ?? 0,
      move: page.move[at] === null || page.move[at] === undefined ? null : BigInt(page.move[at]),
    }))
  })

/** Insert a heading before the first row of each day. */
export function withDays(rows: readonly EarningsRow[]): readonly EarningsItem[] {
  let last = ''
  return rows.flatMap((row): EarningsItem[] => {
    if (row.day === last) return [row]
    last = row.day
    return [{ day: row.day, count: row.ofDay }, row]
  })
}

/** A calendar day relative to today: 0 is today, 1 tomorrow. `today` is in the reader's own time zone. */
export const daysAhead = (day: string, today: Date): number =>
  Math.round(
    (Date.parse(`${day}T12:00:00Z`) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), 12)) /
      86_400_000,
  )
