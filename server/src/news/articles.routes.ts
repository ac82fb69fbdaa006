import * as z from 'zod/mini'
import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import {
  editHouseArticle,
  listHouseArticles,
  publishHouseArticle,
  readHouseArticle,
  withdrawHouseArticle,
} from '@lonja/core/news/articles.staff.contract'
import type { Article } from '@lonja/core/news/article.rules'
import { companyIn } from '@lonja/core/news/headline.rules'
import { publicationReview } from '@lonja/core/news/news.review'
import { promiseIn } from '@lonja/core/notices/promises.rules'
import { roleFor } from '@lonja/core/review/review.rules'
import { ARTICLES_PAGE } from '@lonja/core/news/news.rules'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { newId } from '../base/ids.ts'
import { HOUSE } from '../database/locks.ts'
import type { Reviews } from '../review/review.frame.ts'
import { findStanding, keyOf, nameOfKey, withdrawIn } from './news.articles.ts'
import { editRefusal, propose, publishNow, publishRefusal, recordArticle, takesTwo } from './publications.actions.ts'
import { isArticleWaiting } from './publications.store.ts'
import { findTexts, listArticlePage, type NewsRow } from './news.store.ts'

type PageRow = NewsRow & { readonly key: string }

/** The house's own articles at the console, with the rules of the command line. */
export const articlesRoutes = (market: Market, reviews: Reviews): Route[] => [...READS, ...writesFor(market, reviews)]

const READS: readonly Route[] = [
  onStaffRead(listHouseArticles, async ({ tx }, { cursor, limit = ARTICLES_PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const byId = new Map<string, PageRow[]>()
    for (const row of await listArticlePage(tx, before, limit + 1)) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
    const articles = [...byId.values()]
    const page = articles.slice(0, limit)
    return {
      rows: page.map((rows) => ({ ...headOf(rows, rows[0]?.key ?? ''), texts: rows.map(textOf) })),
      cursor: articles.length > limit ? (page.at(-1)?.[0]?.id ?? null) : null,
    }
  }),

  onStaffRead(readHouseArticle, async ({ tx }, { name }) => {
    const rows = await findTexts(tx, keyOf(name))
    if (rows.length === 0) return refuse('unknown_article')
    return { ...headOf(rows, keyOf(name)), texts: rows.map((row) => ({ ...textOf(row), body: row.body })) }
  }),
]

function writesFor(market: Market, reviews: Reviews): Route[] {
  return [
    onStaffWrite(publishHouseArticle, {
      customerOf: () => HOUSE,
      handle: async (context, { name, language, title, body, listings }) => {
        const wrong = wrongIn(market, { title, body })
        if (wrong) return wrong
        const unknown = listings.find((listing) => !market.find(listing))
        if (unknown !== undefined) return refuse('unknown_listing', { listing: unknown }, 'listings')
        const { tx, now } = context
        const article = { name, language, title, body, at: null, listings: [...new Set(listings)] }
        const standing = await findStanding(tx, 'publish', article, now)
        const { outcome, first, text } = standing
        if (outcome === 'unchanged') return { id: first?.id ?? null, version: text?.version ?? 0, review: null }
        if (outcome !== null) return publishRefusal(outcome)
        if (takesTwo(article, standing, market.instruments))
          return proposeText(context, reviews, { what: 'publish', article, first, version: null })
        return { ...(await publishNow(context, 'publish', article, null)), review: null }
      },
    }),

    onStaffWrite(editHouseArticle, {
      customerOf: () => HOUSE,
      handle: async (context, { name, language, title, body, version: before }) => {
        const wrong = wrongIn(market, { title, body })
        if (wrong) return wrong
        const { tx, now } = context
        const article = { name, language, title, body, at: null, listings: [] as ListingId[] }
        const standing = await findStanding(tx, 'edit', article, now, before)
        const { outcome, first, text } = standing
        if (outcome === 'unchanged') return { id: first?.id ?? null, version: text?.version ?? 0, review: null }
        if (outcome !== null) return editRefusal(outcome)
        if (takesTwo(article, standing, market.instruments))
          return proposeText(context, reviews, { what: 'edit', article, first, version: before })
        return { ...(await publishNow(context, 'edit', article, before)), review: null }
      },
    }),

    onStaffWrite(withdrawHouseArticle, {
      customerOf: () => HOUSE,
      handle: async (context, { name, reason }) => {
        const { outcome, id } = await withdrawIn(context.tx, name, reason, context.now)
        if (id === null) return refuse('unknown_article')
        if (outcome === 'withdrawn') await recordArticle(context, 'article_withdrawn', id, { name })
        return { withdrawn: outcome === 'withdrawn' }
      },
    }),
  ]
}

/** A headline that names a real company, or a promise anywhere. */
function wrongIn(market: Market, { title, body }: { readonly title: string; readonly body: string }) {
  // The practice market's companies are invented. Only recorded or live prices belong to real companies.
  const company = companyIn(title, market.name === 'practice' ? [] : namesOf(market))
  if (company !== null) return refuse('headline_names_company', { company }, 'title')
  for (const [field, text] of Object.entries({ title, body })) {
    const word = promiseIn(text)
    if (word !== null) return refuse('promise_word', { word }, field)
  }
  return null
}

interface TextProposal {
  readonly what: 'publish' | 'edit'
  readonly article: Article
  readonly first: NewsRow | null
  readonly version: number | null
}

/** Proposes a text of an article to a second person; with one person in the house it is published at once. */
async function proposeText(
  context: StaffWriteContext,
  { settings }: Reviews,
  { what, article, first, version }: TextProposal,
) {
  const { tx, seat } = context
  const { name, language, title, body, listings } = article
  if (roleFor(publicationReview, seat.roles) === null) return refuse('not_your_role')
  if (await isArticleWaiting(tx, name, language)) return refuse('article_waits', {}, 'name')
  const publication = { id: newId(), what, texts: { [language]: { title, body } }, name, version, toldAt: null }
  const { review, outcome } = await propose(
    context,
    { ...publication, listings: first?.listings ?? listings },
    { settings },
  )
  if (outcome === 'needs_second') return { id: first?.id ?? null, version: version ?? 0, review }
  const rows = await findTexts(tx, keyOf(name))
  const latest = rows.find((row) => row.language === language)
  return { id: latest?.id ?? null, version: latest?.version ?? 0, review: null }
}

function* namesOf({ instruments }: Market): Iterable<string> {
  for (const { name, listing } of instruments) {
    yield name
    yield listing.slice(listing.indexOf(':') + 1)
  }
}

const textOf = ({ language, title, version, writtenAt }: NewsRow) => ({ language, title, version, writtenAt })

function headOf(rows: readonly NewsRow[], key: string) {
  const [first] = rows
  assert(first !== undefined, 'an article has a text')
  const { id, at, withdrawnAt, reason, listings } = first
  return { id, name: nameOfKey(key), at, withdrawnAt, reason, listings: [...listings] }
}
