import { HOUR } from '../base/instant.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** The seats of these roles restrict accounts, alone or by two. */
export const RESTRICTING_ROLES = ['support', 'reviewer', 'treasurer', 'admin'] as const

/** Two people restrict an account for longer than one may, and two lift a restriction. One refuses either. */
export const restrictionReview = {
  name: 'restriction',
  mark: 'X',
  numberIn: 'letters',
  roles: RESTRICTING_ROLES,
  reasons: { approve: ['grounds_hold', 'grounds_gone'], refuse: ['grounds_missing', 'grounds_remain'] },
  acts: { viewed: 'viewed_restriction', judged: 'judged_restriction' },
  topic: 'profile',
  dueMs: 24 * HOUR,
  subject: 'customer',
  amount: 'none',
  movesMoney: false,
  twoPeople: ['approve'],
  limit: 'none',
} as const satisfies ReviewKind

export type RestrictionAct = 'restrict' | 'lift'

/** The reasons that fit what is asked: grounds hold or are missing, are gone or remain. */
export const reasonsFor = (act: RestrictionAct) =>
  act === 'restrict'
    ? ({ approve: ['grounds_hold'], refuse: ['grounds_missing'] } as const)
    : ({ approve: ['grounds_gone'], refuse: ['grounds_remain'] } as const)
