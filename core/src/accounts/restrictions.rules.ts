import type { RestrictionLevel } from '../base/contract.ts'

/** The reasons for restricting an account: a closed list, shown to the customer in words. */
export const RESTRICTION_REASONS = [
  'checking_identity',
  'reported_stolen',
  'unusual_activity',
  'court_order',
  'asked_by_customer',
] as const

/** True from the level on at which withdrawals are neither approved nor sent; null is no restriction. */
export const stopsMoney = (level: RestrictionLevel | null): boolean => level !== null && level >= 2

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
