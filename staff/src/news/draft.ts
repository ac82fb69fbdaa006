import { ARTICLE_BODY_MOST, ARTICLE_LISTINGS_MOST, ARTICLE_TITLE_MOST } from '@lonja/core/news/articles.staff.contract'
import { isListing, type ListingId } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'

/** An article in one language as it is typed. */
export interface Draft {
  readonly name: string
  readonly language: Language
  readonly title: string
  readonly body: string
  /** Separated by commas or spaces. */
  readonly listings: string
}

const NAME = /^[a-z0-9][a-z0-9-]{1,59}$/

/** A name made from a headline: `Por qué una orden espera` becomes `por-que-una-orden-espera`. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')

/** The typed listings without duplicates. */
export const listingsIn = (typed: string): ListingId[] =>
  [...new Set(typed.toUpperCase().split(/[\s,;，、；]+/))].filter((word) => word !== '') as ListingId[]

export type Mistake = 'name' | 'title' | 'titleLong' | 'body' | 'bodyLong' | 'listings' | 'listingsMany'

/** A draft's errors by field. For a further language the name and the listings are the article's. */
export function mistakesIn(draft: Draft, isFirst: boolean): Partial<Record<keyof Draft, Mistake>> {
  const title = draft.title.trim()
  const body = draft.body.trim()
  const listings = listingsIn(draft.listings)
  return {
    ...(isFirst && !NAME.test(draft.name) ? { name: 'name' } : {}),
    ...(title === '' ? { title: 'title' } : title.length > ARTICLE_TITLE_MOST ? { title: 'titleLong' } : {}),
    ...(body === '' ? { body: 'body' } : body.length > ARTICLE_BODY_MOST ? { body: 'bodyLong' } : {}),
    ...(!isFirst || listings.every(isListing)
      ? isFirst && listings.length > ARTICLE_LISTINGS_MOST
        ? { listings: 'listingsMany' }
        : {}
      : { listings: 'listings' }),
  }
}
