import type { Instant } from '../base/instant.ts'
import type { Invitation } from './accounts.rules.ts'
import type { INVITATION_STATES } from './invitations.staff.contract.ts'

/** An invitation with when it was ended before its time; null for never. */
export interface KeptInvitation extends Invitation {
  readonly endedAt: Instant | null
}

/** What a code still does. One that was ended is so, whatever else it would be. */
export function invitationState(
  { uses, used, endsAt, endedAt }: Omit<KeptInvitation, 'code'>,
  now: Instant,
): (typeof INVITATION_STATES)[number] {
  if (endedAt !== null) return 'ended'
  if (used >= uses) return 'used_up'
  return now >= endsAt ? 'expired' : 'open'
}

/** How a code stands in a log: by its end alone. */
export const codeInLog = (code: string): string => `…${code.slice(-3)}`
