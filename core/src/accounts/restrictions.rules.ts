import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** A restriction is looked at again after so long at the latest: whoever wants it longer says so again. */
export const RESTRICTED_MOST = 90 * 24 * HOUR

/** Whether a customer may be held back until then by a seat whose own account is `own`. */
export function decideRestriction(
  { customer, until }: { customer: string; until: Instant },
  own: string | null,
  now: Instant,
): { restrict: true } | Refused<'own_account' | 'until_past' | 'until_too_far'> {
  if (customer === own) return refuse('own_account')
  if (until <= now) return refuse('until_past', {}, 'until')
  return until - now > RESTRICTED_MOST ? refuse('until_too_far', {}, 'until') : { restrict: true }
}

/** One of these: how customers are looked for. `number` is the end of the id that `customerNumber` writes. */
export type CustomerSearch =
  { readonly phoneEnd: string } | { readonly id: string } | { readonly number: string } | { readonly name: string }

/** What a search for customers looks for: the end of a phone number, an account's number or whole id, or the beginning of a name. */
export function findOf(written: string): CustomerSearch {
  const digits = written.replace(/[\s+-]/g, '')
  if (/^[0-9]{3,11}$/.test(digits)) return { phoneEnd: digits }
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(written)) return { id: written }
  const [, number] = /^l-?([0-9a-f]{6})$/i.exec(written) ?? []
  if (number !== undefined) return { number: number.toLowerCase() }
  return { name: written.toLowerCase() }
}

/** A name as a masked list shows it: its first letter. */
export const maskedName = (name: string | null): string | null => (name === null ? null : `${[...name][0] ?? ''}•••`)
