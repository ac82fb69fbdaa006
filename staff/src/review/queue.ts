import type { ReplyOf } from '@lonja/core/base/contract'
import type { listQueue } from '@lonja/core/reviews.contract'

export type QueueRow = ReplyOf<typeof listQueue>['rows'][number]

/** The row `by` places after another; the first if nothing is opened; null at the ends. */
export function nextOf(rows: readonly Pick<QueueRow, 'id'>[], id: string | null, by: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return by > 0 ? (rows[0]?.id ?? null) : null
  return rows[at + by]?.id ?? null
}

/** The first row that the seat can decide on: it is not of its own account, and does not wait for another person after it. */
export const firstToDecide = (rows: readonly Pick<QueueRow, 'id' | 'ownAccount' | 'opinions'>[]): string | null =>
  rows.find(({ ownAccount, opinions }) => !ownAccount && opinions.every(({ own }) => !own))?.id ?? null

const SHOWN_FIGURES = 3

/** The unmasked digits of a masked phone number, which must stay visible in a narrow place. */
const endOf = (phone: string): string => `…${phone.slice(-SHOWN_FIGURES)}`

/**
 * The two lines of a row: the subject, and the customer. Without an amount the person is on top. A row of the house has
 * its subject there, with what would be done (`act`) and the market below, before the number, which is the longest.
 */
export function linesOf(
  { number, customer, about }: Pick<QueueRow, 'number' | 'customer' | 'about'>,
  { amount, house, act }: { amount: string | null; house: string; act: string | null },
): { title: string; line: string } {
  if (about !== null) {
    const { name, listing } = about
    const title = name ?? listing ?? act ?? house
    return { title, line: [act, listing, number].filter((part) => part !== null && part !== title).join(' · ') }
  }
  if (customer === null) return { title: amount ?? house, line: amount ? `${number} · ${house}` : number }
  const { name, phone } = customer
  const who = name === '' ? phone : name
  if (amount) return { title: amount, line: `${number} · ${who === phone ? endOf(phone) : who}` }
  return { title: who, line: who === phone ? number : `${number} · ${phone}` }
}
