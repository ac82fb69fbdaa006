import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, flag, instant, int4, tableOf, uuid, word } from '../database/codecs.ts'
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

const HAND_BACKS = tableOf<HandBack>({
  id: uuid('id'),
  customer: uuid('customer'),
  why: word('why'),
  orders: int4('orders'),
  at: instant('made_at'),
})

const INSERT = sql('insert_hand_back', `insert into hand_backs (${HAND_BACKS.names}) values (${HAND_BACKS.slots})`)
const IS_TAKEN = sql(
  'is_hand_back_taken',
  'select exists (select from hand_backs where customer = $1 and id = $2) as taken',
  cellOf(flag('taken')),
)
const LAST = sql(
  'last_start_over',
  `select made_at from hand_backs where customer = $1 and why = 'start_over' order by made_at desc limit 1`,
  cellOf(instant('made_at')),
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
    cellOf(word<Code>('code')),
  )
  return async (tx, customer) => tx.run(statement, [customer])
}

/** Throws a duplicate (SQLSTATE 23505) if the customer has used the id already. */
export async function insertHandBack(tx: Tx, handBack: HandBack): Promise<void> {
  await tx.run(INSERT, HAND_BACKS.values(handBack))
}

/** Whether the customer has used an id already. */
export async function isHandBackTaken(tx: Tx, customer: CustomerId, id: string): Promise<boolean> {
  const [isTaken] = await tx.run(IS_TAKEN, [customer, id])
  return isTaken === true
}

/** The time when a customer last started over; null for never. */
export async function lastStartOver(tx: Tx, customer: CustomerId): Promise<Instant | null> {
  const [madeAt] = await tx.run(LAST, [customer])
  return madeAt ?? null
}
