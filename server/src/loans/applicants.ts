import type { Applicant } from '@lonja/core/loans/loans.rules'
import { sealed, unsealed, type About, type SealedBytes, type WrappingKey } from '../pictures/seal.ts'
import type { NewLoan } from './loans.store.ts'

const about = ({ customer, id }: Pick<NewLoan, 'customer' | 'id'>): About => ({ what: 'loan applicant', customer, id })

/** The data of an applicant as they are stored: under a key of their own, which is removed with them. */
export const sealedApplicant = (
  key: WrappingKey,
  whose: Pick<NewLoan, 'customer' | 'id'>,
  { name, number, address, phone, email }: Applicant,
): SealedBytes => sealed(key, about(whose), Buffer.from(JSON.stringify([name, number, address, phone, email])))

/** The data themselves; null if their seal is broken, or they are removed. */
export function openApplicant(
  key: WrappingKey,
  { applicant, ...whose }: Pick<NewLoan, 'customer' | 'id'> & { readonly applicant: SealedBytes | null },
): Applicant | null {
  const opened = applicant && unsealed(key, about(whose), applicant)
  if (!opened) return null
  const [name = '', number = '', address = '', phone = '', email = ''] = JSON.parse(opened.toString('utf8')) as string[]
  return { name, number, address, phone, email }
}
