import { REVIEW_KINDS } from './lists.ts'
import { expect, test } from 'vitest'
import { ROLES } from './base/contract.ts'
import { CALLS } from './calls.ts'
import type { ReviewKind } from './review/review.kind.ts'
import { listQueue } from './reviews.contract.ts'

const KINDS: readonly ReviewKind[] = REVIEW_KINDS

test('no two kinds share a name or a mark', () => {
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length)
  expect(new Set(KINDS.map(({ mark }) => mark)).size).toBe(KINDS.length)
})

// prettier-ignore
test.each(KINDS.map((kind) => [kind.name, kind] as const))('%s is described whole', (_name, kind) => {
  const { roles, reasons, mark, amount, limit, movesMoney, subject } = kind
  expect(roles.length).toBeGreaterThan(0)
  expect(mark).toMatch(/^[A-Z]$/)
  const all = [...reasons.approve, ...reasons.refuse]
  expect(Math.min(reasons.approve.length, reasons.refuse.length)).toBeGreaterThan(0)
  expect(new Set(all).size).toBe(all.length)
  // A limit is asked of an amount, and of the amounts of one customer.
  if (limit === 'sum') expect([amount === 'none', subject]).toEqual([false, 'customer'])
  // The moves beside a decision are in the currency of its amount.
  if (movesMoney) expect([amount, subject]).toEqual(['currency', 'customer'])
})

test('the calls that open and decide a kind are made by the roles of a kind, and the queues by all of them', () => {
  const deciding = Object.values(CALLS).filter(({ path }) => /^\/staff\/\w+\/decide$/.test(path))
  expect(deciding.map(({ roles }) => roles)).toEqual(expect.arrayContaining(KINDS.map(({ roles }) => roles)))
  expect(deciding).toHaveLength(KINDS.length)
  // An auditor reads the queues of every kind.
  expect(listQueue.roles).toEqual(
    ROLES.filter((role) => role === 'auditor' || KINDS.some(({ roles }) => roles.includes(role))),
  )
})
