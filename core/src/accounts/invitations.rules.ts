import { HOUR, type Instant } from '../base/instant.ts'
import type { Invitation } from './accounts.rules.ts'
import type { INVITATION_STATES } from './invitations.staff.contract.ts'

/** Invitations on a page of the list, unless the call says how many. */
export const INVITATIONS_PAGE = 50

/** The invitation that comes with a new house. */
export const FIRST_INVITATION = { uses: 10_000, livesMs: 365 * 24 * HOUR } as const

/** An invitation with the instant at which it was ended early; null for never. */
export interface StoredInvitation extends Invitation {
  readonly endedAt: Instant | null
}

/** The state of an invitation code. `ended` takes precedence over every other state. */
export function invitationState(
  { uses, used, endsAt, endedAt }: Omit<StoredInvitation, 'code'>,
  now: Instant,
): (typeof INVITATION_STATES)[number] {
  if (endedAt !== null) return 'ended'
  if (used >= uses) return 'used_up'
  return now >= endsAt ? 'expired' : 'open'
}

/** An invitation code as logs show it: its last three characters. */
export const codeInLog = (code: string): string => `…${code.slice(-3)}`
