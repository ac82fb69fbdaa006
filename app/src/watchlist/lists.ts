import type { ReplyOf } from '@lonja/core/base/contract'
import type { listWatchlists } from '@lonja/core/watchlist/watchlist.contract'
import { storeOf, useStore } from '@lonja/kit/store'
import { useText } from '@lonja/kit/text'

export type ListHead = ReplyOf<typeof listWatchlists>['rows'][number]

/** What a list is called: the own one has a name in each language while nobody has named it. */
export function useListName(): (list: Pick<ListHead, 'name'>) => string {
  const t = useText('watchlist')
  return ({ name }) => name ?? t('ownList')
}

const shown = storeOf<string | null>(null)

/** The list on the screen, and what stands on it in its order: what a row's menu moves from. Null where none is. */
export const useShownList = (): string | null => useStore(shown)
export const showList = (list: string | null): void => shown.set(list)

/** Where what one wants to be told of is chosen: what is found leads to its alert. */
export const CHOOSE = ['/subPackages/discover/search', { for: 'alert' }] as const

/** The alerts of a listing, or all of them. */
export const ALERTS_PATH = '/subPackages/watchlist/alerts'
