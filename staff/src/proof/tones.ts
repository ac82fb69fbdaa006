import type { ReplyOf } from '@lonja/core/base/contract'
import type { HealthState, readHealth } from '@lonja/core/proof/health.staff.contract'

/** The server's report on itself. */
export type HealthReply = ReplyOf<typeof readHealth>

export const STATE_TONES = { well: 'gain', look: 'warn', ill: 'loss' } as const satisfies Record<HealthState, string>
