import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { register } from '@lonja/core/accounts/accounts.contract'
import { assert } from '@lonja/core/base/assert'
import { HOUR } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { readKept, writeKept } from '../base/kept.ts'
import { inTurn } from './turn.ts'
import { clearText, newInvitationCode } from '../accounts/invitations.ts'
import { countInvitations, findInvitation, insertInvitation } from '../accounts/invitations.store.ts'

/** The logins that the first start of a house makes for a newcomer. */
export interface First {
  readonly invitation: string
  readonly demo: { readonly phone: string; readonly password: string }
}

/**
 * The logins as stored in the data folder. Every start prints them, and an interrupted first start continues with them.
 */
const Kept = z.object({
  invitation: z.string().check(z.minLength(1)),
  demo: z.object({ phone: z.string().check(z.minLength(1)), password: z.string().check(z.minLength(1)) }),
  key: z.string().check(z.minLength(1)),
  isDone: z.boolean(),
})
type Kept = z.output<typeof Kept>

const FILE = 'first.json'

/** The stored logins; null if there are none. A broken file stops the house with one line. */
export const readFirst = (folder: string): Kept | null =>
  readKept(
    join(folder, FILE),
    Kept,
    'it holds the invitation and the demo login that each start prints, so put it back from a backup, or remove it',
  )

export interface FirstOptions {
  readonly folder: string
  readonly db: Db
  readonly door: FastifyInstance
  readonly clock: Clock
}

/** The invitation and the demo customer of the first start; null if the house was first started on another node. */
export const firstOf = (options: FirstOptions): Promise<First | null> => inTurn(options.db, () => firstInTurn(options))

async function firstInTurn(options: FirstOptions): Promise<First | null> {
  const file = join(options.folder, FILE)
  const kept = readFirst(options.folder)
  if (kept?.isDone) return { invitation: kept.invitation, demo: kept.demo }
  if (!kept && (await options.db.read(countInvitations)) > 0) return null
  const first: Kept = kept ?? newFirst()
  save(file, first)
  await invite(options, first.invitation)
  await signUp(options.door, first)
  save(file, { ...first, isDone: true })
  return { invitation: first.invitation, demo: first.demo }
}

const newFirst = (): Kept => ({
  invitation: newInvitationCode(),
  demo: { phone: `600${digits(6)}`, password: clearText(12) },
  key: newId(),
  isDone: false,
})

const save = (file: string, kept: Kept): void => writeKept(file, JSON.stringify(kept))

const INVITATION_USES = 10_000
const INVITATION_LIVES = 365 * 24 * HOUR

async function invite({ db, clock }: FirstOptions, code: string): Promise<void> {
  const now = clock.now()
  await db.write(async (tx) => {
    if (await findInvitation(tx, code)) return
    const made = { id: newId(), code, uses: INVITATION_USES, madeAt: now, madeBy: null }
    await insertInvitation(tx, { ...made, endsAt: now + INVITATION_LIVES })
  })
}

/** Signs the demo customer up through the door like everyone: phone number, password twice, and invitation. */
async function signUp(door: FastifyInstance, { invitation, demo: { phone, password }, key }: Kept): Promise<void> {
  const answer = await door.inject({
    method: 'POST',
    url: `/api/tur${register.path}`,
    headers: { 'idempotency-key': key },
    payload: { phone, password, again: password, invitation },
  })
  assert(answer.statusCode === 200, `the demo customer is let in: ${answer.body}`)
}

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
