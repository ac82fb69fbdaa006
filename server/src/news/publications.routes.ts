import type { ReplyOf } from '@lonja/core/base/contract'
import { DEFAULT_LANGUAGE, LANGUAGES } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { refuse } from '@lonja/core/base/refusal'
import { publicationReview } from '@lonja/core/news/news.review'
import { decidePublication, openPublication, proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { checkMessage } from '@lonja/core/notices/messages.rules'
import { writtenIn } from '../accounts/messages.actions.ts'
import { countByLanguage, isMessageTaken } from '../accounts/messages.store.ts'
import { HOUSE } from '../database/locks.ts'
import { onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { reviewedRoutes, type Reviews } from '../review/review.frame.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { findStanding } from './news.articles.ts'
import { evidenceOf, type ActionFileParts } from './action-files.actions.ts'
import { articleOf, decidePublishing, payloadOf, propose, publish } from './publications.actions.ts'
import { findPublication, isPublicationTaken, type PublicationRow } from './publications.store.ts'

/** Texts of the house to all or about a listing, and files of actions: one seat proposes them, another approves them. */
export const publicationsRoutes = (reviews: Reviews, parts: ActionFileParts): Route[] => [
  onStaffWrite(proposeHouseMessage, {
    customerOf: () => HOUSE,
    handle: async (context, { id, texts: input }) => {
      const { tx } = context
      // The answer of this key is purged, or the key is another seat's: the message was proposed under it.
      if ((await isPublicationTaken(tx, id)) || (await isMessageTaken(tx, id))) return refuse('key_reused')
      const texts = writtenIn(input)
      if (texts[DEFAULT_LANGUAGE] === undefined) return refuse('missing_information', {}, `texts.${DEFAULT_LANGUAGE}`)
      const wrong = checkMessage(texts)
      if (wrong) return wrong
      const publication = { id, what: 'message', texts, name: null, version: null, listings: [], toldAt: null } as const
      const { review, outcome } = await propose(context, publication, reviews)
      const recipients = (await countByLanguage(tx, null)).reduce((sum, { count }) => sum + count, 0)
      return { id, review: outcome === 'decided' ? null : review, told: recipients }
    },
  }),

  ...reviewedRoutes(reviews, {
    kind: publicationReview,
    open: openPublication,
    decide: decidePublication,
    unknown: refuse('unknown_publication'),
    topics: { opened: [], judged: [] },
    find: findPublication,
    opened: async () => {},
    evidence: (context, publication) => evidenceFor(context, publication, parts),
    ready: async ({ tx, now }, publication, { opinion }) => {
      const refused = opinion === 'approve' ? await decidePublishing(tx, publication, parts, now) : null
      return refused ?? { payload: payloadOf(publication) }
    },
    decided: async (context, publication, { result }) => {
      if (result === 'approved') await publish(context, publication, parts)
    },
    stateOf: ({ review }) => review,
  }),
]

/** A text was read, and a file was compared with its source. */
const reasonsFor = (what: PublicationRow['what']) => ({
  approve: [what === 'actions' ? 'source_compared' : 'text_checked'],
  refuse: publicationReview.reasons.refuse,
})

type Evidence = ReplyOf<typeof openPublication>

async function evidenceFor(
  { tx, now, language }: StaffWriteContext,
  publication: PublicationRow,
  parts: ActionFileParts,
) {
  const { id, reviewId, review, what, texts, name, version, listings, by, madeAt, dueAt } = publication
  const isMessage = what === 'message'
  const languages = isMessage ? await countByLanguage(tx, null) : []
  return {
    id: reviewId,
    number: recordNumber(publicationReview, id),
    state: review,
    what,
    texts: LANGUAGES.flatMap((each) => {
      const text = texts[each]
      return text ? [{ language: each, ...text }] : []
    }),
    before: await earlierOf(),
    name,
    listings: [...listings],
    actions: await evidenceOf(tx, publication, parts, now),
    recipients: languages.map(({ language: read, count }) => ({
      language: read,
      gets: texts[read] ? read : DEFAULT_LANGUAGE,
      count,
    })),
    count: isMessage ? languages.reduce((sum, { count }) => sum + count, 0) : null,
    proposedBy: by && { role: by.role, number: by.number },
    at: madeAt,
    dueAt,
    reasons: reasonsIn(language, publicationReview, reasonsFor(what)),
  }

  /** The text that an edit replaces. */
  async function earlierOf(): Promise<Evidence['before']> {
    if (what !== 'edit') return null
    const { text } = await findStanding(tx, what, articleOf(publication), now, version)
    return text && { language: text.language, title: text.title, body: text.body }
  }
}
