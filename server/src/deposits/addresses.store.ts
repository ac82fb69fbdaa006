import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, int4, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

export interface DepositKeyRow {
  readonly name: string
  readonly xpub: string
  readonly origin: 'practice' | 'operator'
  readonly madeAt: Instant
}

const INSERT_KEY = sql(
  'insert_deposit_key',
  'insert into deposit_keys (name, xpub, origin, made_at) values ($1, $2, $3, $4) on conflict do nothing',
)
const FIND_PRACTICE = sql(
  'find_practice_deposit_key',
  "select xpub from deposit_keys where origin = 'practice'",
  cellOf(word('xpub')),
)

/** Stores a key; an existing one stays unchanged. */
export async function insertDepositKey(tx: Tx, { name, xpub, origin, madeAt }: DepositKeyRow): Promise<void> {
  await tx.run(INSERT_KEY, [name, xpub, origin, madeAt])
}

/** The key that a practice house made for itself. */
export async function findPracticeKey(tx: Tx): Promise<string | null> {
  const [xpub] = await tx.run(FIND_PRACTICE)
  return xpub ?? null
}

const FIND_NUMBER = sql(
  'find_deposit_account',
  'select number from deposit_accounts where customer = $1 and key = $2',
  cellOf(int4('number')),
)
const INSERT_NUMBER = sql(
  'insert_deposit_account',
  `insert into deposit_accounts (customer, key, number, given_at)
   select $1, $2, coalesce(max(number), -1) + 1, $3 from deposit_accounts where key = $2
   on conflict do nothing returning number`,
  cellOf(int4('number')),
)

/** The number of a customer's address of a key. */
export async function findNumber(tx: Tx, customer: CustomerId, key: string): Promise<number | null> {
  const [number] = await tx.run(FIND_NUMBER, [customer, key])
  return number ?? null
}

/** Gives a customer the next address of a key. Null if another customer was given it at the same moment: try again. */
export async function insertNumber(tx: Tx, customer: CustomerId, key: string, now: Instant): Promise<number | null> {
  const [number] = await tx.run(INSERT_NUMBER, [customer, key, now])
  return number ?? null
}
