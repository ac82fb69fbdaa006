import { randomInt } from 'node:crypto'
import type { SeatId } from '@lonja/core/base/ids'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Db, Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { insertInvitation } from './invitations.store.ts'

const CLEAR = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Random text of this many characters, without letters and digits that look alike: 10 of them are some 50 bits. */
export const clearText = (length: number): string =>
  Array.from({ length }, () => CLEAR[randomInt(CLEAR.length)]).join('')

/** A new invitation code, not stored yet. */
export const newInvitationCode = (): string => clearText(10)

export interface InvitationOptions {
  readonly uses: number
  readonly days: number
  readonly now: Instant
  /** The seat that makes it; left out at the command line. */
  readonly madeBy?: SeatId
}

/** Makes an invitation code for a number of accounts and days. */
export async function makeInvitationIn(
  tx: Tx,
  { uses, days, now, madeBy }: InvitationOptions,
): Promise<{ id: string; code: string; endsAt: Instant }> {
  const invitation = { id: newId(), code: newInvitationCode(), endsAt: now + days * 24 * HOUR }
  await insertInvitation(tx, { ...invitation, uses, madeAt: now, madeBy: madeBy ?? null })
  return invitation
}

/** `makeInvitationIn` in a transaction of its own. */
export const makeInvitation = (db: Db, options: InvitationOptions): Promise<{ code: string; endsAt: Instant }> =>
  db.write((tx) => makeInvitationIn(tx, options))
