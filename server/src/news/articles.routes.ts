import * as z from 'zod/mini'
import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import {
  editHouseArticle,
  listHouseArticles,
  publishHouseArticle,
  readHouseArticle,
  withdrawHouseArticle,
} from '@lonja/core/news/articles.staff.contract'
import { companyIn } from '@lonja/core/news/headline.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffRead, onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { keyOf, nameOfKey, publishIn, withdrawIn } from './news.articles.ts'
import { findTexts, listArticlePage, type NewsRow } from './news.store.ts'

const PAGE = 30

type PageRow = NewsRow & { readonly key: string }

/** The house's own articles at the console, with the rules of the command line. */
export const articlesRoutes = (market: Market): Route[] => [...READS, ...writesFor(market)]

const READS: readonly Route[] = [
  onStaffRead(listHouseArticles, async ({ tx }, { cursor, limit = PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const byId = new Map<string, PageRow[]>()
    for (const row of await listArticlePage(tx, before, limit + 1)) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
    const found = [...byId.values()]
    const page = found.slice(0, limit)
    return {
      rows: page.map((rows) => ({ ...headOf(rows, rows[0]?.key ?? ''), texts: rows.map(textOf) })),
      cursor: found.length > limit ? (page.at(-1)?.[0]?.id ?? null) : null,
    }
  }),

  onStaffRead(readHouseArticle, async ({ tx }, { name }) => {
    const rows = await findTexts(tx, keyOf(name))
    if (rows.length === 0) return refuse('unknown_article')
    return { ...headOf(rows, keyOf(name)), texts: rows.map((row) => ({ ...textOf(row), body: row.body })) }
  }),
]

function writesFor(market: Market): Route[] {
  /** The practice market's companies are invented. Only recorded or live prices belong to real companies. */
  const realNames = (): Iterable<string> => (market.name === 'practice' ? [] : namesOf(market))
  return [
    onStaffWrite(publishHouseArticle, {
      handle: async (context, { name, language, title, body, listings }) => {
        const company = companyIn(title, realNames())
        if (company !== null) return refuse('headline_names_company', { company }, 'title')
        const unknown = listings.find((listing) => !market.find(listing))
        if (unknown !== undefined) return refuse('unknown_listing', { listing: unknown }, 'listings')
        const { tx, now } = context
        const article = { name, language, title, body, at: null, listings: [...new Set(listings)] }
        const { said, id, version } = await publishIn(tx, 'publish', article, now)
        if (said === 'withdrawn') return refuse('article_withdrawn', {}, 'name')
        if (id === null || said === 'changed' || said === 'there_already') return refuse('article_there', {}, 'name')
        if (said === 'published') await recordArticle(context, 'article_published', id, { name, language, version })
        return { id, version }
      },
    }),

    onStaffWrite(editHouseArticle, {
      handle: async (context, { name, language, title, body, version: before }) => {
        const company = companyIn(title, realNames())
        if (company !== null) return refuse('headline_names_company', { company }, 'title')
        const { tx, now } = context
        const article = { name, language, title, body, at: null, listings: [] as ListingId[] }
        const { said, id, version } = await publishIn(tx, 'edit', article, now, before)
        if (said === 'withdrawn') return refuse('article_withdrawn', {}, 'name')
        if (said === 'changed') return refuse('article_changed')
        if (id === null || said === 'not_there') return refuse('unknown_article')
        if (said === 'edited') await recordArticle(context, 'article_edited', id, { name, language, version })
        return { id, version }
      },
    }),

    onStaffWrite(withdrawHouseArticle, {
      handle: async (context, { name, reason }) => {
        const { said, id } = await withdrawIn(context.tx, name, reason, context.now)
        if (id === null) return refuse('unknown_article')
        if (said === 'withdrawn') await recordArticle(context, 'article_withdrawn', id, { name })
        return { withdrawn: said === 'withdrawn' }
      },
    }),
  ]
}

function* namesOf({ instruments }: Market): Iterable<string> {
  for (const { name, listing } of instruments) {
    yield name
    yield listing.slice(listing.indexOf(':') + 1)
  }
}

const recordArticle = (
  { tx, seat, now }: StaffWriteContext,
  act: 'article_published' | 'article_edited' | 'article_withdrawn',
  id: string,
  detail: { readonly name: string; readonly language?: Language; readonly version?: number },
): Promise<void> => recordAct(tx, { customer: null, seat, act, about: { kind: 'article', id }, detail, at: now })

const textOf = ({ language, title, version, writtenAt }: NewsRow) => ({ language, title, version, writtenAt })

function headOf(rows: readonly NewsRow[], key: string) {
  const [first] = rows
  assert(first !== undefined, 'an article has a text')
  const { id, at, withdrawnAt, reason, listings } = first
  return { id, name: nameOfKey(key), at, withdrawnAt, reason, listings: [...listings] }
}
