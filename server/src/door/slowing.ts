import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { rateLimit } from './throttle.ts'

/** The limits on answers that refuse a caller for asking too much. */
export interface SlowingLimits {
  /** The refusals of one network that are answered at once in a minute; 0 for all. */
  readonly atOnce: number
  readonly delayMs: number
  /** The answers of one network that wait at once. A further one closes its connection. */
  readonly waiting: number
}

export const SLOWING: SlowingLimits = { atOnce: 20, delayMs: SECOND, waiting: 256 }

/**
 * Slows a flood down: a refusal costs the house little, but thousands a second delay everybody else's calls. A caller
 * who waits for the answer to a refused call sends nothing on that connection meanwhile, and waiting costs a timer. Only
 * refusals wait, so nobody's accepted call does.
 */
export interface Slowing {
  /** Resolves when the refusal may be answered: true to keep the connection, false to close it. */
  wait(network: string, now: Instant): Promise<boolean>
}

export function openSlowing({ atOnce, delayMs, waiting }: SlowingLimits): Slowing {
  const refusals = rateLimit(atOnce, MINUTE)
  const held = new Map<string, number>()
  return {
    wait: async (network, now) => {
      if (refusals.allow(network, now)) return true
      const count = held.get(network) ?? 0
      if (count >= waiting) return false
      held.set(network, count + 1)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      const left = (held.get(network) ?? 1) - 1
      if (left > 0) held.set(network, left)
      else held.delete(network)
      return true
    },
  }
}
