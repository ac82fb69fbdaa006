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
