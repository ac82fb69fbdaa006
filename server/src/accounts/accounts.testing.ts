import { register } from '@lonja/core/accounts/accounts.contract'
import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { openWith } from './accounts.actions.ts'

const PASSWORD = 'a customer in a test'
let hashed: Promise<string> | undefined

/** Opens a customer as a sign-up does, but with one shared password hash, since hashing takes time. */
export async function customerFor(
  db: Db,
  { phone, invitation, grant, now }: { phone: string; invitation: string; grant: Amount | null; now: Instant },
): Promise<{ id: CustomerId; token: string; phone: string; password: string }> {
  hashed ??= hashPassword(PASSWORD)
  const loginHash = await hashed
  const input = { phone, password: PASSWORD, again: PASSWORD, invitation }
  const sent = { token: null, key: newId(), ip: '127.0.0.1', userAgent: '', bytes: Buffer.alloc(0) }
  const request = { call: register, input, language: 'en' as const, ...sent, now }
  const session = await openWith(request, db, { loginHash, body: Buffer.alloc(32), grant, marksKey: Buffer.alloc(32) })
  assert(!isRefused(session), 'a customer is let in')
  return { id: session.userId, token: session.token, phone, password: PASSWORD }
}
