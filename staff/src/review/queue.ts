import type { ReplyOf } from '@lonja/core/base/contract'
import type { listQueue } from '@lonja/core/reviews.contract'

export type QueueRow = ReplyOf<typeof listQueue>['rows'][number]

/** The one so many places after another; the first where nothing is opened; null at the ends. */
export function nextOf(rows: readonly Pick<QueueRow, 'id'>[], id: string | null, by: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return by > 0 ? (rows[0]?.id ?? null) : null
  return rows[at + by]?.id ?? null
}

const SHOWN_FIGURES = 3

/** The figures of a masked phone that are not masked: where there is little room they must be seen. */
const endOf = (phone: string): string => `…${phone.slice(-SHOWN_FIGURES)}`

/**
 * The two lines of a row: what is decided about, and whose it is. Without an amount the person stands on top; where figures were
 * looked for (`byPhone`) the phone stands there rather than the name.
 */
export function linesOf(
  { number, customer }: Pick<QueueRow, 'number' | 'customer'>,
  { amount, byPhone, house }: { amount: string | null; byPhone: boolean; house: string },
): { title: string; line: string } {
  if (customer === null) return { title: amount ?? house, line: amount ? `${number} · ${house}` : number }
  const { name, phone } = customer
  const who = name === '' || (byPhone && amount) ? phone : name
  if (amount) return { title: amount, line: `${number} · ${who === phone ? endOf(phone) : who}` }
  return { title: who, line: who === phone ? number : `${number} · ${phone}` }
}
