import * as z from 'zod/mini'
import { ROLES, read, write, type Role, type Write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { nameOf } from '../base/lists.ts'
import { Cents, Id, Listing, Moment, Money, MoneyOrShares, line, numberText } from '../base/wire.ts'
import type { EntryKind } from '../ledger/ledger.contract.ts'
import { OPINIONS, REVIEW_STATES, ReasonReply, ReviewStepReply, SeatReply } from './review.contract.ts'
import { queueFilters } from './queue.staff.contract.ts'
import type { ReviewKind } from './review.kind.ts'
import { readersOf } from './review.rules.ts'

/** The default page size of a queue. */
export const QUEUE_PAGE = 50

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
  kind: nameOf<EntryKind>(),
  /** The change of the free balance and the balance after it; for an entry on the held column only, that column's. */
  change: Money,
  after: Money,
  isHeld: z.boolean(),
  /** The cause by its record number, `R-7K2M-91QX`, or a ticker; null for none. */
  cause: z.nullable(z.string()),
  /** True if the subject of this review caused it. */
  own: z.boolean(),
})

export type LastMoveReply = z.output<typeof LastMove>

/** Reasons why a seat may view a review, but not decide it. */
export const ONLY_LOOK = [
  'review_over',
  'role_reads',
  'own_account',
  'same_person',
  'let_in_by',
  'seat_too_new',
  'held_by_another',
] as const
export type OnlyLook = (typeof ONLY_LOOK)[number]

/** The evidence that is the same for every kind. `seen` is its hash: a decision sends it back. */
export const evidenceFields = {
  review: z.enum(REVIEW_STATES),
  seen: z.string(),
  /** The acts and opinions of each seat, with the notes that only staff read. */
  steps: z.array(z.object({ ...ReviewStepReply.shape, note: z.nullable(z.string()) })),
  holder: z.nullable(Holder),
  /** Null if the seat holds it now and may decide; otherwise the reason why it may only view it. */
  onlyLook: z.nullable(z.enum(ONLY_LOOK)),
  /** The number of people who must approve, and who must refuse. */
  people: z.object({ approve: z.int(), refuse: z.int() }),
  onePerson: z.boolean(),
  /**
   * Pairs among the seats that gave an opinion and the asking seat: one was claimed by a link that the other created.
   */
  seatedBy: z.array(z.object({ seat: z.int(), by: z.int() })),
  reasons: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
}

/** The same for a kind that moves money. */
export const moneyEvidenceFields = {
  ...evidenceFields,
  /** The customer's latest entries in the currency of the amount, newest first. */
  moves: z.array(LastMove),
}

/** The input of a decision of any kind. */
export const opinionFields = {
  /** The id of the review, as in its queue. */
  id: Id,
  opinion: z.enum(OPINIONS),
  reason: z.string().check(z.maxLength(40)),
  seen: z.string().check(z.maxLength(64)),
  /** For other staff only. */
  note: z.optional(line(500)),
}

/** For a kind that can be approved for less than requested: the approved amount. A refusal ignores it. */
export const lessField = z.optional(MoneyOrShares)

const Opined = z.object({ ...opinionFields, less: lessField })
export type OpinionInput = z.output<typeof Opined>

/** The additional evidence of such a kind: the smaller amount that a first opinion approves. */
export const offeredField = z.nullable(MoneyOrShares)

/** The outcome of an opinion. */
export const outcomeFields = {
  id: Id,
  outcome: z.enum(['decided', 'needs_second', 'disagreed']),
  seat: SeatReply,
}

type Outcome = z.output<typeof outcomeFields.outcome>

/** The call by which a seat opens a review of a kind, with its evidence. */
export type OpenReviewCall<Evidence> = Write<z.ZodMiniType, z.ZodMiniType<Evidence>>

/** The call by which a seat decides a kind, with the states of that kind. */
export type DecideCall<State extends string> = Write<
  z.ZodMiniType,
  z.ZodMiniType<{ readonly outcome: Outcome; readonly state: State }>
>

/** The refusals of an opinion of any kind. */
export const OPINION_REFUSALS = [
  'review_over',
  'own_account',
  'same_person',
  'let_in_by',
  'seat_too_new',
  'not_held',
  'payload_changed',
  'unknown_reason',
  'note_needed',
  'picture_unopened',
  'check_failed',
] as const

/** The acts that one seat proposes for the house and another one decides. */
export const PROPOSED_ACTS = ['publish', 'withdraw', 'postpone', 'message', 'edit', 'actions'] as const

/** The subject of a review of the house, so that a queue tells its rows apart. */
const QueueSubject = z.object({
  act: z.enum(PROPOSED_ACTS),
  /** The company, or the title of a text, in the asking seat's language; null for a file. */
  name: z.nullable(z.string()),
  /** Null for a text to everybody, and for one about several listings. */
  listing: z.nullable(Listing),
})
export type QueueSubject = z.output<typeof QueueSubject>

