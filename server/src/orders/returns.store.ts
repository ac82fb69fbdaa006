import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import { sql, type Tx } from '../database/db.ts'

/** Shares that left a lot other than by a sell: returned to the house at cost. */
export interface LotReturn {
  readonly customer: CustomerId
  readonly lot: LotId
  readonly handBack: string
  readonly listing: ListingId
  readonly shares: bigint
  readonly cost: bigint
  /** Cents that it paid back of what was financed. */
  readonly repaid: bigint
  readonly posting: number
}

const INSERT = sql(
  'insert_lot_returns',
  `insert into lot_returns (customer, lot, hand_back, listing, shares, cost, repaid, posting)
   select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int8[], $6::int8[], $7::int8[], $8::int8[])`,
)

/** A duplicate (SQLSTATE 23505) means that a lot was returned twice: a bug. */
export async function insertReturns(tx: Tx, returns: readonly LotReturn[]): Promise<void> {
  await tx.run(INSERT, [
    returns.map(({ customer }) => customer),
    returns.map(({ lot }) => lot),
    returns.map(({ handBack }) => handBack),
    returns.map(({ listing }) => listing),
    returns.map(({ shares }) => shares),
    returns.map(({ cost }) => cost),
    returns.map(({ repaid }) => repaid),
    returns.map(({ posting }) => posting),
  ])
}
