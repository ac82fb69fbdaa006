import { ROLES, type Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { seatEndFor } from '@lonja/core/staff/staff.rules'
import { newCodeSecret } from '../secrets/codes.ts'
import { isDuplicate, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { seal } from '../secrets/sealing.ts'
import { keyFor } from '../secrets/secret.ts'
import { newSeatToken } from '../secrets/token.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { newLinkSecret, makeLink } from './seat-links.ts'
import { insertSeatSession } from './seat-sessions.store.ts'
import { insertSeat, nextSeatNumber } from './seats.store.ts'

export interface TestSeatOptions {
  /** All roles if left out. */
  readonly roles?: readonly Role[]
  /** The person's own account. */
  readonly customer?: CustomerId
  /** The seat whose one-time link was claimed; the command line's if left out. */
  readonly letInBy?: SeatId
  /** The time of its claim; now if left out. */
  readonly claimedAt?: Instant
}

/** A seat that is signed in. */
export interface TestSeat {
  readonly id: SeatId
  readonly number: number
  readonly name: string
  readonly token: string
  readonly password: string
  /** The secret of its one-time codes: `codeAt(code, now)`. */
  readonly code: Buffer
}

const PASSWORD = 'a seat in a test'
let hashed: Promise<string> | undefined

/** A seat as after a claim and a sign-in, without the time that both take. */
export async function seatFor(
  { db, secret, now }: { db: Db; secret: Buffer; now: Instant },
  { roles = ROLES, customer, letInBy, claimedAt = now }: TestSeatOptions = {},
): Promise<TestSeat> {
  hashed ??= hashPassword(PASSWORD)
  const passwordHash = await hashed
  const [id, code] = [newId<'seat'>(), newCodeSecret()]
  const { text, secretHash } = newSeatToken(id)
  const session = { seat: id, id: newId(), secretHash, device: 'Chrome, Linux', startedAt: now }
  const sit = (): Promise<TestSeat> =>
    db.write(async (tx) => {
      const number = await nextSeatNumber(tx)
      const name = `Seat ${number}`
      const terms = { secret: newLinkSecret(), roles, madeBy: letInBy ?? null }
      const link = await makeLink(tx, { ...terms, now, endsAt: now + 1 })
      await insertCustomerLock(tx, id, now)
      const sealedCode = seal(keyFor(secret, 'seat codes'), id, code)
      const row = { id, number, name, roles, customer: customer ?? null, passwordHash, sealedCode, codeStep: 0 }
      await insertSeat(tx, { ...row, claimedAt }, link)
      await insertSeatSession(tx, { ...session, endsAt: seatEndFor(now, now) })
      return { id, number, name, token: text, password: PASSWORD, code }
    })
  for (;;) {
    try {
      return await sit()
    } catch (error) {
      if (!isDuplicate(error)) throw error // Another seat of the test took the number meanwhile.
    }
  }
}
