import { createHmac } from 'node:crypto'
import type { CustomerId } from '@lonja/core/base/ids'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { bytes, shapeOf, word } from '../database/codecs.ts'
import { sql, type Db, type Tx } from '../database/db.ts'

/**
 * The identity of an accepted write: its customer, its call and the idempotency key, with a keyed hash of the body. The
 * same key with another call is another write.
 */
export interface WriteIdentity {
  readonly customer: CustomerId
  readonly key: string
  readonly call: string
  readonly fingerprint: Buffer
}

/** Fields that are never part of a fingerprint: a repeat with another password is the same form. */
const SECRETS = new Set(['password', 'again', 'old', 'token', 'lang', 'code', 'marks'])

/** The keyed hash of a body: equal for the same fields in any order, without language, token and secrets. */
export function fingerprintOf(key: Buffer, call: string, input: unknown): Buffer {
  return createHmac('sha256', key)
    .update(`${call}\n${canonical(input)}`)
    .digest()
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && !SECRETS.has(name))
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(',')}}`
}

const FIND = sql(
  'find_stored_answer',
  'select fingerprint, answer::text from kept_answers where customer = $1 and call = $2 and key = $3',
  shapeOf({ fingerprint: bytes('fingerprint'), answer: word('answer') }),
)
const INSERT = sql(
  'insert_stored_answer',
  'insert into kept_answers (customer, key, call, fingerprint, answer, kept_at) values ($1, $2, $3, $4, $5, $6)',
)
const PURGE = sql('purge_stored_answers', 'delete from kept_answers where kept_at < $1')

/**
 * The stored answer of this call and key; `key_reused` if the key came with another body; null if it is new to the
 * call.
 */
export async function findStoredAnswer(
  tx: Tx,
  { customer, key, call, fingerprint }: WriteIdentity,
): Promise<{ stored: string } | Refused<'key_reused'> | null> {
  const [row] = await tx.run(FIND, [customer, call, key])
  if (!row) return null
  return row.fingerprint.equals(fingerprint) ? { stored: row.answer } : refuse('key_reused')
}

/** Stores an accepted answer, in the transaction of its write. */
export async function storeAnswer(
  tx: Tx,
  { customer, key, call, fingerprint }: WriteIdentity,
  answer: string,
  now: Instant,
): Promise<void> {
  await tx.run(INSERT, [customer, key, call, fingerprint, answer, now])
}

const KEPT_FOR = 30 * 24 * HOUR

/** Purges stored answers after 30 days. */
export async function purgeStoredAnswers(db: Db, now: Instant): Promise<void> {
  await db.write((tx) => tx.run(PURGE, [now - KEPT_FOR]))
}

const LOCK_NOT_AVAILABLE = '55P03'

/** True for a write that waited for its customer's lock up to the time limit. */
export const isStillLocked = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === LOCK_NOT_AVAILABLE
