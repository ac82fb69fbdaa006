import type { Figures } from '@lonja/core/portfolio/portfolio.contract'

/** The page of entries that every figure links to. */
export const FUNDS = '/subPackages/portfolio/funds'
/** The page of the total over time. */
export const RESULTS = '/subPackages/portfolio/results'
/** The page of reversed credits and what is owed of them. */
export const REVERSALS = '/subPackages/reversals/reversals'
/** The page of the margin: its level, its lots, and what the house closed. */
export const MARGIN = '/subPackages/margin/margin'
/** The customer's loans and repayments. */
export const LOAN_RECORDS = '/subPackages/home/loan/record'
export const STATEMENTS = '/subPackages/portfolio/statements'

/** The parts of a total in basis points that sum to 10,000: invested, free, and held. */
export interface MakeUpBps {
  readonly invested: bigint
  readonly free: bigint
  readonly held: bigint
}

/** Null if the total is zero. Debts are no part of it: they were spent on the invested part. */
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

/** Whole percentages that sum to 100, by the largest-remainder method. */
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
