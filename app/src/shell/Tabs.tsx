import { HOME } from '@lonja/kit/nav.rules'
import { goTo, hrefTo, useNav } from '@lonja/kit/nav'
import {
  BriefcaseFillIcon,
  BriefcaseIcon,
  ChartBarFillIcon,
  ChartBarIcon,
  HouseFillIcon,
  HouseIcon,
  StarFillIcon,
  StarIcon,
  UserFillIcon,
  UserIcon,
} from '@lonja/kit/parts/icons'
import { TabBar } from '@lonja/kit/parts/TabBar'
import { useHasUnread } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { TABS } from '../routes.ts'

/** The tab bar, on the five tab pages. */
export function Tabs() {
  const t = useText('app')
  const { place } = useNav()
  const unread = useHasUnread()
  const chosen = TABS.indexOf(place.path)
  if (chosen < 0) return null
  const items = [
    { label: t('home'), icon: HouseIcon, iconOn: HouseFillIcon },
    { label: t('market'), icon: ChartBarIcon, iconOn: ChartBarFillIcon },
    { label: t('trade'), icon: BriefcaseIcon, iconOn: BriefcaseFillIcon },
    { label: t('watchlist'), icon: StarIcon, iconOn: StarFillIcon },
    { label: t('mine'), icon: UserIcon, iconOn: UserFillIcon, waits: unread ? t('unread') : undefined },
  ].map((item, index) => ({ ...item, href: hrefTo(TABS[index] ?? HOME) }))
  return <TabBar label={t('tabs')} items={items} chosen={chosen} onChoose={(index) => goTo(TABS[index] ?? HOME)} />
}
