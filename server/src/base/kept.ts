import type { Instant } from '@lonja/core/base/instant'

/** What was worked out, or is being so, and when it was begun. */
export interface KeptValue<Value> {
  readonly at: Instant
  readonly value: Promise<Value>
}

/**
 * Keeps what is worked out for everybody who asks for so many milliseconds: somebody who asks again and again keeps nobody busy, and of
 * many who ask in the same moment one has it made. Where that fails whoever waited for it hears of it, and the next one has it made anew.
 */
export function keptFor<Value>(keptMs: number): (now: Instant, make: () => Promise<Value>) => KeptValue<Value> {
  let kept: KeptValue<Value> | null = null
  return (now, make) => {
    if (kept && Math.abs(now - kept.at) < keptMs) return kept
    const made = { at: now, value: make() }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = null
    })
    return made
  }
}
