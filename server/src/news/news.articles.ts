import type { Instant } from '@lonja/core/base/instant'
import { decideArticle, type Article } from '@lonja/core/news/article.rules'
import { newsIdFor, searchedOf } from '@lonja/core/news/news.rules'
import type { Db, Tx } from '../database/db.ts'
import { ensureLock, HOUSE } from '../database/locks.ts'
import { findByKey, insertNews, insertText, insertWithdrawal, type NewsRow } from './news.store.ts'

/** The house's own articles: published, edited and withdrawn by command, or at the console by the operations role. */

const KEY_OF_HOUSE = 'house:'
export const keyOf = (name: string): string => `${KEY_OF_HOUSE}${name}`
export const nameOfKey = (key: string): string => key.slice(KEY_OF_HOUSE.length)

export type PublishOutcome =
  'published' | 'edited' | 'unchanged' | 'in_future' | 'there_already' | 'not_there' | 'withdrawn'

/** The result of a publication, with the article's id and its current version, if it exists. */
export interface PublishResult {
  readonly outcome: PublishOutcome | 'changed'
  readonly id: string | null
  readonly version: number
}

/** The text of an article in a language as it stands, and whether another may take its place. */
export interface Standing {
  readonly outcome: PublishOutcome | 'changed' | null
  /** The article with its listings; null if there is none. */
  readonly first: NewsRow | null
  readonly text: NewsRow | null
  /** The version that the new text gets. */
  readonly next: number
}

/** `said` is why an article cannot be published or edited now; null if it can. */
export async function findStanding(
  tx: Tx,
  act: 'publish' | 'edit',
  article: Article,
  now: Instant,
  version: number | null = null,
): Promise<Standing> {
  const rows = await findByKey(tx, keyOf(article.name))
  const text = rows.find((row) => row.language === article.language) ?? null
  const isWithdrawn = rows.some(({ withdrawnAt }) => withdrawnAt !== null)
  const standing = { first: rows[0] ?? null, text, next: 0 }
  const decision = decideArticle(act, article, { text, isWithdrawn }, now)
  if ('refused' in decision) return { ...standing, outcome: decision.refused }
  if ('unchanged' in decision) return { ...standing, outcome: 'unchanged' }
  if (text && version !== null && version !== text.version) return { ...standing, outcome: 'changed' }
  return { ...standing, outcome: null, next: decision.version }
}

/**
 * Publishes an article in a language, or edits it. A further language keeps the time of the first. The result is
 * `changed` if `version` is not the current one, or if another edit wrote the same version first.
 */
export async function publishIn(
  tx: Tx,
  act: 'publish' | 'edit',
  article: Article,
  now: Instant,
  version: number | null = null,
): Promise<PublishResult> {
  const { name, language, title, body, at, listings } = article
  const { outcome: refused, first, text, next } = await findStanding(tx, act, article, now, version)
  if (refused !== null) return { id: first?.id ?? null, version: text?.version ?? 0, outcome: refused }
  const fresh = { language, title, body, version: next, folded: searchedOf(article) }
  const outcome = next === 0 ? ('published' as const) : ('edited' as const)
  if (first) {
    const isIn = await insertText(tx, first.id, fresh, now)
    return { id: first.id, version: next, outcome: isIn ? outcome : 'changed' }
  }
  const toldAt = at ?? now
  const head = { origin: 'house', topic: 'article', teller: '', link: null, marketAt: null } as const
  const id = newsIdFor(keyOf(name), toldAt)
  const isIn = await insertNews(tx, { ...head, id, key: keyOf(name), at: toldAt, listings, texts: [fresh] }, now)
  return { id, version: 0, outcome: isIn ? outcome : 'there_already' }
}

export type WithdrawOutcome = 'withdrawn' | 'unchanged' | 'not_there'

/** Withdraws an article in all its languages. The list says so, and its text is kept but not shown. */
export async function withdrawIn(
  tx: Tx,
  name: string,
  reason: string,
  now: Instant,
): Promise<{ outcome: WithdrawOutcome; id: string | null }> {
  const [first] = await findByKey(tx, keyOf(name))
  if (!first) return { outcome: 'not_there', id: null }
  const isIn = await insertWithdrawal(tx, first.id, reason, now)
  return { outcome: isIn ? 'withdrawn' : 'unchanged', id: first.id }
}

/** Withdraws an article for the command line, in a transaction of its own that takes turns with those that publish. */
export const withdrawArticle = async (db: Db, name: string, reason: string, now: Instant): Promise<WithdrawOutcome> =>
  (await db.write(async (tx) => withdrawIn(await ensureLock(tx, HOUSE, now), name, reason, now))).outcome
