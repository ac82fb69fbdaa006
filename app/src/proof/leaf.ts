import type { ReplyOf } from '@lonja/core/base/contract'
import type { Day } from '@lonja/core/base/instant'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import type { readOrder } from '@lonja/core/orders/story.contract'
import type { LeafCheck, Step } from '@lonja/core/proof/leaf.check'
import { receiptDifferences } from '@lonja/core/proof/leaf.differences'
import { fieldsOf } from '@lonja/core/proof/leaf.fields'
import type { LeafProof } from '@lonja/core/proof/leaf.contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { askOnce } from '@lonja/kit/reads'

export type Story = ReplyOf<typeof readOrder>
export type Fill = Story['fills'][number]

type LeafResult = Pick<LeafCheck, 'wrong'>

/** The newest check of a page: none yet, running, failed, or its result. */
export type Outcome = 'none' | 'working' | 'failed' | LeafResult

/**
 * Check a proof here: against the root and the key that the house publishes to everybody, and against the receipt on the
 * screen. Rejects if the house does not answer or the calculation cannot be loaded.
 */
export async function checkShown(proof: LeafProof, order: string, fill: Fill): Promise<LeafResult> {
  const after = dayOf(dayNumberOf(proof.day as Day) + 1)
  const [{ checkLeaves }, { publicKey, rows }] = await Promise.all([
    import('@lonja/core/proof/leaf.check'),
    askOnce(listDayRoots, { cursor: after, limit: 1 }),
  ])
  const line = rows[0]?.day === proof.day ? rows[0].line : ''
  const { wrong } = checkLeaves(proof, { publicKey, line })
  const isReceipt = receiptDifferences(fieldsOf(proof.rows[0]?.text ?? ''), order, fill).length === 0
  return { wrong: isReceipt || wrong.includes('leaf') ? wrong : ['leaf' satisfies Step, ...wrong] }
}

/** `4a77…c310`. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

/** `c02e 91a4 … 0d5f 77b1`, as a person reads it out. */
export const spacedHash = (hash: string): string =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-8, -4)} ${hash.slice(-4)}`

/** The content of a signed line as the house wrote it, to be shown before it is checked; null if it is no root. */
export function rootIn(
  line: string,
): { readonly root: string; readonly leaves: number; readonly at: number; readonly from: number } | null {
  try {
    return JSON.parse(line.slice(0, line.lastIndexOf(' '))) as ReturnType<typeof rootIn>
  } catch {
    return null
  }
}
