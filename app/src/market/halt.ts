import type { Instant } from '@lonja/core/base/instant'
import type { SessionState } from '@lonja/core/market/market.contract'

/**
 * Whether trading of a listing is halted, as far as is known: a quote from its reopening on says that it no longer is,
 * before the session is read again.
 */
export const isHalted = (
  { state, resumesAt }: { readonly state: SessionState; readonly resumesAt: Instant | null },
  quotedAt: Instant | undefined,
): boolean => state === 'halted' && (resumesAt === null || quotedAt === undefined || quotedAt < resumesAt)
