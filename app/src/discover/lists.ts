import type { Venue } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { LISTS, SORTS, listInstruments } from '@lonja/core/discover/discover.contract'
import type { ListedInstrument } from '../market/LiveRow.tsx'

export type ListName = Exclude<(typeof LISTS)[number], 'indices'>
export type SortColumnName = (typeof SORTS)[number]

export interface ListedRow extends ListedInstrument {
  readonly volume: bigint
  readonly marketCap: bigint | null
  /** For the radar: multiples of the usual move and volume. */
  readonly unusual: { readonly move: number; readonly volume: number } | null
}

/** A page's columns as rows. */
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

/** The rows of several pages without duplicates: a row may move between pages while they load. */
export function rowsOfAll(pages: readonly ReplyOf<typeof listInstruments>[]): readonly ListedRow[] {
  const seen = new Set<string>()
  return pages.flatMap(rowsOf).filter(({ listing }) => !seen.has(listing) && seen.add(listing))
}

type Figures = Pick<ListedRow, 'volume' | 'marketCap' | 'unusual'>

/**
 * The figure that a list is about; for the radar, the multiple of the listing's usual volume. A row that has just left
 * the radar shows none, since its plain volume would be misread.
 */
export function figureOf(
  { volume, marketCap, unusual }: Figures,
  by: SortColumnName | 'unusual',
): { readonly times: number } | { readonly count: bigint } | null {
  if (by === 'unusual') return unusual && { times: unusual.volume }
  return { count: by === 'marketCap' && marketCap !== null ? marketCap : volume }
}

/** The default order of each list. */
export const LIST_ORDERS: Readonly<Record<ListName, { readonly by: SortColumnName; readonly down: boolean }>> = {
  all: { by: 'volume', down: true },
  gainers: { by: 'change', down: true },
  losers: { by: 'change', down: false },
  active: { by: 'volume', down: true },
  popular: { by: 'list', down: true },
  radar: { by: 'list', down: true },
}

type ListRequest = InputOf<typeof listInstruments>

/** The input for a market's index cards; of all markets if none is named. */
export const indicesRequest = (venue?: Venue | 'us'): ListRequest => ({ list: 'indices', ...(venue ? { venue } : {}) })

/** The input for a short list on the home page. */
export const moversRequest = (list: ListName): ListRequest => ({ list, limit: 8, lines: '1' })

/** The input for a market list, or for the watchlist as one. */
export const listRequest = (
  list: ListName,
  among: Pick<ListRequest, 'venue' | 'sector'>,
  sort: { readonly by: SortColumnName; readonly down: boolean },
): ListRequest => ({ list, ...among, ...sortRequest(sort), limit: 50 })

export const sortRequest = ({ by, down }: { readonly by: SortColumnName; readonly down: boolean }) =>
  ({ sort: by, direction: down ? 'down' : 'up', lines: '1' }) as const

export const LIST_NAMES = [
  'all',
  'gainers',
  'losers',
  'active',
  'popular',
  'radar',
] as const satisfies readonly ListName[]
