import { hash, randomBytes } from 'node:crypto'
import type { Role } from '@lonja/core/base/contract'
import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { insertLink } from './seats.store.ts'

/** The secret of a one-time link: 32 bytes in base64url. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

/** The hash that a link is stored under. A malformed secret has a hash too, which matches no link. */
export const linkHashOf = (secret: string): Buffer => hash('sha256', secret.trim(), 'buffer')

/** The path of a link in the house. The secret is the part after the `#`, so no server receives or logs it. */
export const linkPathOf = (secret: string): string => `/staff/#/claim/${secret}`

export interface SeatLinkOptions {
  readonly secret: string
  readonly roles: readonly Role[]
  readonly madeBy: SeatId | null
  readonly now: Instant
  readonly endsAt: Instant
}

/** Makes a one-time link for a seat with these roles. */
export async function makeLink(tx: Tx, { secret, roles, madeBy, now, endsAt }: SeatLinkOptions): Promise<string> {
  const id = newId()
  await insertLink(tx, { id, secretHash: linkHashOf(secret), roles, madeBy, madeAt: now, endsAt })
  return id
}
