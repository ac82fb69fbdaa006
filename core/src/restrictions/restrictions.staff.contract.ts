import * as z from 'zod/mini'
import { RESTRICTION_REASONS } from '../accounts/restrictions.rules.ts'
import { RESTRICTION_LEVELS, ROLES, read, write, type RestrictionLevel } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, LanguageCode, Moment, MomentText, Money, Page, line, numberText, pageOf } from '../base/wire.ts'
import { DEPOSIT_STATES } from '../deposits/deposits.contract.ts'
import { OrderRow } from '../orders/orders.contract.ts'
import { REVIEW_STATES, SeatReply } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { WITHDRAWAL_STATES } from '../withdrawals/withdrawals.contract.ts'
import { RESTRICTING_ROLES, restrictionReview } from './restrictions.review.ts'
import { APPLICATION_KINDS_SHOWN } from './restrictions.rules.ts'
import { readersOf } from '../review/review.rules.ts'

const Level = z.literal(RESTRICTION_LEVELS)

/** A restriction as staff read it. */
export const RestrictionReply = z.object({
  level: Level,
  reason: z.enum(RESTRICTION_REASONS),
  /** Null if the operator did it at the command line, or the customer. */
  role: z.nullable(z.enum(ROLES)),
  /** True if the customer did it, by saying that somebody else was getting in. */
  byCustomer: z.boolean(),
  madeAt: Moment,
  untilAt: Moment,
  /** A note of staff for other staff; null for none. */
  note: z.nullable(z.string()),
})

/** A customer's things that are under way, which a restriction may end or stop. */
export const UnderWayReply = z.object({
  orders: z.array(z.pick(OrderRow, { id: true, listing: true, side: true, shares: true, filled: true, held: true })),
  /** `id` is that of the review. */
  withdrawals: z.array(z.object({ id: Id, number: z.string(), amount: Money, state: z.enum(WITHDRAWAL_STATES) })),
  deposits: z.array(z.object({ id: Id, number: z.string(), amount: Money, state: z.enum(DEPOSIT_STATES) })),
  /** Applications for offers, blocks and loans, and repayments of loans, that run: `amount` is held, or asked for. */
  applications: z.array(z.object({ kind: z.enum(APPLICATION_KINDS_SHOWN), number: z.string(), amount: Money })),
})

/** `restricted`: at once. `asked`: two people decide, in the review of this id. */
const Answer = {
  outcome: z.enum(['restricted', 'asked', 'not_restricted']),
  review: z.nullable(Id),
}

/**
 * Restrict an account to a level until the given time. One seat does it at once, for up to 72 hours of the last 30 days; two
 * people decide on more, and on a restriction weaker than the one in force. The customer reads the level, the role, the reason
 * and the end.
 */
export const restrictAccount = write({
  path: '/staff/customers/restrict',
  caller: 'seat',
  roles: RESTRICTING_ROLES,
  key: 'id',
  summary: 'Restrict an account to a level, with a reason and an end; beyond 72 hours two people decide',
  input: z.strictObject({
    id: Id,
    customer: CustomerId,
    level: Level,
    reason: z.enum(RESTRICTION_REASONS),
    until: Moment,
    /** For other staff; the customer never reads it. */
    note: z.optional(line(500)),
  }),
  reply: z.object({ id: Id, until: Moment, ...Answer }),
  refusals: ['unknown_customer', 'own_account', 'until_past', 'until_too_far', 'restriction_asked'],
})

/** The number of things that a restriction ends or stops. */
const CountText = numberText(0, 10_000)

const LevelText = z.codec(z.enum(['1', '2', '3']), Level, {
  decode: (text) => Number(text) as RestrictionLevel,
  encode: (level) => `${level}` as const,
})

/**
 * The notice that a customer would read of a restriction by this seat: nothing is sent, and no customer is looked at. The
 * console asks for it while a restriction is being written.
 */
