import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { Cents, Id, Moment, Money, line } from '../base/wire.ts'
import { OPINIONS, REVIEW_STATES, ReasonReply, ReviewStepReply, SeatReply } from '../review/review.contract.ts'
import { Holder, LastMove } from '../review/review.staff.contract.ts'
import { DEPOSIT_STATES, readDeposit } from './deposits.contract.ts'

/** What one seat has said, with the note that only staff read. */
const StaffStep = z.object({ ...ReviewStepReply.shape, note: z.nullable(z.string()) })

/** Another deposit that names the same transaction on the same chain. */
const SameHash = z.object({
  id: Id,
  number: z.string(),
  /** Of the same customer. */
  own: z.boolean(),
  cash: Money,
  at: Moment,
  credited: z.boolean(),
})

/** A deposit with all that a decision needs. `seen` names exactly this: a decision sends it back. */
const Evidence = z.object({
  ...readDeposit.reply.shape,
  steps: z.array(StaffStep),
  review: z.enum(REVIEW_STATES),
  seen: z.string(),
  eur: Cents,
  customer: z.object({
    id: Id,
    name: z.nullable(z.string()),
    phone: z.string(),
    kyc: z.enum(['none', 'submitted', 'in_review', 'passed', 'refused']),
    joinedAt: Moment,
  }),
  sameHash: z.array(SameHash),
  /** The customer's last ones in the currency of the cash, newest first. */
  moves: z.array(LastMove),
  /** How many people decide on approving it, and on refusing it. */
  people: z.object({ approve: z.int(), refuse: z.int() }),
  onePerson: z.boolean(),
  reasons: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
  holder: z.nullable(Holder),
  /** Null where the seat holds it now and may decide; otherwise why it may only look. */
  onlyLook: z.nullable(z.enum(['review_over', 'own_account', 'same_person', 'held_by_another'])),
})

/** Open a deposit for a decision: the seat holds it, and the customer reads that it was opened. */
export const openDeposit = write({
  path: '/staff/deposits/open',
  caller: 'seat',
  roles: ['treasurer'],
  key: 'none',
  summary: 'Open a deposit with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_deposit'],
})

/** Approve or refuse a deposit that one holds, having seen exactly this. Approved, it is credited in the same transaction. */
export const decideDeposit = write({
  path: '/staff/deposits/decide',
  caller: 'seat',
  roles: ['treasurer'],
  key: 'header',
  summary: 'Approve or refuse a deposit, with a reason',
  input: z.strictObject({
    id: Id,
    opinion: z.enum(OPINIONS),
    reason: z.string().check(z.maxLength(40)),
    seen: z.string().check(z.maxLength(64)),
    /** For other staff alone. */
    note: z.optional(line(500)),
  }),
  reply: z.object({
    id: Id,
    outcome: z.enum(['decided', 'needs_second', 'disagreed']),
    state: z.enum(DEPOSIT_STATES),
    seat: SeatReply,
  }),
  refusals: [
    'unknown_deposit',
    'review_over',
    'own_account',
    'same_person',
    'not_held',
    'payload_changed',
    'unknown_reason',
    'hash_credited',
  ],
})

export const depositsStaffCalls = { openDeposit, decideDeposit }
