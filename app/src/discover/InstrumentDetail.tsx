import { Suspense, lazy, useEffect, useRef, useState, type RefObject } from 'react'
import { tickerOf, venueOf, type ListingId } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { priceE4 } from '@lonja/core/base/amount'
import { readInstrument } from '@lonja/core/market/market.contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Change, HeroChange } from '@lonja/kit/parts/Change'
import { Price } from '@lonja/kit/parts/Price'
import { Screen } from '@lonja/kit/parts/Screen'
import { StandIn } from '@lonja/kit/parts/SkeletonBlocks'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView, Skeleton } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { isHalted } from '../market/halt.ts'
import { useMarketNames } from '../market/names.ts'
import { LatestNews } from '../news/LatestNews.tsx'
import { InstrumentActs, ListChoice } from '../watchlist/InstrumentActs.tsx'
import type { Instrument } from './instrument.ts'
import { InstrumentChart } from './InstrumentChart.tsx'
import { DayFigures, OwnPosition } from './InstrumentFacts.tsx'
import { rememberLook } from './looked.ts'
import { ShareLink } from './ShareLink.tsx'
import { TradeWays } from './TradeWays.tsx'
import chart from './chart.module.css'
import styles from './discover.module.css'

const REFETCH_MS = 30_000

/** The other tabs are loaded when they are opened. */
const InstrumentCompany = lazy(() => import('./InstrumentCompany.tsx').then((m) => ({ default: m.InstrumentCompany })))
const IndexMembers = lazy(() => import('./IndexMembers.tsx').then((m) => ({ default: m.IndexMembers })))

/** A share or an index: name, price, line, figures, the customer's position, and the sell and buy buttons. */
export function InstrumentDetail() {
  const t = useText('discover')
  const names = useMarketNames()
  const listing = useQuery().get('listing') as ListingId
  const read = useRead(readInstrument, { listing }, { refetchMs: REFETCH_MS })
  const figure = useRef<HTMLDivElement>(null)
  const isAway = useScrolledAway(figure, read.data !== undefined)
  const isShare = read.data?.kind === 'share'
  useEffect(() => {
    if (isShare) rememberLook(listing)
  }, [isShare, listing])
  const { data, error } = read
  if (!data) {
    // The first paint shows the venue too, so the rest keeps its place.
    const venue = error || !listing ? {} : { caption: names.venue(venueOf(listing)) }
    return (
      <Screen title={listing ? tickerOf(listing) : t('market')} {...venue} onBack={back}>
        {error && 'refused' in error && (error.refused === 'unknown_listing' || error.refused === 'bad_input') ? (
          <Empty text={t('unknown')} action={t('searchTitle')} href={hrefTo('/subPackages/discover/search')} />
        ) : error ? (
          <ErrorView title={t('instrumentFailed')} text={error.msg} onRetry={() => void read.refetch()} />
        ) : (
          <Waiting />
        )}
      </Screen>
    )
  }
  return (
    <Screen
      title={tickerOf(listing)}
      caption={isAway ? <Held of={data} /> : names.venue(venueOf(listing))}
      onBack={back}
      onRefresh={() => read.refetch()}
      right={<InstrumentActs listing={listing} name={data.name} />}
      {...(data.kind === 'share' && data.unquoted === null ? { dock: <TradeWays of={data} /> } : {})}
    >
      <Head of={data} figure={figure} />
      {data.unquoted === null ? <Halt of={data} /> : <Unquoted why={data.unquoted} />}
      <InstrumentChart of={data} />
      <Facts of={data} />
    </Screen>
  )
}

/** Placeholder: the name, the price and the change, the chart's place, and the figures. */
function Waiting() {
  return (
    <>
      <div className={styles.detail}>
        <div className={styles.titled}>
          <span className={styles.name}>
            <Skeleton width={150} height={24} />
          </span>
        </div>
        <div className={styles.figure}>
          <Skeleton width={130} height={40} />
        </div>
        <div className={styles.line}>
          <Skeleton width={110} height={20} />
        </div>
      </div>
      <div className={chart.chart}>
        <i className={chart.pane} />
      </div>
      <StandIn>
        <div className={chart.ranges}>
          <Skeleton width="100%" height={36} />
        </div>
        <div className={chart.intervals}>
          <Skeleton width="80%" height={40} />
        </div>
        <div className={styles.sections}>
          <Skeleton width="45%" height={22} />
        </div>
        <div className={styles.figures}>
          {Array.from({ length: 6 }, (_, row) => (
            <div key={row} className={styles.fact}>
              <Skeleton width="100%" height={18} />
            </div>
          ))}
        </div>
      </StandIn>
    </>
  )
}

/** Whether the large price is scrolled out of sight: the header then has price and change. */
function useScrolledAway(figure: RefObject<HTMLDivElement | null>, isShown: boolean): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const element = figure.current
    if (!element) return
    const watcher = new IntersectionObserver((entries) => setIsAway(entries.at(-1)?.isIntersecting === false))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [figure, isShown])
  return isAway
}

