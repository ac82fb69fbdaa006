import { randomInt } from 'node:crypto'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Db } from '../base/db.ts'
import { insertInvitation } from './invitations.store.ts'

const CLEAR = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** So many signs by chance, without letters and digits that look alike: 10 of them are some 50 bits. */
export const clearText = (length: number): string =>
  Array.from({ length }, () => CLEAR[randomInt(CLEAR.length)]).join('')

/** A new invitation code, not yet given out. */
export const newInvitationCode = (): string => clearText(10)

/** A new invitation code, for so many accounts and so many days. */
export async function makeInvitation(
  db: Db,
  { uses, days, now }: { uses: number; days: number; now: Instant },
): Promise<{ code: string; endsAt: Instant }> {
  const code = newInvitationCode()
  const endsAt = now + days * 24 * HOUR
  await db.write((tx) => insertInvitation(tx, { code, uses, endsAt }, now))
  return { code, endsAt }
}
