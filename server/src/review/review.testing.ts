import { REVIEW_KINDS } from '@lonja/core/lists'
import { write } from '@lonja/core/base/contract'
import type { Amount } from '@lonja/core/base/amount'
import { LANGUAGES } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { HOUR } from '@lonja/core/base/instant'
import { Id } from '@lonja/core/base/wire'
import { OFFER_REFUSALS, REVIEW_STATES, offerFields } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import {
  OPINION_REFUSALS,
  evidenceFields,
  lessField,
  offeredField,
  opinionFields,
  outcomeFields,
  reviewCallsFor,
} from '@lonja/core/review/review.staff.contract'
import pg from 'pg'
import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { newId } from '../base/ids.ts'
import { CATALOGUES } from '../base/texts.ts'
import { writeFor } from '../database/locks.ts'
import type { Route } from '../door/serve.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { offerRoutes } from './offers.frame.ts'
import { openReview, type ReviewSettings } from './review.actions.ts'
import { reviewedRoutes, type ReviewedThing, type Reviews } from './review.frame.ts'
import { queueExportRoutes } from './export.routes.ts'
import type { SubjectsOf } from './queue.actions.ts'
import { queueRoutes } from './queue.routes.ts'
import { reviewRoutes } from './review.routes.ts'
import { findReview, lockFor } from './review.store.ts'

/**
 * Two kinds that the house does not have: terms, which belong to the house and always take two people, and a block of
 * shares, which can be approved for fewer than were asked for. They show that a kind needs no more from the frame than
 * its own description.
 */

const shared = {
  numberIn: 'digits',
  topic: null,
  dueMs: HOUR,
  movesMoney: false,
  reasons: { approve: ['fits'], refuse: ['does_not_fit'] },
} as const

export const TERMS = {
  ...shared,
  name: 'test_terms',
  mark: 'T',
  roles: ['operations'],
  acts: { viewed: 'viewed_deposit', judged: 'judged_deposit' },
  subject: 'house',
  amount: 'none',
  twoPeople: ['approve', 'refuse'],
  limit: 'none',
} as const satisfies ReviewKind

export const BLOCK = {
  ...shared,
  name: 'test_block',
  mark: 'B',
  roles: ['reviewer'],
  acts: { viewed: 'viewed_withdrawal', judged: 'judged_withdrawal' },
  subject: 'customer',
  amount: 'shares',
  twoPeople: [],
  limit: 'sum',
  less: { answerMs: HOUR },
} as const satisfies ReviewKind

const KINDS: readonly ReviewKind[] = [...REVIEW_KINDS, TERMS, BLOCK]
export const queues = reviewCallsFor(KINDS)

const staffCalls = (kind: ReviewKind) => ({
  open: write({
    path: `/staff/${kind.name}/open`,
    caller: 'seat',
    roles: kind.roles,
    key: 'none',
    summary: 'Open one',
    input: z.strictObject({ id: Id }),
    reply: z.object({ ...evidenceFields, offered: z.optional(offeredField) }),
    refusals: ['unknown_review'],
  }),
  decide: write({
    path: `/staff/${kind.name}/decide`,
    caller: 'seat',
    roles: kind.roles,
    key: 'header',
    summary: 'Decide one',
    input: z.strictObject({ ...opinionFields, less: lessField }),
    reply: z.object({ ...outcomeFields, state: z.enum(REVIEW_STATES) }),
    refusals: ['unknown_review', ...OPINION_REFUSALS, 'insufficient_shares'],
  }),
})

const answerCall = (answer: 'accept' | 'decline') =>
  write({
    path: `/test/${answer}`,
    caller: 'customer',
    restrictedFrom: 3,
    key: 'header',
    summary: 'Answer an offer',
    input: z.strictObject(offerFields),
    reply: z.object({ id: Id, state: z.enum(REVIEW_STATES) }),
    refusals: ['unknown_review', ...OFFER_REFUSALS],
  })

export const terms = staffCalls(TERMS)
export const block = { ...staffCalls(BLOCK), accept: answerCall('accept'), decline: answerCall('decline') }

/** The calls that a product received, in order: the hook, and the number of shares. */
type ProductCall = readonly [hook: string, shares: bigint | null]

const payloadFor = (record: string, amount: Amount | null) => ({ record, shares: amount && String(amount.units) })

