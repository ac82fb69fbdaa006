import type { CustomerId } from '../base/ids.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** The longest restriction before it must be reviewed and renewed. */
export const RESTRICTED_MOST = 90 * 24 * HOUR

/** Decide whether a seat, whose own customer account is `own`, may restrict this customer until the given time. */
export function decideRestriction(
  { customer, until }: { customer: CustomerId; until: Instant },
  ownAccount: string | null,
  now: Instant,
): { restrict: true } | Refused<'own_account' | 'until_past' | 'until_too_far'> {
  if (customer === ownAccount) return refuse('own_account')
  if (until <= now) return refuse('until_past', {}, 'until')
  return until - now > RESTRICTED_MOST ? refuse('until_too_far', {}, 'until') : { restrict: true }
}

/** The forms of a customer search. `number` is the end of the id as `customerNumber` writes it. */
export type CustomerSearch =
  { readonly phoneEnd: string } | { readonly id: string } | { readonly number: string } | { readonly name: string }

/**
 * The search that a text means: the end of a phone number, an account number, a whole id, or the beginning of a name.
 */
export function findOf(written: string): CustomerSearch {
  const digits = written.replace(/[\s+-]/g, '')
  if (/^[0-9]{3,11}$/.test(digits)) return { phoneEnd: digits }
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(written)) return { id: written }
  const [, number] = /^l-?([0-9a-f]{6})$/i.exec(written) ?? []
  if (number !== undefined) return { number: number.toLowerCase() }
  return { name: written.toLowerCase() }
}

/** A name as a masked list shows it: the first letter only. */
export const maskedName = (name: string | null): string | null => (name === null ? null : `${[...name][0] ?? ''}•••`)
