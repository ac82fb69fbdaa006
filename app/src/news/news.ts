import type { ReplyOf } from '@lonja/core/base/contract'
import type { listNews, readNews } from '@lonja/core/news/news.contract'
import { houseFacts } from '@lonja/kit/first'
import { hrefTo } from '@lonja/kit/nav'
import { BuildingsIcon, RssIcon, WaveSineIcon } from '@lonja/kit/parts/late-icons'
import type { Icon } from '@lonja/kit/parts/icons'
import { useText } from '@lonja/kit/text'

export type NewsRow = ReplyOf<typeof listNews>['rows'][number]
export type News = ReplyOf<typeof readNews>
type NewsOrigin = Pick<NewsRow, 'origin' | 'teller'>

/** True if prices come from the practice market, whose market news is then practice news. */
export const isPractice = (): boolean => (houseFacts()?.source ?? 'practice') === 'practice'

/** The mark of a news item, which shows its origin before the title is read. */
export interface NewsMark {
  readonly icon: Icon
  readonly label: string
  readonly isMarket: boolean
}

export function useMark(): (of: NewsOrigin) => NewsMark {
  const t = useText('news')
  return ({ origin, teller }) => {
    if (origin === 'house') return { icon: BuildingsIcon, label: t('house'), isMarket: false }
    if (origin === 'outside') return { icon: RssIcon, label: teller === '' ? t('outside') : teller, isMarket: false }
    return { icon: WaveSineIcon, label: teller === 'practice' ? t('practice') : teller, isMarket: true }
  }
}

/** The link to a news item's page. */
export const newsHref = (id: string): string => hrefTo('/subPackages/news/detail', { id })
