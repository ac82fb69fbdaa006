import { currencyFor, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { listNews, readNews } from '@lonja/core/news/news.contract'
import {
  folded,
  minutesFor,
  paragraphsOf,
  NEWS_PAGE,
  RELATED_IN_LIST,
  SEARCH_WORDS_MOST,
} from '@lonja/core/news/news.rules'
import * as z from 'zod/mini'
import { onLook, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameFor } from '../market/market.replies.ts'
import { findNews, listNewsRows, type NewsRow } from './news.store.ts'

export function newsRoutes(market: Market): Route[] {
  return [
    onLook(listNews, async ({ db, language }, { origin, topic, listings, words, cursor, limit = NEWS_PAGE }) => {
      const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
      const filter = {
        language,
        before,
        origin: origin ?? null,
        topic: topic ?? null,
        listings: listings ?? null,
        words: folded(words ?? '')
          .split(' ')
          .filter(Boolean)
          .slice(0, SEARCH_WORDS_MOST),
        most: limit + 1,
      }
      const rows = await db.read((tx) => listNewsRows(tx, filter))
      const page = rows.slice(0, limit)
      return {
        rows: page.map((row) => ({ ...headOf(row), related: relatedOf(market, row, language, RELATED_IN_LIST) })),
        cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    }),

    onLook(readNews, async ({ db, language }, { id }) => {
      const row = await db.read((tx) => findNews(tx, id, language))
      if (!row) return refuse('unknown_news')
      const isWithdrawn = row.withdrawnAt !== null
      const marketAt = row.marketAt ?? (market.name === 'practice' ? row.at : null)
      return {
        ...headOf(row),
        body: isWithdrawn ? [] : paragraphsOf(row.body),
        link: isWithdrawn ? null : row.link,
        marketAt: row.marketAt,
        editedAt: row.version > 0 ? row.writtenAt : null,
        edits: row.version,
        withdrawnAt: row.withdrawnAt,
        reason: row.reason,
        related: relatedOf(market, row, language).map((of) => ({
          ...of,
          priceThen: priceAt(market, of.listing, marketAt),
          halted: market.stateOf(of.listing) === 'halted',
        })),
      }
    }),
  ]
}

const headOf = ({ id, origin, topic, title, teller, at, link, body, withdrawnAt }: NewsRow) => ({
  id,
  origin,
  topic,
  title,
  teller,
  at,
  host: link === null ? null : new URL(link).host,
  minutes: minutesFor(body),
  withdrawn: withdrawnAt !== null,
})

type RelatedListings = ReplyOf<typeof listNews>['rows'][number]['related']

/** The listings of a piece of news with their current figures. Listings that the market no longer has are left out. */
function relatedOf(market: Market, { listings }: NewsRow, language: Language, most = Infinity): RelatedListings {
  const instruments = listings.flatMap((listing) => market.find(listing) ?? [])
  return instruments.slice(0, most).map((instrument) => {
    const { listing, kind } = instrument
    const day = market.dayFigures(listing)
    return {
      listing,
      name: nameFor(instrument, language),
      kind,
      currency: currencyFor(listing),
      last: market.last(listing),
      previousClose: day?.previousClose ?? null,
    }
  })
}

const priceAt = (market: Market, listing: ListingId, at: Instant | null): PriceE4 | null =>
  at === null ? null : (market.dayFiguresAt(listing, at)?.last ?? null)
