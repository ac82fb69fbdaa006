import * as z from 'zod/mini'
import { read, write, type Write } from '../base/contract.ts'
import { Cents, Id, Moment, Money, line, numberText } from '../base/wire.ts'
import { ENTRY_KINDS } from '../ledger/ledger.contract.ts'
import { OPINIONS, REVIEW_KINDS, REVIEW_STATES, ReasonReply, ReviewStepReply, SeatReply } from './review.contract.ts'

/** The default page size of a queue. */
export const QUEUE_PAGE = 50

/** Which part of a queue: what waits (the first due first), or what is over (the last decided first). */
export const QUEUE_STATES = ['open', 'pending', 'in_review', 'approved', 'refused', 'cancelled'] as const

/** The current holder of a review. */
export const Holder = z.object({
  seat: SeatReply,
  at: Moment,
  own: z.boolean(),
  /** Silent for a quarter of an hour: another seat may take it over. */
  silent: z.boolean(),
})

/** One of the customer's latest entries in the currency of the decision. */
export const LastMove = z.object({
  /** Its entry's version: stable, unique for the customer. */
  id: z.string(),
  at: Moment,
  kind: z.enum(ENTRY_KINDS),
  /** What the free balance changed by and was after it; where only what is held moved, that. */
  change: Money,
  after: Money,
  isHeld: z.boolean(),
  /** The cause by its record number, `R-7K2M-91QX`, or a ticker; null for none. */
  cause: z.nullable(z.string()),
  /** True if the subject of this review caused it. */
  own: z.boolean(),
})

/** What the evidence of every kind says of its review. `seen` names exactly this evidence: a decision sends it back. */
export const evidenceFields = {
  review: z.enum(REVIEW_STATES),
  seen: z.string(),
  /** The acts and opinions of each seat, with the notes that only staff read. */
  steps: z.array(z.object({ ...ReviewStepReply.shape, note: z.nullable(z.string()) })),
  holder: z.nullable(Holder),
  /** Null if the seat holds it now and may decide; otherwise the reason why it may only view it. */
  onlyLook: z.nullable(z.enum(['review_over', 'own_account', 'same_person', 'held_by_another'])),
}

/** And that of money: who decides it, and the reasons to choose from. */
export const moneyEvidenceFields = {
  ...evidenceFields,
  /** The customer's last ones in the currency of the amount, newest first. */
  moves: z.array(LastMove),
  /** How many people decide on approving it, and on refusing it. */
  people: z.object({ approve: z.int(), refuse: z.int() }),
  onePerson: z.boolean(),
  /**
   * Pairs among the seats that gave an opinion and the asking seat: one was claimed by a link that the other created.
   */
  seatedBy: z.array(z.object({ seat: z.int(), by: z.int() })),
  reasons: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
}

/** What a seat sends with a decision of any kind. */
export const opinionFields = {
  id: Id,
  opinion: z.enum(OPINIONS),
  reason: z.string().check(z.maxLength(40)),
  seen: z.string().check(z.maxLength(64)),
  /** For other staff only. */
  note: z.optional(line(500)),
}

/** What an opinion came to. */
export const outcomeFields = {
  id: Id,
  outcome: z.enum(['decided', 'needs_second', 'disagreed']),
  seat: SeatReply,
}

type Outcome = z.output<typeof outcomeFields.outcome>

/** The call by which a seat decides on a kind, with the states that this kind has. */
export type DecideCall<State extends string> = Write<
  z.ZodMiniType,
  z.ZodMiniType<{ readonly outcome: Outcome; readonly state: State }>
>

/** The refusals of an opinion of any kind. */
export const OPINION_REFUSALS = [
  'review_over',
  'own_account',
  'same_person',
  'not_held',
  'payload_changed',
  'unknown_reason',
] as const

/** Something in a queue, as a list shows it: masked, and no view of the customer. */
export const QueueRow = z.object({
  id: Id,
  kind: z.enum(REVIEW_KINDS),
  /** By which people name it: `R-7K2M-91QX`. */
  number: z.string(),
  state: z.enum(['pending', 'in_review', 'approved', 'refused', 'cancelled']),
  customer: z.object({ id: Id, name: z.string(), phone: z.string() }),
  amount: z.nullable(Money),
  /** At the rate of when it was asked for; null without an amount or a rate. */
  eur: z.nullable(Cents),
  openedAt: Moment,
  dueAt: Moment,
  /** The deadline has passed. */
  late: z.boolean(),
  endedAt: z.nullable(Moment),
  holder: z.nullable(Holder),
  /** Opinions of the running round: 1 waits for a second person. */
  opinions: z.array(z.object({ opinion: z.enum(OPINIONS), seat: SeatReply, reason: ReasonReply, own: z.boolean() })),
  /** Counted from 1: from 2 on, two people have disagreed. */
  round: z.int(),
  /** It is the seat's own account: somebody else decides it. */
  ownAccount: z.boolean(),
  /** Of a decision. */
  reason: z.nullable(ReasonReply),
})

/** A queue of what staff decide: of one kind, or of all that the seat's roles decide. */
export const listQueue = read({
  path: '/staff/review/queue',
  caller: 'seat',
  roles: ['reviewer', 'treasurer'],
  summary: 'What waits for a decision, or was decided: 50 a page',
  input: z.strictObject({
    kind: z.optional(z.enum(REVIEW_KINDS)),
    state: z.optional(z.enum(QUEUE_STATES)),
    /** The end of a number or of the customer's phone, or a whole id. What can be none of them finds nothing. */
    find: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(numberText(1, 100)),
  }),
  reply: z.object({ rows: z.array(QueueRow), cursor: z.nullable(z.string()) }),
})

/** How much waits in each queue that the seat's roles decide. */
export const countQueues = read({
  path: '/staff/review/counts',
  caller: 'seat',
  roles: ['reviewer', 'treasurer'],
  summary: 'How much waits in each queue, how much is late, and since when',
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        kind: z.enum(REVIEW_KINDS),
        waiting: z.int(),
        late: z.int(),
        oldestAt: z.nullable(Moment),
        /** Waits for a second person. */
        second: z.int(),
      }),
    ),
    /** Above this in 24 hours, in EUR, two people decide. */
    limit: Cents,
    /** One person decides here: the operator said so, and there is a single seat. */
    onePerson: z.boolean(),
  }),
})

/** The reasons among which a decision chooses, in words. */
export const listReasons = read({
  path: '/staff/review/reasons',
  caller: 'seat',
  roles: ['reviewer', 'treasurer'],
  summary: 'The closed list of reasons for approving and refusing, in words',
  input: z.strictObject({ kind: z.enum(REVIEW_KINDS) }),
  reply: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
})

/** Give back what one holds: the next one may open it. A repeat finds it given back. */
export const letGoReview = write({
  path: '/staff/review/let-go',
  caller: 'seat',
  roles: ['reviewer', 'treasurer'],
  key: 'none',
  summary: 'Give back what the seat holds',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, held: z.boolean() }),
  refusals: ['unknown_review'],
})

export const reviewStaffCalls = { listQueue, countQueues, listReasons, letGoReview }
