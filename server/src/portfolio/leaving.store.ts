import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

/** A hand-back of all that a customer owned. Its entries name it as their cause. */
export interface HandBack {
  readonly id: string
  readonly customer: CustomerId
  readonly why: 'start_over' | 'closing'
  /** The number of open orders that it cancelled. */
  readonly orders: number
  readonly at: Instant
}

const INSERT = sql(
  'insert_hand_back',
  'insert into hand_backs (id, customer, why, orders, made_at) values ($1, $2, $3, $4, $5)',
)
const IS_TAKEN = sql(
  'is_hand_back_taken',
  'select exists (select from hand_backs where customer = $1 and id = $2) as taken',
)
const LAST = sql(
  'last_start_over',
  `select made_at from hand_backs where customer = $1 and why = 'start_over' order by made_at desc limit 1`,
)

/** Finds the codes of what a customer has open, by a query for the rows of each, in the order of the codes. */
export type FindAgainst<Code extends string> = (tx: Tx, customer: CustomerId) => Promise<Code[]>

/** Makes one statement of the queries, under a name of its own. */
export function findAgainst<Code extends string>(
  name: string,
  queries: readonly (readonly [code: string, query: string])[],
): FindAgainst<Code> {
  const rows = queries.map(
    ([code, query], place) => `select ${place} as place, '${code}' as code where exists (${query})`,
  )
  const statement = sql(
    `find_against_${name}`,
    `select code from (${rows.join(' union all ')}) as found order by place`,
  )
  return async (tx, customer) => (await tx.run<{ code: Code }>(statement, [customer])).map(({ code }) => code)
}

/** Throws a duplicate (SQLSTATE 23505) if the customer has used the id already. */
export async function insertHandBack(tx: Tx, { id, customer, why, orders, at }: HandBack): Promise<void> {
  await tx.run(INSERT, [id, customer, why, orders, at])
}

/** Whether the customer has used an id already. */
export async function isHandBackTaken(tx: Tx, customer: CustomerId, id: string): Promise<boolean> {
  const [row] = await tx.run<{ taken: boolean }>(IS_TAKEN, [customer, id])
  return row?.taken === true
}

/** The time when a customer last started over; null for never. */
export async function lastStartOver(tx: Tx, customer: CustomerId): Promise<Instant | null> {
  const [row] = await tx.run<{ made_at: bigint }>(LAST, [customer])
  return row ? Number(row.made_at) : null
}
