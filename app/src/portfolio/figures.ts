import type { Figures } from '@lonja/core/portfolio/portfolio.contract'

/** The page of entries that every figure leads to. */
export const FUNDS = '/subPackages/portfolio/funds'
export const STATEMENTS = '/subPackages/portfolio/statements'

/** How a total is made up, in basis points that sum to 10,000: what is invested, free, and held. */
export interface MakeUpBps {
  readonly invested: bigint
  readonly free: bigint
  readonly held: bigint
}

/** Null where there is nothing to divide. What is owed is no part: it was spent on what is invested. */
export function makeUpFor({
  marketValue,
  free,
  held,
}: Pick<Figures, 'marketValue' | 'free' | 'held'>): MakeUpBps | null {
  const whole = marketValue + free + held
  if (whole <= 0n) return null
  const share = (part: bigint): bigint => (part * 10_000n) / whole
  const [ofFree, ofHeld] = [share(free), share(held)]
  return { invested: 10_000n - ofFree - ofHeld, free: ofFree, held: ofHeld }
}

/** Whole per cents that sum to 100: the largest remainders are rounded up. */
export function percentsFor({ invested, free, held }: MakeUpBps): readonly [bigint, bigint, bigint] {
  const parts = [invested, free, held]
  const floors = parts.map((part) => part / 100n)
  let left = 100n - floors.reduce((sum, floor) => sum + floor, 0n)
  const order = parts.map((part, index) => ({ index, rest: part % 100n })).sort((a, b) => Number(b.rest - a.rest))
  for (const { index } of order) {
    if (left === 0n) break
    floors[index] = (floors[index] ?? 0n) + 1n
    left -= 1n
  }
  return [floors[0] ?? 0n, floors[1] ?? 0n, floors[2] ?? 0n]
}
