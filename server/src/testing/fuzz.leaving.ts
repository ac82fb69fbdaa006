import { sessionEndFor } from '@lonja/core/accounts/accounts.rules'
import { insertCustomer, saveTradingHash } from '../accounts/accounts.store.ts'
import { insertSession } from '../accounts/sessions.store.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { newToken } from '../secrets/token.ts'
import type { Fields } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'
import { insertCustomerLock } from '../database/locks.ts'

export const LEAVER_PASSWORD = 'before leaving'
let hash: Promise<string> | null = null
let phones = 80_000_000

/** The session of a new customer without assets: each customer starts over or leaves only once. */
export async function leaverIn({ db, clock }: TestHouse): Promise<string> {
  const known = await (hash ??= hashPassword(LEAVER_PASSWORD))
  const [id, now] = [newId<'customer'>(), clock.now()]
  const { text, token } = newToken(id)
  await db.write(async (tx) => {
    await insertCustomerLock(tx, id, now)
    const profile = { phone: String((phones += 1)), language: 'en', loginHash: known, joinedAt: now } as const
    await insertCustomer(tx, { id, ...profile, openedKey: newId(), openedBody: Buffer.alloc(32) })
    await saveTradingHash(tx, id, known)
    await insertSession(tx, { ...token, id: newId(), device: '', startedAt: now, endsAt: sessionEndFor(now, now) })
  })
  return text
}

export const LEAVING = {
  readStartOver: () => ({}),
  startOver: (): Fields => ({ id: newId(), password: LEAVER_PASSWORD }),
  readClosing: () => ({}),
  readActivityChain: () => ({}),
  closeAccount: (): Fields => ({ password: LEAVER_PASSWORD }),
}
