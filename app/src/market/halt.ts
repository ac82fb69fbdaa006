import type { Instant } from '@lonja/core/base/instant'
import type { SessionState } from '@lonja/core/market/market.contract'

/**
 * True if trading of a listing is halted, as far as is known. A quote from its reopening time on ends the halt before
 * the session is reloaded.
 */
export const isHalted = (
  { state, resumesAt }: { readonly state: SessionState; readonly resumesAt: Instant | null },
  quotedAt: Instant | undefined,
): boolean => state === 'halted' && (resumesAt === null || quotedAt === undefined || quotedAt < resumesAt)
