import type { Instant } from '../base/instant.ts'

/** A key that signs the roots of a house, as a device keeps it. */
export interface DeviceKey {
  /** Ed25519, 64 digits of hex. */
  readonly key: string
  /** The device's own clock when the key was first seen, or accepted. */
  readonly since: Instant
}

/** A key that a house shows, compared with those that a device kept. */
export type KeyStanding =
  | { readonly state: 'new' }
  | { readonly state: 'same'; readonly since: Instant; readonly before: DeviceKey | null }
  | { readonly state: 'other'; readonly kept: DeviceKey }

/** A device keeps the key in force and the one before it. */
const KEPT_MOST = 2

const KEY = /^[0-9a-f]{64}$/

/** The keys in a stored value, the one in force first; none if it is not what `withKey` made. */
export function keptKeysFrom(stored: unknown): readonly DeviceKey[] {
  if (!Array.isArray(stored)) return []
  return (stored.every(isKept) ? stored : []).slice(0, KEPT_MOST)
}

const isKept = (value: unknown): value is DeviceKey =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  KEY.test(value.key) &&
  'since' in value &&
  Number.isSafeInteger(value.since)

/** Compare a key with the kept ones. Only the key in force is the same: one that was replaced does not come back silently. */
export function keyStandingFor(keys: readonly DeviceKey[], key: string): KeyStanding {
  const [first, before = null] = keys
  if (!first) return { state: 'new' }
  return first.key === key ? { state: 'same', since: first.since, before } : { state: 'other', kept: first }
}

/** The keys to keep once a device has seen its first one, or a person has accepted another. */
export const withKey = (keys: readonly DeviceKey[], key: string, now: Instant): readonly DeviceKey[] =>
  [{ key, since: now }, ...keys].slice(0, KEPT_MOST)
