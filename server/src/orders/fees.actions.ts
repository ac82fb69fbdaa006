import type { Instant } from '@lonja/core/base/instant'
import { FEE_TABLES, feeTablesAt, newestFeeTableFor, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import type { Fees } from '@lonja/core/orders/fees.contract'
import type { Db } from '../database/db.ts'
import { insertFeeTable, listFeeTables } from './fees.store.ts'

/**
 * The fee tables of this house with their days. The first start that knows the newest table fixes its day for good: the
 * opening in a new house, a later day in one that had an earlier table.
 */
export async function openFeeTables(
  db: Db,
  at: { readonly openedAt: Instant; readonly now: Instant },
): Promise<readonly FeeTableDay[]> {
  const known = await db.read(listFeeTables)
  const newest = newestFeeTableFor(known, at)
  if (!newest) return known
  await db.write((tx) => insertFeeTable(tx, newest))
  return db.read(listFeeTables)
}

/** The fee table in force and the announced one, as customers read them. */
export function feesAt(days: readonly FeeTableDay[], now: Instant): Fees {
  const { current, next } = feeTablesAt(days, now)
  return { ...termsOf(current), next: next && { ...termsOf(next), from: next.from } }
}

function termsOf({ version }: FeeTableDay): Omit<Fees, 'next'> {
  const { bps, least, rounding } = FEE_TABLES[version]
  return { feeTable: version, feeBps: Number(bps), feeLeast: least, rounding }
}
