import * as z from 'zod/mini'
import { ROLES, read, write, type Role, type Write } from '../base/contract.ts'
import { nameOf } from '../base/lists.ts'
import { Cents, Id, Moment, Money, MoneyOrShares, line, numberText } from '../base/wire.ts'
import type { EntryKind } from '../ledger/ledger.contract.ts'
import { OPINIONS, REVIEW_STATES, ReasonReply, ReviewStepReply, SeatReply } from './review.contract.ts'
import type { ReviewKind } from './review.kind.ts'

/** How many a page of a queue has, if nothing else is asked for. */
export const QUEUE_PAGE = 50

/** Which part of a queue: what waits (the first due first), or what is over (the last decided first). */
export const QUEUE_STATES = ['open', 'pending', 'in_review', 'offered', 'approved', 'refused', 'cancelled'] as const

/** Who holds a review now. */
export const Holder = z.object({
  seat: SeatReply,
  at: Moment,
  own: z.boolean(),
  /** Silent for a quarter of an hour: another may take it over. */
  silent: z.boolean(),
})

/** One of the customer's last moves in the currency that is decided about. */
export const LastMove = z.object({
  /** Its entry's version: stable, unique for the customer. */
  id: z.string(),
  at: Moment,
  kind: nameOf<EntryKind>(),
  /** What the free balance changed by and was after it; where only what is held moved, that. */
  change: Money,
  after: Money,
  isHeld: z.boolean(),
  /** What caused it, as people name it: `R-7K2M-91QX`, a ticker; null for none. */
  cause: z.nullable(z.string()),
  /** By what is decided about. */
  own: z.boolean(),
})

export type LastMoveReply = z.output<typeof LastMove>

/** The part of the evidence that is the same for every kind. `seen` names exactly this evidence: a decision sends it back. */
export const evidenceFields = {
  review: z.enum(REVIEW_STATES),
  seen: z.string(),
  /** What each seat has done and said, with the note that only staff read. */
  steps: z.array(z.object({ ...ReviewStepReply.shape, note: z.nullable(z.string()) })),
  holder: z.nullable(Holder),
  /** Null where the seat holds it now and may decide; otherwise why it may only look. */
  onlyLook: z.nullable(z.enum(['review_over', 'own_account', 'same_person', 'held_by_another'])),
  /** How many people decide on approving it, and on refusing it. */
  people: z.object({ approve: z.int(), refuse: z.int() }),
  onePerson: z.boolean(),
  /** Of the seats that gave an opinion, and the one that asks: which was taken by a link that another of them made. */
  seatedBy: z.array(z.object({ seat: z.int(), by: z.int() })),
  reasons: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
}

/** The same for a kind that moves money. */
export const moneyEvidenceFields = {
  ...evidenceFields,
  /** The customer's last ones in the currency of the amount, newest first. */
  moves: z.array(LastMove),
}

/** What a seat sends with a decision of any kind. */
export const opinionFields = {
  id: Id,
  opinion: z.enum(OPINIONS),
  reason: z.string().check(z.maxLength(40)),
  seen: z.string().check(z.maxLength(64)),
  /** For other staff alone. */
  note: z.optional(line(500)),
}

/** For a kind that can be approved for less than was asked: so much of it is approved. With an opinion to refuse it says nothing. */
export const lessField = z.optional(MoneyOrShares)

const Opined = z.object({ ...opinionFields, less: lessField })
export type OpinionInput = z.output<typeof Opined>

/** What the evidence of such a kind says besides: the smaller amount that a first opinion approves. */
export const offeredField = z.nullable(MoneyOrShares)

/** What an opinion came to. */
export const outcomeFields = {
  id: Id,
  outcome: z.enum(['decided', 'needs_second', 'disagreed']),
  seat: SeatReply,
}

type Outcome = z.output<typeof outcomeFields.outcome>

/** The call by which a seat opens one of a kind, with its evidence. */
export type OpenReviewCall<Evidence> = Write<z.ZodMiniType, z.ZodMiniType<Evidence>>

/** The call by which a seat decides on a kind, with the states that this kind has. */
export type DecideCall<State extends string> = Write<
  z.ZodMiniType,
  z.ZodMiniType<{ readonly outcome: Outcome; readonly state: State }>
>

/** Why an opinion of any kind is not taken. */
export const OPINION_REFUSALS = [
  'review_over',
  'own_account',
  'same_person',
  'not_held',
  'payload_changed',
  'unknown_reason',
] as const

/** Something in a queue, as a list shows it: masked, and no view of the customer. */
const queueRow = (kind: KindField) =>
  z.object({
    id: Id,
    kind,
    /** By which people name it: `R-7K2M-91QX`. */
    number: z.string(),
    state: z.enum(REVIEW_STATES),
    /** Null: it is the house's own. */
    customer: z.nullable(z.object({ id: Id, name: z.string(), phone: z.string() })),
    amount: z.nullable(MoneyOrShares),
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

/** The calls of the queues, for these kinds: the seats that decide one of them may make them. */
export function reviewCallsFor(kinds: readonly ReviewKind[]) {
  const kind = z.enum(kinds.map(({ name }) => name))
  const roles = ROLES.filter((role) => kinds.some((each) => each.roles.includes(role)))
  return {
    listQueue: listQueueOf(kind, roles),
    countQueues: countQueuesOf(kind, roles),

    /** The reasons among which a decision chooses, in words. */
    listReasons: read({
      path: '/staff/review/reasons',
      caller: 'seat',
      roles,
      summary: 'The closed list of reasons for approving and refusing, in words',
      input: z.strictObject({ kind }),
      reply: z.object({ approve: z.array(ReasonReply), refuse: z.array(ReasonReply) }),
    }),

    /** Give back what one holds: the next one may open it. A repeat finds it given back. */
    letGoReview: write({
      path: '/staff/review/let-go',
      caller: 'seat',
      roles,
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

/** A queue of what staff decide: of one kind, or of all that the seat's roles decide. */
const listQueueOf = (kind: KindField, roles: readonly Role[]) =>
  read({
    path: '/staff/review/queue',
    caller: 'seat',
    roles,
    summary: 'What waits for a decision, or was decided: 50 a page',
    input: z.strictObject({
      kind: z.optional(kind),
      state: z.optional(z.enum(QUEUE_STATES)),
      /** The end of a number or of the customer's phone, or a whole id. What can be none of them finds nothing. */
      find: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(numberText(1, 100)),
    }),
    reply: z.object({ rows: z.array(queueRow(kind)), cursor: z.nullable(z.string()) }),
  })

/** How much waits in each queue that the seat's roles decide. */
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
