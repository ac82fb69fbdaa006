import { PHONE_DIGITS } from '@lonja/core/accounts/accounts.contract'
import { PASSWORD_LEAST } from '@lonja/core/accounts/accounts.rules'

/*
 * Checks that a form makes before it is sent: missing parts during typing, errors after the field is left. The server
 * checks again by the same limits (spec section 5).
 */

/** The digits of a typed phone number, without the spaces and punctuation between them. */
export const phoneDigits = (typed: string): string => typed.replace(/[\s().·/-]/g, '')

export const isPhone = (typed: string): boolean => {
  const digits = phoneDigits(typed)
  return /^[0-9]*$/.test(digits) && digits.length >= PHONE_DIGITS.least && digits.length <= PHONE_DIGITS.most
}

/**
 * The error of a typed phone number. A country prefix has an error of its own, which helps more than a wrong count of
 * digits.
 */
export function phoneMistake(typed: string): 'missing' | 'phonePrefix' | 'phoneDigits' | null {
  if (typed === '') return 'missing'
  if (isPhone(typed)) return null
  return /^\s*\+/.test(typed) ? 'phonePrefix' : 'phoneDigits'
}

export const isPassword = (typed: string): boolean => [...typed].length >= PASSWORD_LEAST

/** The comparison of a repeated password with the first, letter by letter. */
export type PasswordRepeat =
  | { readonly state: 'same' }
  /** Right so far. */
  | { readonly state: 'short'; readonly missing: number }
  /** The first letter that differs, counted from 1. */
  | { readonly state: 'differs'; readonly at: number }

export function comparePasswords(password: string, again: string): PasswordRepeat {
  const [first, second] = [[...password], [...again]]
  const at = second.findIndex((letter, index) => letter !== first[index])
  if (at >= 0) return { state: 'differs', at: at + 1 }
  const missing = first.length - second.length
  return missing === 0 ? { state: 'same' } : { state: 'short', missing }
}
