import { PASSWORD_LEAST, PHONE_DIGITS } from '@lonja/core/accounts/accounts.contract'

/*
 * What a form of these can say before it is sent: what is missing while one types, and what is wrong once one has left
 * the field. The house decides anew by the same limits (spec section 5).
 */

/** The digits of a phone as typed, without the blanks and strokes people write between them. */
export const phoneDigits = (typed: string): string => typed.replace(/[\s().·/-]/g, '')

export const isPhone = (typed: string): boolean => {
  const digits = phoneDigits(typed)
  return /^[0-9]*$/.test(digits) && digits.length >= PHONE_DIGITS.least && digits.length <= PHONE_DIGITS.most
}

/** What is wrong with a phone as typed; whoever wrote the prefix of a country hears that, rather than to count digits. */
export function phoneMistake(typed: string): 'missing' | 'phonePrefix' | 'phoneDigits' | null {
  if (typed === '') return 'missing'
  if (isPhone(typed)) return null
  return /^\s*\+/.test(typed) ? 'phonePrefix' : 'phoneDigits'
}

export const isPassword = (typed: string): boolean => [...typed].length >= PASSWORD_LEAST

/** How a password typed again compares with the first, letter by letter. */
export type Again =
  | { readonly state: 'same' }
  /** Right so far. */
  | { readonly state: 'short'; readonly missing: number }
  /** Counted from 1: the first letter that differs. */
  | { readonly state: 'differs'; readonly at: number }

export function compareAgain(password: string, again: string): Again {
  const [first, second] = [[...password], [...again]]
  const at = second.findIndex((letter, index) => letter !== first[index])
  if (at >= 0) return { state: 'differs', at: at + 1 }
  const missing = first.length - second.length
  return missing === 0 ? { state: 'same' } : { state: 'short', missing }
}
