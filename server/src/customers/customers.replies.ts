import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { maskedName } from '@lonja/core/accounts/search.rules'
import { customerNumber } from '@lonja/core/base/numbers'
import type { CustomerRow } from '../accounts/accounts.store.ts'

/** A customer as every list of staff shows one. */
export const maskedRow = ({ phone, displayName, ...row }: CustomerRow) => ({
  ...row,
  number: customerNumber(row.id),
  phone: maskedPhone(phone),
  displayName: maskedName(displayName),
})
