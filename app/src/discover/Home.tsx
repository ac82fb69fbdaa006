import { useState } from 'react'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { houseFacts } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo, goTo } from '@lonja/kit/nav'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { CaretRightIcon, EnvelopeSimpleIcon, MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useHasUnread, useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import { LatestNews } from '../news/LatestNews.tsx'
import { NextEarnings } from './Earnings.tsx'
import { Entries } from './Entries.tsx'
import { IndexCards } from './IndexCards.tsx'
import { LIST_NAMES, moversRequest, rowsOf, type ListName } from './lists.ts'
import { Total } from './Total.tsx'
import styles from './discover.module.css'

const REFETCH_MS = 15_000

/** Home: the customer's total, and the market's movers. */
export function Home() {
  const t = useText('discover')
  const session = useSession()
  const unread = useHasUnread()
  const figures = useRead(readFigures, {}, { refetchMs: REFETCH_MS })
  const isSaid = figures.error !== null && !figures.data
  return (
    <Screen
      onRefresh={refreshAll}
      header={
        <div className={styles.search}>
          <h1 className="said" tabIndex={-1}>
            {t('home')}
          </h1>
          <a className={styles.box} href={hrefTo('/subPackages/discover/search')}>
            <MagnifyingGlassIcon size={22} />
            {t('search')}
          </a>
          <IconButton
            icon={EnvelopeSimpleIcon}
            label={t(unread ? 'messagesUnread' : 'messages')}
            dot={unread}
            onClick={() => goTo('/subPackages/message/message')}
          />
        </div>
      }
    >
      {session ? <Total of={figures} /> : <Welcome />}
      <Entries />
      <IndexCards />
      <Movers isSaid={session !== null && isSaid} />
      {!isSaid && <LatestNews />}
    </Screen>
  )
}

function Welcome() {
  const t = useText('discover')
  const f = useFormats()
  const about = useRead(readAbout, {}, { quiet: true })
  const listings = about.data?.listings ?? houseFacts()?.listings
  return (
    <>
      <section className={styles.welcome}>
        <h2>{t('welcome')}</h2>
        <p>{listings === undefined ? <Skeleton width="80%" /> : t('welcomeText', { count: f.count(listings) })}</p>
      </section>
      <div className={styles.doors}>
        <Buttons>
          <Button label={t('register')} href={hrefTo('/subPackages/register/register')} />
          <Button look="soft" label={t('logIn')} href={hrefTo('/subPackages/login/login')} />
        </Buttons>
      </div>
    </>
  )
}

const HOME_TABS = [...LIST_NAMES.filter((name) => name !== 'all'), 'earnings'] as const
type HomeTab = (typeof HOME_TABS)[number]

/** `isSaid`: the page already offers to reload everything. */
function Movers({ isSaid }: { isSaid: boolean }) {
  const t = useText('discover')
  const [tab, setTab] = useState<HomeTab>('gainers')
  return (
    <Tabs
      label={t('lists')}
      sticky
      value={tab}
      onChange={setTab}
      tabs={HOME_TABS.map((value) => ({ value, label: t(value) }))}
    >
      {tab === 'earnings' ? <NextEarnings /> : <ShortList list={tab} isSaid={isSaid} />}
    </Tabs>
  )
}

/** The first rows of a list, and a link to the whole list. */
function ShortList({ list, isSaid }: { list: ListName; isSaid: boolean }) {
  const t = useText('discover')
  const none = useText('home')
  const names = useMarketNames()
  const read = useRead(listInstruments, moversRequest(list), { refetchMs: REFETCH_MS, keep: true })
  if (read.error && !read.data) {
    return isSaid ? (
      <Empty text={t('loadFailed')} />
    ) : (
      <ErrorView title={t('loadFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
    )
  }
  if (!read.data) return <SkeletonRows />
  return (
    <>
      {rowsOf(read.data).map((row) => (
        <LiveRow key={row.listing} of={row} caption={names.caption(row.listing)} />
      ))}
      {read.data.listing.length === 0 && <Empty text={none('home23')} />}
      <div className={styles.more}>
        <Button
          look="text"
          small
          icon={CaretRightIcon}
          label={t('seeList')}
          href={hrefTo('/pages/market/index', { list, venue: 'all' })}
        />
      </div>
    </>
  )
}
