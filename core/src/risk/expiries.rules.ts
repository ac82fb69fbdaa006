import { MINUTE, type Instant } from '../base/instant.ts'
import { OPTION_TERMS, winOf, type OpenOptions } from '../options/options.rules.ts'
import type { OptionSide } from '../options/options.contract.ts'

/** The running options that expire in one minute. */
export interface Expiry {
  /** The start of the minute. */
  readonly minute: Instant
  readonly count: number
  readonly listings: number
  readonly staked: bigint
  /** The most that the house can lose in it, after the stakes that it takes: 0 where it cannot lose. */
  readonly lossMost: bigint
}

/** The running options by the minute of their expiry, the next one first. */
export function expiriesOf(options: readonly OpenOptions[]): Expiry[] {
  const minutes = together(options, ({ expiresAt }) => expiresAt - (expiresAt % MINUTE))
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

/** The side that costs the house most, for each market and instant by itself: their results do not depend on each other. */
function lossOf(options: readonly OpenOptions[]): bigint {
  const results = together(options, ({ listing, expiresAt }) => `${listing} ${expiresAt}`)
  return [...results.values()].reduce((sum, own) => {
    const up = ifOn('up', own)
    const down = ifOn('down', own)
    const most = up > down ? up : down
    return sum + (most > 0n ? most : 0n)
  }, 0n)
}

/** The cents that the house loses if one side wins; below zero if it gains. */
const ifOn = (wins: OptionSide, options: readonly OpenOptions[]): bigint =>
  options.reduce(
    (sum, { side, staked, terms }) => sum + (side === wins ? winOf(staked, OPTION_TERMS[terms]) - staked : -staked),
    0n,
  )

function together<Key>(options: readonly OpenOptions[], keyOf: (option: OpenOptions) => Key): Map<Key, OpenOptions[]> {
  const groups = new Map<Key, OpenOptions[]>()
  for (const option of options) groups.set(keyOf(option), [...(groups.get(keyOf(option)) ?? []), option])
  return groups
}
