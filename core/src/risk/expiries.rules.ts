import { MINUTE, type Instant } from '../base/instant.ts'
import { OPTION_TERMS, winOf, type OpenOptions } from '../options/options.rules.ts'

/** The running options that expire in one minute. */
export interface Expiry {
  /** The start of the minute. */
  readonly minute: Instant
  readonly count: number
  readonly listings: number
  readonly staked: bigint
  /** The most that the house can lose in it: each guess is right. */
  readonly lossMost: bigint
}

/** The running options by the minute of their expiry, the next one first. */
export function expiriesOf(options: readonly OpenOptions[]): Expiry[] {
  const minutes = new Map<Instant, OpenOptions[]>()
  for (const option of options) {
    const minute = option.expiresAt - (option.expiresAt % MINUTE)
    const own = minutes.get(minute) ?? []
    own.push(option)
    minutes.set(minute, own)
  }
  return [...minutes]
    .map(([minute, own]) => ({
      minute,
      count: own.reduce((sum, { count }) => sum + count, 0),
      listings: new Set(own.map(({ listing }) => listing)).size,
      staked: own.reduce((sum, { staked }) => sum + staked, 0n),
      lossMost: lossOf(own),
    }))
    .toSorted((one, other) => one.minute - other.minute)
}

/** The cents that the house pays above the stakes if every guess is right. Options have strikes of their own, so both sides may win. */
const lossOf = (options: readonly OpenOptions[]): bigint =>
  options.reduce((sum, { staked, terms }) => sum + winOf(staked, OPTION_TERMS[terms]) - staked, 0n)
