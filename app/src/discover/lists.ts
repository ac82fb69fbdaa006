import type { Venue } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { LISTS, SORTS, listInstruments } from '@lonja/core/discover/discover.contract'
import type { ListedInstrument } from '../market/LiveRow.tsx'

export type ListName = Exclude<(typeof LISTS)[number], 'indices'>
export type SortColumnName = (typeof SORTS)[number]

export interface ListedRow extends ListedInstrument {
  readonly volume: bigint
  readonly marketCap: bigint | null
  /** On the radar: how many times what is usual for it. */
  readonly unusual: { readonly move: number; readonly volume: number } | null
}

/** The columns of a page as rows. */
export function rowsOf(page: ReplyOf<typeof listInstruments>): readonly ListedRow[] {
  const halted = new Set(page.halted)
  return page.listing.map((listing, at) => ({
    listing,
    name: page.name[at] ?? '',
    currency: page.currency[at] ?? 'USD',
    last: page.last[at] ?? null,
    previousClose: page.previousClose[at] ?? null,
    volume: page.volume[at] ?? 0n,
    marketCap: page.marketCap[at] ?? null,
    line: page.line[at] ?? '',
    unusual: page.unusual[at] ?? null,
    halted: halted.has(listing),
  }))
}

/** Rows of several pages; one that moved between two pages while they were read stands once. */
export function rowsOfAll(pages: readonly ReplyOf<typeof listInstruments>[]): readonly ListedRow[] {
  const seen = new Set<string>()
  return pages.flatMap(rowsOf).filter(({ listing }) => !seen.has(listing) && seen.add(listing))
}

type Figures = Pick<ListedRow, 'volume' | 'marketCap' | 'unusual'>

/**
 * The figure that tells the rows of a list apart: on the radar how many times its usual volume a listing has. What has just left
 * it has none, and its volume would be taken for that.
 */
export function figureOf(
  { volume, marketCap, unusual }: Figures,
  by: SortColumnName | 'unusual',
): { readonly times: number } | { readonly count: bigint } | null {
  if (by === 'unusual') return unusual && { times: unusual.volume }
  return { count: by === 'marketCap' && marketCap !== null ? marketCap : volume }
}

/** How each list stands before a person sorts it. */
export const LIST_ORDERS: Readonly<Record<ListName, { readonly by: SortColumnName; readonly down: boolean }>> = {
  all: { by: 'volume', down: true },
  gainers: { by: 'change', down: true },
  losers: { by: 'change', down: false },
  active: { by: 'volume', down: true },
  popular: { by: 'list', down: true },
  radar: { by: 'list', down: true },
}

type Asked = InputOf<typeof listInstruments>

/** What the cards of a market's indices ask; of all markets where none is named. */
export const indicesAsked = (venue?: Venue | 'us'): Asked => ({ list: 'indices', ...(venue ? { venue } : {}) })

/** What a short list on the home page asks. */
export const moversAsked = (list: ListName): Asked => ({ list, limit: 8, lines: '1' })

/** What the market's list asks, and what one watches as one. */
export const listAsked = (
  list: ListName,
  among: Pick<Asked, 'venue' | 'sector'>,
  sort: { readonly by: SortColumnName; readonly down: boolean },
): Asked => ({ list, ...among, ...sortAsked(sort), limit: 50 })

export const sortAsked = ({ by, down }: { readonly by: SortColumnName; readonly down: boolean }) =>
  ({ sort: by, direction: down ? 'down' : 'up', lines: '1' }) as const

export const LIST_NAMES = [
  'all',
  'gainers',
  'losers',
  'active',
  'popular',
  'radar',
] as const satisfies readonly ListName[]
