import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import type { Article } from '@lonja/core/news/article.rules'
import { namesListing, type NamedListing } from '@lonja/core/news/headline.rules'
import { publicationReview } from '@lonja/core/news/news.review'
import { promiseIn } from '@lonja/core/notices/promises.rules'
import { dueAtFor } from '@lonja/core/review/review.rules'
import { sendMessage } from '../accounts/messages.actions.ts'
import { recordAct } from '../audit/audit.actions.ts'
import type { Db, Tx } from '../database/db.ts'
import { ensureLock, HOUSE, type LockedTx } from '../database/locks.ts'
import { newId } from '../base/ids.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import type { SubjectsOf } from '../review/queue.actions.ts'
import { openReview, type Payload } from '../review/review.actions.ts'
import { proposeReview } from '../review/proposing.actions.ts'
import { findStanding, publishIn, type PublishOutcome, type Standing } from './news.articles.ts'
import { announceFile, decideFile, type ActionFileParts } from './action-files.actions.ts'
import { insertPublication, isArticleWaiting, listPublicationSubjects, type Publication } from './publications.store.ts'

/** The payload that a decision names: every word that will be published, or the file by its hash. */
export const payloadOf = ({ what, texts, name, version, listings, toldAt, file }: Publication): Payload => ({
  what,
  name,
  version: version === null ? null : String(version),
  listings: listings.join(' '),
  toldAt: toldAt === null ? null : String(toldAt),
  // The order of the fields is fixed: the database keeps another one.
  texts: JSON.stringify(LANGUAGES.map((language) => [texts[language]?.title ?? null, texts[language]?.body ?? null])),
  // A text has no such fields: the hashes of those that wait were taken without them.
  ...(file === null ? {} : { source: file.source, sha256: file.sha256 }),
})

/** Whether two people decide a text: its article is about a listing, or its new or its earlier words name one. */
export const takesTwo = (
  article: Article,
  { first, text }: Pick<Standing, 'first' | 'text'>,
  named: readonly NamedListing[],
): boolean =>
  (first?.listings.length ?? 0) > 0 || namesListing(article, named) || (text !== null && namesListing(text, named))

type PublicationTerms = Omit<Publication, 'by' | 'madeAt' | 'file'> & Partial<Pick<Publication, 'file'>>

const PROPOSED = {
  message: 'message_proposed',
  publish: 'article_proposed',
  edit: 'article_proposed',
  actions: 'actions_proposed',
} as const

/** A seat proposes a publication, which is its first opinion. Where one person decides, it is published at once. */
export async function propose(
  context: StaffWriteContext,
  content: PublicationTerms,
  { settings }: Pick<ActionFileParts, 'settings'>,
): Promise<{ review: string; outcome: 'decided' | 'needs_second' }> {
  const { tx, seat, now } = context
  const by = { seat: seat.id, number: seat.number, role: seat.role }
  const publication: Publication = { file: null, ...content, by, madeAt: now }
  await insertPublication(tx, publication)
  const proposal = await proposeReview(
    context,
    publicationReview,
    {
      record: content.id,
      dueAt: dueAtFor(publicationReview, publicationReview.dueMs, now),
      payload: payloadOf(publication),
      reason: content.what === 'actions' ? 'source_compared' : 'text_checked',
      act: PROPOSED[content.what],
    },
    settings,
  )
  if (proposal.outcome === 'decided') await publish(context, publication, NO_FILES)
  return proposal
}

/** The article of a publication. */
export function articleOf({ texts, name, listings, toldAt }: Publication): Article {
  const [[language, text] = []] = Object.entries(texts) as [Language, { title: string; body: string }][]
  assert(name !== null && language !== undefined && text !== undefined, 'an article has a name and a text')
  return { name, language, ...text, at: toldAt, listings }
}

/** Nothing hears of a text. A file always takes a second person, and is never published with its proposal. */
const NO_FILES = { announced: () => {} }

