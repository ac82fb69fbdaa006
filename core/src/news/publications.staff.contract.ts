import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { Id, LanguageCode, Listing, Moment } from '../base/wire.ts'
import { HouseTexts } from '../notices/messages.staff.contract.ts'
import { REVIEW_STATES, SeatReply } from '../review/review.contract.ts'
import { OPINION_REFUSALS, evidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { AnnouncedAction } from './actions.contract.ts'
import { FileFault } from './actions.staff.contract.ts'
import { publicationReview } from './news.review.ts'

const { roles } = publicationReview

/**
 * Propose a message to all customers, in Spanish and any other language. A second seat approves it; with one person in
 * the house it is sent at once.
 */
export const proposeHouseMessage = write({
  path: '/staff/publications/propose',
  caller: 'seat',
  roles,
  key: 'id',
  summary: 'A plain message of the house to all customers, which a second person approves',
  input: z.strictObject({ id: Id, texts: HouseTexts }),
  /** The review that it waits in, or null and the number of recipients if it was sent at once. */
  reply: z.object({ id: Id, review: z.nullable(Id), told: z.int() }),
  refusals: ['missing_information', 'message_has_link', 'promise_word'],
})

const State = z.enum(REVIEW_STATES.filter((state) => state !== 'offered'))
const Text = z.object({ language: LanguageCode, title: z.string(), body: z.string() })

/** Open what is to be published: each text as readers will see it, and who will read it. */
export const openPublication = write({
  path: '/staff/publications/open',
  caller: 'seat',
  roles: readersOf(publicationReview),
  key: 'none',
  summary: 'What is to be said to all or about a listing, for the decision of a second person',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...evidenceFields,
    id: Id,
    number: z.string(),
    state: State,
    /** A message to all, a new text of an article, a changed one, or a file of corporate actions. */
    what: z.enum(['message', 'publish', 'edit', 'actions']),
    texts: z.array(Text),
    /** For an edit: the text that it replaces. */
    before: z.nullable(Text),
    /** For an article: its name in all languages, and its listings. */
    name: z.nullable(z.string()),
    listings: z.array(Listing),
    /** For a message: its recipients now, by the language that they read, and the language of the text that they get. */
    recipients: z.array(z.object({ language: LanguageCode, gets: LanguageCode, count: z.int() })),
    /** For a file of corporate actions: its public source, its hash, and its rows as they would be announced now. */
    actions: z.nullable(
      z.object({
        source: z.string(),
        sha256: z.string(),
        rows: z.array(AnnouncedAction),
        fault: z.nullable(FileFault),
      }),
    ),
    /** The number of customers who get the message; null for what everybody can read. */
    count: z.nullable(z.int()),
    /** Null for the command line. */
    proposedBy: z.nullable(SeatReply),
    at: Moment,
    dueAt: Moment,
  }),
  refusals: ['unknown_publication'],
})

/** Approve or refuse it. With the second approval it is published, exactly as it was shown. */
export const decidePublication = write({
  path: '/staff/publications/decide',
  caller: 'seat',
  roles,
  key: 'header',
  summary: 'Approve or refuse what is to be said to all or about a listing',
  input: z.strictObject(opinionFields),
  reply: z.object({ ...outcomeFields, state: State }),
  refusals: [
    'unknown_publication',
    ...OPINION_REFUSALS,
    'article_there',
    'article_withdrawn',
    'article_changed',
    'unknown_article',
    'actions_elsewhere',
    'actions_need_second',
    'actions_broken',
  ],
})

export const publicationsCalls = { proposeHouseMessage, openPublication, decidePublication }
