import type { ReplyOf } from '@lonja/core/base/contract'
import type { listWatchlists } from '@lonja/core/watchlist/watchlist.contract'
import { storeOf, useStore } from '@lonja/kit/store'
import { useText } from '@lonja/kit/text'

export type ListHead = ReplyOf<typeof listWatchlists>['rows'][number]

/** The name of a list. An unnamed default list has a name in each language. */
export function useListName(): (list: Pick<ListHead, 'name'>) => string {
  const t = useText('watchlist')
  return ({ name }) => name ?? t('ownList')
}

const shown = storeOf<string | null>(null)

/** The list on the screen with its listings in order, from which a row's menu moves. Null if none is shown. */
export const useShownList = (): string | null => useStore(shown)
export const showList = (list: string | null): void => shown.set(list)

/** The search page for a new alert: a result leads to its alert form. */
export const CHOOSE = ['/subPackages/discover/search', { for: 'alert' }] as const

/** The page of a listing's alerts, or of all. */
export const ALERTS_PATH = '/subPackages/watchlist/alerts'