/** A review in a queue, masked; it does not count as a view of the customer. */
const queueRow = (kind: KindField) =>
  z.object({
    /** The id of the review, by which staff open it and decide. */
    id: Id,
    kind,
    /** The record number: `R-7K2M-91QX`. */
    number: z.string(),
    state: z.enum(REVIEW_STATES),
    /** Null if the subject is the house. */
    customer: z.nullable(z.object({ id: CustomerId, name: z.string(), phone: z.string() })),
    /** Null if the subject is a customer. */
    about: z.nullable(QueueSubject),
    amount: z.nullable(MoneyOrShares),
    /** At the rate of the submission; null without an amount or a rate. */
    eur: z.nullable(Cents),
    openedAt: Moment,
    dueAt: Moment,
    /** True if the deadline has passed. */
    late: z.boolean(),
    endedAt: z.nullable(Moment),
    holder: z.nullable(Holder),
    /** Opinions of the current round: one means that it waits for a second person. */
    opinions: z.array(z.object({ opinion: z.enum(OPINIONS), seat: SeatReply, reason: ReasonReply, own: z.boolean() })),
    /** Counted from 1: from 2 on, two people have disagreed. */
    round: z.int(),
    /** True if it is the seat's own account; another seat decides it. */
    ownAccount: z.boolean(),
    /** The reason of the decision. */
    reason: z.nullable(ReasonReply),
  })

/** The queue calls for these kinds. Seats that decide one of them may make them, and auditors may read. */
export function reviewCallsFor(kinds: readonly ReviewKind[]) {
  const kind = z.enum(kinds.map(({ name }) => name))
  const deciders = ROLES.filter((role) => kinds.some((each) => each.roles.includes(role)))
  const roles = readersOf({ roles: deciders })
  return {
    listQueue: listQueueOf(kind, roles),
    countQueues: countQueuesOf(kind, roles),
    exportQueue: exportQueueOf(kind, roles),

    /** The reasons to choose from, in words. */
    listReasons: read({
      path: '/staff/review/reasons',
      caller: 'seat',
      roles,
      summary: 'The closed list of reasons for approving and refusing, in words',
      input: z.strictObject({ kind }),
      reply: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
    }),

    /** Release a held review so that another seat may open it. A repeat finds it released. */
    letGoReview: write({
      path: '/staff/review/let-go',
      caller: 'seat',
      roles: deciders,
      key: 'none',
      summary: 'Give back what the seat holds',
      input: z.strictObject({ id: Id }),
      reply: z.object({ id: Id, held: z.boolean() }),
      refusals: ['unknown_review'],
    }),
  }
}

export type ReviewCalls = ReturnType<typeof reviewCallsFor>

type KindField = z.ZodMiniEnum<Record<string, string>>

/** A review queue: of one kind, or of all kinds that the seat's roles read. */
const listQueueOf = (kind: KindField, roles: readonly Role[]) =>
  read({
    path: '/staff/review/queue',
    caller: 'seat',
    roles,
    summary: 'What waits for a decision, or was decided, narrowed by filters: 50 a page',
    input: z.strictObject({
      kind: z.optional(kind),
      ...queueFilters,
      /** A whole number or id: its records in every state, whatever the filters say. Any other text matches nothing. */
      find: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(numberText(1, 100)),
    }),
    reply: z.object({
      rows: z.array(queueRow(kind)),
      cursor: z.nullable(z.string()),
      /** The number of rows on all pages; null for completed ones and for a search. */
      count: z.nullable(z.int()),
    }),
  })

/** Every row that the filters leave, in the order of the list, as CSV. The export is an act of the seat. */
const exportQueueOf = (kind: KindField, roles: readonly Role[]) =>
  read({
    path: '/staff/review/file',
    caller: 'seat',
    roles,
    summary: 'A review queue as CSV, masked: every row that the filters leave. An act',
    file: ['text/csv'],
    input: z.strictObject({ kind: z.optional(kind), ...queueFilters }),
    reply: z.object({}),
  })

/** The number waiting in each queue that the seat's roles read. */
const countQueuesOf = (kind: KindField, roles: readonly Role[]) =>
  read({
    path: '/staff/review/counts',
    caller: 'seat',
    roles,
    summary: 'How much waits in each queue, how much is late, and since when',
    input: z.strictObject({}),
    reply: z.object({
      rows: z.array(
        z.object({
          kind,
          waiting: z.int(),
          late: z.int(),
          oldestAt: z.nullable(Moment),
          /** The deadline of the first due; null for an empty queue. */
          firstDueAt: z.nullable(Moment),
          /** The number waiting for a second person, and among them those that this seat may decide. */
          second: z.int(),
          secondForYou: z.int(),
          /** The number that this seat holds, and the deadline of the first due among them. */
          mine: z.int(),
          mineDueAt: z.nullable(Moment),
        }),
      ),
      /** Above this sum in 24 hours, in EUR, two people decide. */
      limit: Cents,
      /** True if one person decides here: the operator's setting, and a single seat. */
      onePerson: z.boolean(),
    }),
  })
