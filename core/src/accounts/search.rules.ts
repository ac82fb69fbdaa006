import { idEndOfCustomer } from '../base/numbers.ts'

/** The forms of a search at the command line, whose operator has the whole database. `number` is the end of the id as `customerNumber` writes it. */
export type CustomerSearch =
  { readonly phoneEnd: string } | { readonly id: string } | { readonly number: string } | { readonly name: string }

/**
 * The search that a text means: the end of a phone number, an account number, a whole id, or the beginning of a name.
 */
export function findOf(written: string): CustomerSearch {
  const digits = written.replace(/[\s+-]/g, '')
  if (/^[0-9]{3,11}$/.test(digits)) return { phoneEnd: digits }
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(written)) return { id: written }
  const number = idEndOfCustomer(written)
  if (number !== null) return { number }
  return { name: written.toLowerCase() }
}

/** A search by the account alone, which reveals nothing of the person. */
export type AccountSearch = Extract<CustomerSearch, { readonly id: string } | { readonly number: string }>

/** The account that a text names; null for any other text. */
export function accountOf(written: string): AccountSearch | null {
  const search = findOf(written)
  return 'id' in search || 'number' in search ? search : null
}

/** A name as a masked list shows it: the first letter only. */
export const maskedName = (name: string | null): string | null => (name === null ? null : `${[...name][0] ?? ''}•••`)