export const previewRestriction = read({
  path: '/staff/customers/restrict-notice',
  caller: 'seat',
  roles: [...RESTRICTING_ROLES, 'auditor'],
  summary: 'The notice of a restriction by this seat, in the words of a language, before it is sent',
  input: z.strictObject({
    language: LanguageCode,
    level: LevelText,
    reason: z.enum(RESTRICTION_REASONS),
    until: MomentText,
    /** The number of open orders that would end, and of approved withdrawals that would stop. */
    ended: CountText,
    stopped: CountText,
  }),
  reply: z.object({ title: z.string(), body: z.string() }),
})

/** Ask for an account's restriction to be lifted: two people decide. Without a restriction nothing is asked. */
export const liftRestriction = write({
  path: '/staff/customers/lift',
  caller: 'seat',
  roles: RESTRICTING_ROLES,
  key: 'id',
  summary: 'Ask for a restriction to be lifted; two people decide',
  input: z.strictObject({ id: Id, customer: CustomerId }),
  reply: z.object({ id: Id, ...Answer }),
  refusals: ['unknown_customer', 'own_account', 'restriction_asked'],
})

const Restricted = z.object({
  customer: CustomerId,
  number: z.string(),
  /** Masked, as in every list. */
  phone: z.string(),
  displayName: z.nullable(z.string()),
  ...RestrictionReply.shape,
  /** The seat that restricted the account; null at the command line. */
  seat: z.nullable(z.int()),
  /** The number of people who decided it; null at the command line. */
  people: z.nullable(z.int()),
  /** The number of withdrawals that cannot be approved or sent meanwhile. */
  stopped: z.int(),
  /** The review in which two people decide on it now; null for none. */
  review: z.nullable(Id),
})

/** The accounts that are restricted now, the first to end on top. The list is masked and no view. */
export const listRestricted = read({
  path: '/staff/customers/restricted',
  caller: 'seat',
  roles: [...RESTRICTING_ROLES, 'auditor'],
  summary: 'Accounts that are restricted now: level, reason, by whom, since, until, what is stopped',
  input: z.strictObject({
    ...Page,
    /** A whole account number, `L-4F09C2`, or a whole id. Any other text matches nothing. */
    find: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u))),
  }),
  reply: pageOf(Restricted),
})

const STATES = REVIEW_STATES.filter((state) => state !== 'offered')

const Evidence = z.object({
  ...evidenceFields,
  /** The id of the review, as in its queue. */
  id: Id,
  number: z.string(),
  state: z.enum(STATES),
  act: z.enum(['restrict', 'lift']),
  /** The terms of the restriction that is asked for; for a lifting, of the one to lift. */
  level: Level,
  reason: z.enum(RESTRICTION_REASONS),
  until: Moment,
  askedBy: SeatReply,
  /** A note of the seat that asked, for other staff; null for none. */
  note: z.nullable(z.string()),
  at: Moment,
  dueAt: Moment,
  customer: z.object({ id: CustomerId, name: z.nullable(z.string()), phone: z.string(), joinedAt: Moment }),
  /** The restriction in force; null for none. */
  inForce: z.nullable(RestrictionReply),
  underWay: UnderWayReply,
})

/** Open the review of a long restriction or of a lifting, and hold it. The customer can read that it was opened. */
export const openRestriction = write({
  path: '/staff/restrictions/open',
  caller: 'seat',
  roles: readersOf(restrictionReview),
  key: 'none',
  summary: 'Open a restriction that two people decide, with what is under way',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_restriction'],
})

/** Approve or refuse a long restriction or a lifting. The second approval carries it out. */
export const decideRestriction = write({
  path: '/staff/restrictions/decide',
  caller: 'seat',
  roles: restrictionReview.roles,
  key: 'header',
  summary: 'Approve or refuse a long restriction or a lifting, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: z.enum(STATES) }),
  refusals: ['unknown_restriction', 'until_past', 'restriction_changed', ...OPINION_REFUSALS],
})

export const restrictionsStaffCalls = {
  restrictAccount,
  previewRestriction,
  liftRestriction,
  listRestricted,
  openRestriction,
  decideRestriction,
}
