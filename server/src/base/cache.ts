import type { Instant } from '@lonja/core/base/instant'

/** A cached value, perhaps still being computed, and the time at which its computation began. */
export interface CachedValue<Value> {
  readonly at: Instant
  readonly value: Promise<Value>
}

/**
 * Caches one value for `keptMs` milliseconds. Repeated calls cost nothing, and simultaneous calls share one
 * computation. If it fails, all who waited get the error, and the next call computes the value again.
 */
export function cacheFor<Value>(keptMs: number): (now: Instant, make: () => Promise<Value>) => CachedValue<Value> {
  let cached: CachedValue<Value> | null = null
  return (now, make) => {
    if (cached && Math.abs(now - cached.at) < keptMs) return cached
    const fresh = { at: now, value: make() }
    cached = fresh
    fresh.value.catch(() => {
      if (cached === fresh) cached = null
    })
    return fresh
  }
}
