import { Suspense, lazy, useState } from 'react'
import { tickerOf, venueOf, type ListingId } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { priceE4 } from '@lonja/core/base/amount'
import { readInstrument } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { HeroChange } from '@lonja/kit/parts/Change'
import { Price } from '@lonja/kit/parts/Price'
import { Screen } from '@lonja/kit/parts/Screen'
import { StandIn } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView, Skeleton, SkeletonRows } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { isHalted } from '../market/halt.ts'
import { useMarketNames } from '../market/names.ts'
import { LatestNews } from '../news/LatestNews.tsx'
import { InstrumentActs, ListChoice } from '../watchlist/InstrumentActs.tsx'
import type { Instrument } from './instrument.ts'
import { InstrumentChart } from './InstrumentChart.tsx'
import { DayFigures, OwnPosition } from './InstrumentFacts.tsx'
import { ShareLink } from './ShareLink.tsx'
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
      caption={names.venue(venueOf(listing))}
      onBack={back}
      onRefresh={() => read.refetch()}
      right={<InstrumentActs listing={listing} name={data.name} />}
      {...(data.kind === 'share' && data.unquoted === null ? { dock: <Ways of={data} /> } : {})}
    >
      <Head of={data} />
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

function Head({ of }: { of: Instrument }) {
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
      <div className={styles.figure}>
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

/** Sell and buy, each with its current price. A halted listing has no price to trade at. */
function Ways({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const orders = useText('orders')
  const halted = isHalted(of.session, live?.at)
  const at = (side: 'bid' | 'ask') => {
    if (halted) return orders('limitOnly')
    const price = live?.[side] ?? of.quote?.[side]
    return price ? t('atPrice', { price: f.price(price, of.currency) }) : undefined
  }
  const ticket = (side: string) => hrefTo('/subPackages/home/socketDetail/place', { listing: of.listing, side })
  return (
    <Buttons>
      <Button look="outline" label={t('sell')} second={at('bid')} href={ticket('sell')} />
      <Button label={t('buy')} second={at('ask')} href={ticket('buy')} />
    </Buttons>
  )
}
