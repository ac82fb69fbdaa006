import { VENUES, type Venue } from '@lonja/core/base/amount'
import { SORTS } from '@lonja/core/discover/discover.contract'
import { SECTORS } from '@lonja/core/market/instruments'
import type { Query } from '@lonja/kit/nav'
import type { Sort } from '@lonja/kit/parts/SortHeader'
import { LIST_NAMES, LIST_ORDERS, type ListName, type SortColumnName } from './lists.ts'

/*
 * What a person chose to see of the market. It stands in the page's address, so that a link, a reload and the way back show
 * the same list; what nobody chose is left out of it.
 */

export type SectorName = (typeof SECTORS)[number]

/** One venue, the three of the United States, or all. */
export type Where = Venue | 'us' | 'all'

/** The lists of the market, and beside them what one watches and who reports when. */
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

/** How a list stands before a person sorts it: one's own in its own order. */
export const orderOf = (tab: MarketTab): Sort<SortColumnName> =>
  tab === 'watched' || tab === 'earnings' ? { by: 'list', down: false } : LIST_ORDERS[tab]

const named = <Name extends string>(names: readonly Name[], name: string | null): Name | undefined =>
  names.find((each) => each === name)

/** What an address asks for; whatever is none of ours is as if it were not there. */
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

/** The address of a choice: only what differs from what the page shows by itself. */
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

/** Where a list of the market is asked for by its name alone. */
export const isList = (tab: MarketTab): tab is ListName => tab !== 'watched' && tab !== 'earnings'
