import { eur, usd } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readRisk } from '@lonja/core/risk/risk.staff.contract'

type Sums = ReplyOf<typeof readRisk>

export const AT = Date.UTC(2026, 10, 23, 13, 33, 7)

/** The sums of a house with twelve accounts that have financed lots. */
export const sums = (more: Partial<Sums> = {}): Sums => ({
  at: AT,
  accounts: 12,
  fallen: { full: 2, near: 1, closeOut: 0 },
  unjudged: 0,
  financed: [eur(8_008_000n), usd(320_32n)],
  used: [eur(2_002_000n)],
  night: { at: AT, interest: [eur(1_113n)] },
  forgiven: [eur(0n)],
  ...more,
})
