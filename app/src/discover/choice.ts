import { VENUES, type Venue } from '@lonja/core/base/amount'
import { SORTS } from '@lonja/core/discover/discover.contract'
import { SECTORS } from '@lonja/core/market/instruments'
import type { Query } from '@lonja/kit/nav'
import type { Sort } from '@lonja/kit/parts/SortHeader'
import { LIST_NAMES, LIST_ORDERS, type ListName, type SortColumnName } from './lists.ts'

/*
 * The choice of a market list. It is stored in the page's address, so that a link, a reload and Back show the same
 * list; defaults are left out.
 */

export type SectorName = (typeof SECTORS)[number]

/** One venue, the three US venues, or all. */
export type Where = Venue | 'us' | 'all'

/** The market's lists, plus the watchlist and the earnings calendar. */
export const MARKET_TABS = [...LIST_NAMES, 'watched', 'earnings'] as const
export type MarketTab = (typeof MARKET_TABS)[number]

export interface Choice {
  readonly where: Where
  readonly sector: SectorName | null
  readonly list: MarketTab
  readonly sort: Sort<SortColumnName>
}

const WHERE: readonly Where[] = [...VENUES, 'us', 'all']
const DEFAULT_WHERE: Where = 'XMAD'

/** A list's default order; the watchlist has its own order. */
export const orderOf = (tab: MarketTab): Sort<SortColumnName> =>
  tab === 'watched' || tab === 'earnings' ? { by: 'list', down: false } : LIST_ORDERS[tab]

const named = <Name extends string>(names: readonly Name[], name: string | null): Name | undefined =>
  names.find((each) => each === name)

/** Read a choice from an address; unknown values are ignored. */
export function choiceFor(query: URLSearchParams): Choice {
  const list = named(MARKET_TABS, query.get('list')) ?? 'all'
  const by = named(SORTS, query.get('sort'))
  const usual = orderOf(list)
  return {
    where: named(WHERE, query.get('venue')) ?? DEFAULT_WHERE,
    sector: named(SECTORS, query.get('sector')) ?? null,
    list,
    sort: by ? { by, down: query.get('way') !== 'up' } : usual,
  }
}

/** The query of a choice, without the page's defaults. */
export function queryOf({ where, sector, list, sort }: Choice): Query {
  const usual = orderOf(list)
  const isSorted = sort.by !== usual.by || sort.down !== usual.down
  return {
    venue: where === DEFAULT_WHERE ? undefined : where,
    sector: sector ?? undefined,
    list: list === 'all' ? undefined : list,
    sort: isSorted ? sort.by : undefined,
    way: isSorted && !sort.down ? 'up' : undefined,
  }
}

/** True for a market list, which is requested by its name alone. */
export const isList = (tab: MarketTab): tab is ListName => tab !== 'watched' && tab !== 'earnings'