/** The refusal to publish an article or a file as it stands now; null if it can be published. */
export async function decidePublishing(tx: Tx, publication: Publication, parts: ActionFileParts, now: Instant) {
  const { what, version, listings, file } = publication
  if (file !== null) return decideFile(tx, file, parts, now)
  if (what !== 'publish' && what !== 'edit') return null
  const { outcome, first } = await findStanding(tx, what, articleOf(publication), now, version)
  // Another language may have come first with other listings, and the text would appear under those.
  if (outcome === null) return first && !areSame(first.listings, listings) ? refuse('article_changed') : null
  return what === 'edit' ? editRefusal(outcome) : publishRefusal(outcome)
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join()

type StopOutcome = PublishOutcome | 'changed'

/** The refusal for a new text that cannot be published. */
export const publishRefusal = (result: StopOutcome) =>
  result === 'withdrawn' ? refuse('article_withdrawn', {}, 'name') : refuse('article_there', {}, 'name')

/** The refusal for an edit that cannot be saved. */
export function editRefusal(result: StopOutcome) {
  if (result === 'withdrawn') return refuse('article_withdrawn', {}, 'name')
  return result === 'not_there' ? refuse('unknown_article') : refuse('article_changed')
}

/** Carries out an approved publication. `decidePublishing` has accepted it under the same lock. */
export async function publish(
  context: StaffWriteContext,
  publication: Publication,
  parts: Pick<ActionFileParts, 'announced'>,
): Promise<void> {
  const { tx, seat, now } = context
  const { id, what, texts, version, by } = publication
  if (what === 'actions') return announceFile(context, publication, parts)
  if (what === 'message') {
    assert(by !== null, 'a message is proposed by a seat')
    const recipients = await sendMessage(tx, { id, seat: by.seat, customer: null, texts, at: now })
    const about = { kind: 'message', id }
    await recordAct(tx, {
      customer: null,
      seat,
      act: 'message_sent',
      about,
      detail: { told: recipients.length },
      at: now,
    })
    for (const one of recipients) context.publish(one, 'notices')
    return
  }
  await publishNow(context, what, articleOf(publication), version)
}

/** Publishes or edits an article that can be, and records it. */
export async function publishNow(
  context: StaffWriteContext,
  what: 'publish' | 'edit',
  article: Article,
  version: number | null,
): Promise<{ id: string; version: number }> {
  const { outcome, id, version: next } = await publishIn(context.tx, what, article, context.now, version)
  assert(
    (outcome === 'published' || outcome === 'edited') && id !== null,
    `an article that can be is published, not ${outcome}`,
  )
  const { name, language } = article
  await recordArticle(context, `article_${outcome}`, id, { name, language, version: next })
  return { id, version: next }
}

/** Records an act about an article of the house. */
export const recordArticle = (
  { tx, seat, now }: StaffWriteContext,
  act: 'article_published' | 'article_edited' | 'article_withdrawn',
  id: string,
  detail: { readonly name: string; readonly language?: Language; readonly version?: number },
): Promise<void> => recordAct(tx, { customer: null, seat, act, about: { kind: 'article', id }, detail, at: now })

export type CommandResult = PublishOutcome | 'waits' | 'proposed' | { readonly promises: string }

/**
 * Publishes an article for the command line, in a transaction of its own. One that names a listing is proposed: a
 * command is one person, so two seats decide it. So is every article if the listings are unknown (`named` is null).
 */
export const publishArticle = (
  db: Db,
  act: 'publish' | 'edit',
  article: Article,
  named: readonly NamedListing[] | null,
  now: Instant,
): Promise<CommandResult> =>
  db.write(async (begun) => {
    const promises = promiseIn(`${article.title}\n${article.body}`)
    if (promises !== null) return { promises }
    const tx = await ensureLock(begun, HOUSE, now)
    const standing = await findStanding(tx, act, article, now)
    const { outcome, first, text } = standing
    if (outcome !== null) return asCommand(outcome)
    if (named !== null && !takesTwo(article, standing, named))
      return asCommand((await publishIn(tx, act, article, now)).outcome)
    if (await isArticleWaiting(tx, article.name, article.language)) return 'waits'
    const version = act === 'edit' ? (text?.version ?? 0) : null
    await proposeHere(tx, { ...article, listings: first?.listings ?? article.listings }, { what: act, version }, now)
    return 'proposed'
  })

/** An act at the console came first: the command reports the current state. */
const asCommand = (result: PublishOutcome | 'changed'): PublishOutcome =>
  result === 'changed' ? 'there_already' : result

/** Puts an article into the queue, without the opinion of a seat. */
async function proposeHere(
  tx: LockedTx,
  { name, language, title, body, listings, at: toldAt }: Article,
  { what, version }: { readonly what: 'publish' | 'edit'; readonly version: number | null },
  now: Instant,
): Promise<void> {
  const texts = { [language]: { title, body } }
  const publication: Publication = {
    id: newId(),
    what,
    texts,
    name,
    version,
    listings,
    toldAt,
    file: null,
    by: null,
    madeAt: now,
  }
  await insertPublication(tx, publication)
  const dueAt = dueAtFor(publicationReview, publicationReview.dueMs, now)
  const request = { record: publication.id, customer: null, amount: null, eurCents: null, at: now, dueAt }
  await openReview(tx, publicationReview, { ...request, payload: payloadOf(publication) })
}

/** The titles of texts, and the listing that a text or a file is about, in the queue of those who decide them. */
export const publicationSubjects: SubjectsOf = async (tx, records, language) =>
  new Map(
    (await listPublicationSubjects(tx, records)).map(({ id, what, texts, listings }) => {
      const text = texts[language] ?? texts[DEFAULT_LANGUAGE] ?? Object.values(texts)[0]
      const listing = listings.length === 1 ? listings[0]! : null
      return [id, { act: what, name: text?.title ?? null, listing }]
    }),
  )
