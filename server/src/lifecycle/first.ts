import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { register } from '@lonja/core/accounts/accounts.contract'
import { FIRST_INVITATION } from '@lonja/core/accounts/invitations.rules'
import { assert } from '@lonja/core/base/assert'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { RETIRED_FILES } from '../backup/backup.ts'
import { inTurn } from './turn.ts'
import { clearText, newInvitationCode } from '../accounts/invitations.ts'
import { recordStartingGrant } from '../accounts/starting-grants.store.ts'
import type { Config } from '../config/config.ts'
import { hasCustomers } from '../accounts/accounts.store.ts'
import { countInvitations, insertInvitation } from '../accounts/invitations.store.ts'

/** The logins that the first start of a house makes for a newcomer. It prints them once, and no file holds them. */
export interface First {
  readonly invitation: string
  readonly demo: { readonly phone: string; readonly password: string }
}

/** Removes the logins and links that an earlier release left in the data folder. */
export function removeRetiredFiles(folder: string): void {
  for (const name of RETIRED_FILES) rmSync(join(folder, name), { force: true })
}

export interface FirstOptions {
  readonly db: Db
  readonly door: FastifyInstance
  readonly clock: Clock
  readonly config: Pick<Config, 'startingGrant'>
}

/** The invitation and the demo customer that this start has made; null if an earlier start or another node made them. */
export async function firstOf(options: FirstOptions): Promise<First | null> {
  const { db, clock, config } = options
  // Before anybody is signed up: the check of the books compares each starting grant with those on record.
  await recordStartingGrant(db, config.startingGrant, clock.now())
  return inTurn(db, () => firstInTurn(options))
}

async function firstInTurn(options: FirstOptions): Promise<First | null> {
  // A start that ended between the two left an invitation and no customer.
  const isMade = await options.db.read(async (tx) => (await countInvitations(tx)) > 0 && (await hasCustomers(tx)))
  if (isMade) return null
  const first = newFirst()
  await invite(options, first.invitation)
  await signUp(options.door, first)
  return first
}

const newFirst = (): First => ({
  invitation: newInvitationCode(),
  demo: { phone: `600${digits(6)}`, password: clearText(12) },
})

async function invite({ db, clock }: FirstOptions, code: string): Promise<void> {
  const now = clock.now()
  const invitation = { id: newId(), code, uses: FIRST_INVITATION.uses, madeAt: now, madeBy: null }
  await db.write((tx) => insertInvitation(tx, { ...invitation, endsAt: now + FIRST_INVITATION.livesMs }))
}

/** Signs the demo customer up through the door like everyone: phone number, password twice, and invitation. */
async function signUp(door: FastifyInstance, { invitation, demo: { phone, password } }: First): Promise<void> {
  const answer = await door.inject({
    method: 'POST',
    url: `/api/tur${register.path}`,
    headers: { 'idempotency-key': newId() },
    payload: { phone, password, again: password, invitation },
  })
  assert(answer.statusCode === 200, `the demo customer is let in: ${answer.body}`)
}

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