/** A test product: its things are their reviews. */
const thingOf = (kind: ReviewKind, calls: ReturnType<typeof staffCalls>, followed: ProductCall[]) =>
  ({
    kind,
    open: calls.open,
    decide: calls.decide,
    unknown: refuse('unknown_review'),
    topics: { opened: ['notices'], judged: ['notices'] },
    find: async (tx, id) => {
      const review = await findReview(tx, id)
      return review?.kind === kind.name ? review : null
    },
    opened: async (_context, { amount }) => void followed.push(['opened', amount?.units ?? null]),
    evidence: ({ language }) => Promise.resolve({ reasons: { approve: [], refuse: [] }, language }),
    ready: (_context, { record, amount }) => Promise.resolve({ payload: payloadFor(record, amount) }),
    decided: async (_context, { amount }, { result }) => void followed.push([result, amount?.units ?? null]),
    stateOf: ({ state }) => state,
    less: {
      notLess: refuse('insufficient_shares'),
      payloadOf: (_tx, { record }, amount) => payloadFor(record, amount),
      eurCentsOf: (_thing, { units }) => units * CENTS_A_SHARE,
      offered: async (_tx, _thing, { amount }) => void followed.push(['offered', amount.units]),
      answered: async (_tx, _thing, { how, amount }) => void followed.push([how, amount.units]),
    },
  }) satisfies ReviewedThing<
    NonNullable<Awaited<ReturnType<typeof findReview>>>,
    (typeof calls)['open'],
    (typeof calls)['decide'],
    object
  >

export const CENTS_A_SHARE = 100_00n

/** A house with both kinds besides its own, as a later product would add them. */
export async function openReviewHouse(settings: ReviewSettings): Promise<TestHouse & ReviewHouse> {
  const followed: ProductCall[] = []
  const reviews: Reviews = { settings, names: { kinds: KINDS, listingsOf: () => Promise.resolve(new Map()) } }
  const blocks = thingOf(BLOCK, block, followed)
  const planted = [
    ...[reviewRoutes, queueRoutes, queueExportRoutes].flatMap((routes) =>
      routes({ kinds: KINDS, subjects: { [TERMS.name]: termsSubjects }, calls: queues, settings }),
    ),
    ...reviewedRoutes(reviews, thingOf(TERMS, terms, followed)),
    ...reviewedRoutes(reviews, blocks),
    ...offerRoutes(blocks, block),
  ]
  const isQueue = ({ call }: Route): boolean => call.path.startsWith('/staff/review/')
  for (const language of LANGUAGES) Object.assign(CATALOGUES[language].reviews, WORDS)
  const house = await openTestHouse({ plant: (routes) => [...routes.filter((route) => !isQueue(route)), ...planted] })
  await widenKinds(house)
  return { ...house, followed, blocks }
}

const termsSubjects: SubjectsOf = (_tx, records) =>
  Promise.resolve(
    new Map(records.map((record) => [record, { act: 'publish' as const, name: `Terms ${record}`, listing: null }])),
  )

interface ReviewHouse {
  readonly followed: ProductCall[]
  readonly blocks: ReturnType<typeof thingOf>
}

const WORDS = Object.fromEntries(
  [TERMS, BLOCK].flatMap(({ name, reasons }) =>
    [...reasons.approve, ...reasons.refuse].flatMap((code) =>
      ['title', 'next'].map((part) => [`${name}.${code}.${part}`, code] as const),
    ),
  ),
)

/** The change that the migration of a product with its own kinds makes. */
async function widenKinds({ ownerUrl }: TestHouse): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  const names = KINDS.map(({ name }) => `'${name}'`).join(', ')
  await owner.query('alter domain review_kind drop constraint known')
  await owner.query(`alter domain review_kind add constraint known check (value in (${names}))`)
  await owner.end()
}

/** Puts a thing of the house into its queue. */
export const askTerms = ({ db, clock }: TestHouse): Promise<string> =>
  writeFor(db, lockFor({ customer: null }), async (tx) => {
    const [record, at] = [newId(), clock.now()]
    const request = { record, customer: null, amount: null, eurCents: null, at, dueAt: at + HOUR }
    return openReview(tx, TERMS, { ...request, payload: payloadFor(record, null) })
  })

/** A customer asks for a block of shares. */
export const askBlock = ({ db, clock }: TestHouse, customer: CustomerId, shares: bigint): Promise<string> =>
  writeFor(db, customer, async (tx) => {
    const [record, at] = [newId(), clock.now()]
    const amount: Amount = { asset: 'XMAD:ESP', units: shares }
    const request = { record, customer, amount, eurCents: shares * CENTS_A_SHARE, at, dueAt: at + HOUR }
    return openReview(tx, BLOCK, { ...request, payload: payloadFor(record, amount) })
  })
