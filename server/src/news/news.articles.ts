import type { Instant } from '@lonja/core/base/instant'
import { decideArticle, type Article } from '@lonja/core/news/article.rules'
import { newsIdFor, searchedOf } from '@lonja/core/news/news.rules'
import type { Db } from '../base/db.ts'
import { findByKey, insertNews, insertText, insertWithdrawal } from './news.store.ts'

/** The house's own articles: published, edited and taken back by command, never by a call. */

const keyOf = (name: string): string => `house:${name}`

export type Published = 'published' | 'edited' | 'unchanged' | 'in_future' | 'there_already' | 'not_there' | 'withdrawn'

/** Publishes an article in a language, or edits it. In a further language it stands beside the first, at that one's time. */
export function publishArticle(db: Db, act: 'publish' | 'edit', article: Article, now: Instant): Promise<Published> {
  const { name, language, title, body, at, listings } = article
  return db.write(async (tx) => {
    const rows = await findByKey(tx, keyOf(name))
    const text = rows.find((row) => row.language === language) ?? null
    const isWithdrawn = rows.some(({ withdrawnAt }) => withdrawnAt !== null)
    const decision = decideArticle(act, article, { text, isWithdrawn }, now)
    if ('refused' in decision) return decision.refused
    if ('unchanged' in decision) return 'unchanged'
    const fresh = { language, title, body, version: decision.version, folded: searchedOf(article) }
    const [first] = rows
    if (first) await insertText(tx, first.id, fresh, now)
    else {
      const told = at ?? now
      const head = { origin: 'house', topic: 'article', teller: '', link: null, marketAt: null } as const
      const id = newsIdFor(keyOf(name), told)
      await insertNews(tx, { ...head, id, key: keyOf(name), at: told, listings, texts: [fresh] }, now)
    }
    return decision.version === 0 ? 'published' : 'edited'
  })
}

/** Takes an article back in all its languages: the list says so, its text is kept and not shown. */
export function withdrawArticle(
  db: Db,
  name: string,
  reason: string,
  now: Instant,
): Promise<'withdrawn' | 'unchanged' | 'not_there'> {
  return db.write(async (tx) => {
    const [first] = await findByKey(tx, keyOf(name))
    if (!first) return 'not_there'
    return (await insertWithdrawal(tx, first.id, reason, now)) ? 'withdrawn' : 'unchanged'
  })
}
