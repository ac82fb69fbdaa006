import { useState } from 'react'
import { listEarnings } from '@lonja/core/discover/discover.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { houseFacts } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo, isPage, type Query } from '@lonja/kit/nav'
import type { Icon } from '@lonja/kit/parts/icons'
import {
  ArrowsLeftRightIcon,
  BellIcon,
  CalendarDotsIcon,
  ChartLineIcon,
  NewspaperIcon,
  PulseIcon,
} from '@lonja/kit/parts/page-icons'
import { useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { daysAhead } from './earnings.ts'
import { productsHere } from './products.ts'
import styles from './discover.module.css'

interface Entry {
  readonly path: string
  readonly query?: Query
  readonly icon: Icon
  readonly title: string
  readonly fact?: string | undefined
  /** A page of the customer's own: without a session there is no link, since it would end at the log-in. */
  readonly own?: true
}

/** Links to the features of the app, each with a current fact. Features not built yet have no link. */
export function Entries() {
  const t = useText('discover')
  const about = useRead(readAbout, {}, { quiet: true })
  const listings = about.data?.listings ?? houseFacts()?.listings
  const entries: readonly Entry[] = [
    {
      path: '/pages/market/index',
      query: { venue: 'all' },
      icon: ChartLineIcon,
      title: t('entryMarket'),
      fact: listings === undefined ? undefined : t('count', { count: listings }),
    },
    {
      path: '/pages/market/index',
      query: { venue: 'all', list: 'earnings' },
      icon: CalendarDotsIcon,
      title: t('earnings'),
      fact: useNextReports(),
    },
    {
      path: '/pages/market/index',
      query: { venue: 'all', list: 'radar' },
      icon: PulseIcon,
      title: t('entryRadar'),
      fact: t('entryRadarFact'),
    },
    ...productsHere().map(([, path, title, fact, shape]) => ({
      path,
      icon: shape,
      title: t(title),
      fact: t(fact),
      own: true as const,
    })),
    { path: '/subPackages/news/list', icon: NewspaperIcon, title: t('entryNews'), fact: t('entryNewsFact') },
    {
      path: '/subPackages/watchlist/alerts',
      icon: BellIcon,
      title: t('entryAlerts'),
      fact: t('entryAlertsFact'),
      own: true,
    },
    // The last one: the profile leads there too.
    {
      path: '/subPackages/portfolio/funds',
      icon: ArrowsLeftRightIcon,
      title: t('funds'),
      fact: t('fundsFact'),
      own: true,
    },
  ]
  return <Links of={entries} />
}

function Links({ of }: { of: readonly Entry[] }) {
  const t = useText('discover')
  const session = useSession()
  const open = of.filter(({ path, own }) => isPage(path) && (!own || session !== null))
  // The grid has two columns and no lone tile.
  const tiles = open.slice(0, open.length - (open.length % 2))
  return (
    <nav className={styles.entries} aria-label={t('entries')}>
      {tiles.map(({ path, query, icon: Shape, title, fact }) => (
        <a key={title} href={hrefTo(path, query)}>
          <Shape size={22} />
          <span>
            <strong>{title}</strong>
            <span>{fact ?? '\u00a0'}</span>
          </span>
        </a>
      ))}
    </nav>
  )
}

/** The number of reports on the next day that has any. */
function useNextReports(): string | undefined {
  const t = useText('discover')
  const f = useFormats()
  const { data, error } = useRead(listEarnings, { which: 'upcoming', limit: 8 }, { quiet: true })
  const [today] = useState(() => new Date())
  const [day, count] = [data?.day[0], data?.ofDay[0] ?? 0]
  if (!data) return error ? t('seeCalendar') : undefined
  if (day === undefined) return t('noReports')
  const ahead = daysAhead(day, today)
  if (ahead <= 0) return t('reportsToday', { count })
  if (ahead === 1) return t('reportsTomorrow', { count })
  return t('reportsOn', { count, date: f.shortDay(Date.parse(`${day}T12:00:00Z`)) })
}
