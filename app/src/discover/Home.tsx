import { useState } from 'react'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { changeBps, toneFor } from '@lonja/core/base/formats'
import { houseFacts } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { hideFigures, useFiguresHidden } from '@lonja/kit/hidden'
import { hrefTo, goTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { HeroChange } from '@lonja/kit/parts/Change'
import {
  CaretRightIcon,
  EnvelopeSimpleIcon,
  EyeIcon,
  EyeSlashIcon,
  MagnifyingGlassIcon,
} from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Screen } from '@lonja/kit/parts/Screen'
import { Sparkline } from '@lonja/kit/parts/Sparkline'
import { Empty, ErrorView, Skeleton, SkeletonRows } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { toast } from '@lonja/kit/parts/toast'
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
import styles from './discover.module.css'

const REFETCH_MS = 15_000

/** Home: the customer's total, and the market's movers. */
export function Home() {
  const t = useText('discover')
  const session = useSession()
  const unread = useHasUnread()
  const figures = useRead(readFigures, {}, { refetchMs: REFETCH_MS })
  const isSaid = figures.error !== null && !figures.data
  const refresh = async () => {
    if (await refreshAll()) toast(t('refreshed'))
  }
  return (
    <Screen
      onRefresh={refresh}
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

/** If the total fails to load, the lists below may fail too: one error, with one button that reloads everything. */
function Total({ of: { data, error } }: { of: ReturnType<typeof useRead<typeof readFigures>> }) {
  const t = useText('discover')
  const hidden = useFiguresHidden()
  if (error && !data) {
    return <ErrorView title={t('totalFailed')} text={error.msg} onRetry={() => void refreshAll()} />
  }
  const display = data?.display
  return (
    <>
      <section className={styles.total} aria-label={t('total')}>
        <div>
          <p className={styles.caption}>
            {t('total')}
            <IconButton
              icon={hidden ? EyeSlashIcon : EyeIcon}
              size={18}
              label={t(hidden ? 'show' : 'hide')}
              pressed={hidden}
              onClick={() => hideFigures(!hidden)}
            />
          </p>
          {!display ? (
            <div className={styles.counting} data-waiting>
              <Skeleton width={180} height={40} />
              <Skeleton width={130} height={16} />
            </div>
          ) : hidden ? (
            <p className={styles.covered}>••••••</p>
          ) : (
            <>
              <Amount of={{ asset: display.currency, units: display.total }} size={32} />
              <HeroChange
                currency={display.currency}
                byCents={display.dayChange ?? undefined}
                bps={display.dayChange === null ? null : changeBps(display.total - display.dayChange, display.total)}
                note={t('today')}
              />
            </>
          )}
        </div>
        {!hidden && <DayCurve />}
      </section>
      <Doors penniless={display !== undefined && display.total === 0n && display.paidIn === 0n} />
    </>
  )
}

/** The two main links. A customer without money is led to the deposit first. */
function Doors({ penniless }: { penniless: boolean }) {
  const t = useText('discover')
  const trade = '/pages/market/index'
  return (
    <div className={styles.doors}>
      {penniless && <p className={styles.penniless}>{t('noMoney')}</p>}
      <Buttons>
        <Button label={t(penniless ? 'entryDeposit' : 'trade')} href={hrefTo(penniless ? DEPOSIT : trade)} />
        <Button
          look="soft"
          label={t(penniless ? 'seeMarket' : 'funds')}
          href={hrefTo(penniless ? trade : '/subPackages/portfolio/funds')}
        />
      </Buttons>
    </div>
  )
}

const DEPOSIT = '/subPackages/recharge/type'

/** The total over the day. The line stops at now, and the figures beside it show the same values. */
function DayCurve() {
  const t = useText('discover')
  const f = useFormats()
  const { data } = useRead(readDayCurve, {}, { quiet: true, refetchMs: 60_000 })
  if (!data || data.total.length < 2) return <div className={styles.curve} />
  const points = data.total.map(Number)
  const last = data.total.at(-1) ?? 0n
  const now = data.at.at(-1) ?? data.from
  const share = (now - data.from) / Math.max(1, data.to - data.from)
  const session = Math.max(points.length, Math.round(points.length / Math.max(share, 0.05)))
  return (
    <div
      className={styles.curve}
      role="img"
      aria-label={t('dayCurve', {
        from: f.amount({ asset: data.currency, units: data.start }),
        to: f.amount({ asset: data.currency, units: last }),
      })}
    >
      <Sparkline points={points} previous={Number(data.start)} session={session} tone={toneFor(last - data.start)} />
    </div>
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
