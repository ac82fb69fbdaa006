import type { listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import { idEndOfCustomer } from '@lonja/core/base/numbers'
import type { Tx } from '../database/db.ts'
import type { ActsFilter } from './audit.store.ts'

/** From the composition root: the seat and the customers that a number names. */
export interface NumberLookup {
  readonly seat: (tx: Tx, number: number) => Promise<SeatId | null>
  /** By the last six digits of the id. */
  readonly customers: (tx: Tx, idEnd: string) => Promise<CustomerId[]>
}

type Filter = Omit<InputOf<typeof listAudit>, 'cursor' | 'limit'>

/** The filter of a list or an export; null if it names a seat or an account that nobody has, so that it leaves no row. */
export async function filterFor(
  tx: Tx,
  numbered: NumberLookup,
  { seat, seatNumber, customer, account, act, from, to }: Filter,
): Promise<ActsFilter | null> {
  const seats = [seat, seatNumber === undefined ? undefined : await numbered.seat(tx, seatNumber)]
  const named = account === undefined ? undefined : await numbered.customers(tx, idEndOfCustomer(account) ?? '')
  const owners = customer === undefined ? named : (named ?? [customer]).filter((one) => one === customer)
  const seatChains = seats.filter((one) => one !== undefined)
  const [chain = null] = seatChains
  if (seatChains.some((one) => one === null || one !== chain) || owners?.length === 0) return null
  const customers = owners ?? null
  const chains = chain === null ? customers : [chain]
  return { chains, act: act ?? null, customers: chain === null ? null : customers, from: from ?? null, to: to ?? null }
}