/** The latest price and the day's change in one line. */
function Held({ of }: { of: Instrument }) {
  const f = useFormats()
  const live = useQuote(of.listing)
  const last = live?.last ?? of.day?.last ?? of.quote?.last ?? null
  const previous = live?.previousClose ?? of.day?.previousClose ?? null
  return (
    <>
      <b className={styles.held}>{f.price(last, of.kind === 'share' ? of.currency : undefined)}</b>{' '}
      <Change bps={previous && last ? changeBps(previous, last) : null} />
    </>
  )
}

function Head({ of, figure }: { of: Instrument; figure: RefObject<HTMLDivElement | null> }) {
  const t = useText('discover')
  const market = useText('market')
  const f = useFormats()
  const live = useQuote(of.listing)
  const last = live?.last ?? of.day?.last ?? of.quote?.last ?? null
  const previous = live?.previousClose ?? of.day?.previousClose ?? null
  const at = live?.at ?? of.quote?.at ?? of.day?.at ?? null
  const { state, opensAt, resumesAt } = of.session
  const halted = isHalted(of.session, live?.at)
  // A halt is no outage: the price before it is the latest possible one.
  const stale = !halted && of.quote?.stale === true && (live === null || live.at <= of.quote.at)
  return (
    <div className={styles.detail}>
      <div className={styles.titled}>
        <p className={styles.name}>{of.name}</p>
        <span className={styles.titleActs}>
          <ListChoice listing={of.listing} name={of.name} />
          <ShareLink name={of.name} />
        </span>
      </div>
      <div className={styles.figure} ref={figure}>
        <Price of={last} size={32} stale={stale} {...(of.kind === 'share' ? { currency: of.currency } : {})} />
      </div>
      <div className={styles.line}>
        <HeroChange
          currency={of.kind === 'share' ? of.currency : undefined}
          bps={previous && last ? changeBps(previous, last) : null}
          by={previous && last ? priceE4(last - previous) : undefined}
          note={t('today')}
        />
        <span className={styles.state}>
          <i className={styles.dot} data-state={halted ? 'halted' : state} />
          {halted ? market('halted') : state === 'closed' ? t('shut') : t('open')}
          {state === 'closed' && opensAt !== null && ` · ${t('opensAt', { time: f.date(opensAt) })}`}
          {halted && resumesAt !== null && ` · ${t('resumes', { time: f.clock(resumesAt) })}`}
          {!halted && state !== 'closed' && at !== null && ` · ${f.time(at)}`}
          {stale && ` · ${t('stale')}`}
        </span>
      </div>
    </div>
  )
}

/** The effect of a halt for the reader: its end, and what is possible meanwhile. */
function Halt({ of }: { of: Instrument }) {
  const t = useText('orders')
  const f = useFormats()
  const live = useQuote(of.listing)
  const { resumesAt } = of.session
  if (!isHalted(of.session, live?.at)) return null
  return (
    <div className={styles.halt}>
      <Notice>{resumesAt === null ? t('halted') : t('haltedUntil', { time: f.clock(resumesAt) })}</Notice>
    </div>
  )
}

/** The reason why a listing has no quotes in this house: nothing can be bought or sold. */
function Unquoted({ why }: { why: NonNullable<Instrument['unquoted']> }) {
  const t = useText('orders')
  return (
    <div className={styles.halt}>
      <Notice>{t(`unquoted_${why}`)}</Notice>
    </div>
  )
}

/** The way to the strategies for a share, for customers of a house that has them. */
function Automate({ of }: { of: Instrument }) {
  const t = useText('discover')
  const isIn = useSession() !== null
  if (!isIn || isOff('strategies') || of.unquoted !== null) return null
  const href = hrefTo('/subPackages/home/dayTrading/dayTrading', { listing: of.listing })
  return <Button small look="text" label={t('automate')} href={href} />
}

function Facts({ of }: { of: Instrument }) {
  const t = useText('discover')
  const index = of.kind === 'index'
  const [tab, setTab] = useState<'summary' | 'company' | 'members'>('summary')
  return (
    <Tabs
      label={t('sections')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'summary', label: t('summary') },
        index ? { value: 'members', label: t('members') } : { value: 'company', label: t('company') },
      ]}
    >
      {tab === 'summary' && (
        <>
          <DayFigures of={of} />
          {index ? <p className={styles.aside}>{t('notTraded')}</p> : <OwnPosition of={of} />}
          {!index && (
            <Button
              small
              look="text"
              label={t('corporate')}
              href={hrefTo('/subPackages/corporate/actions', { listing: of.listing })}
            />
          )}
          {!index && <Automate of={of} />}
          <LatestNews listing={of.listing} />
        </>
      )}
      <Suspense fallback={<SkeletonRows line={false} />}>
        {tab === 'company' && <InstrumentCompany of={of} />}
        {tab === 'members' && <IndexMembers listing={of.listing} />}
      </Suspense>
      <div className={styles.tail} />
    </Tabs>
  )
}
