import { tickerOf, venueOf, type ListingId } from '@lonja/core/base/amount'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { back, goTo, hrefTo, useQuery } from '@lonja/kit/nav'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ClockCounterClockwiseIcon } from '@lonja/kit/parts/late-icons'
import { ChartLineIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { markStale, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { OwnActions } from '../corporate/OwnActions.tsx'
import { useTicketFacts } from '../orders/facts.ts'
import { useMarketNames } from '../market/names.ts'
import { closedUrl } from './closed.ts'
import { PositionMargin } from './LotMargin.tsx'
import { PositionFigures } from './PositionFigures.tsx'
import { PositionLots } from './PositionLots.tsx'
import { ClosedOfIt, OpenOrdersOfIt } from './PositionRest.tsx'
import { SellAll } from './SellAll.tsx'
import { instrumentUrl } from './position.ts'
import styles from './PositionPage.module.css'

/** Placeholder: name, value, result, figures and two lots. */
const WAITING = [
  ['60%', 20],
  ['55%', 44],
  ['45%', 20],
  ['100%', 66],
  ['100%', 66],
  ['100%', 66],
] as const

/** One position: its figures at the newest price, its lots, its open orders, and its closed part. */
export function PositionPage() {
  const t = useText('portfolio')
  const orders = useText('orders')
  const listing = (useQuery().get('listing') ?? '') as ListingId
  const names = useMarketNames()
  const read = useRead(listPositions, { listing }, { quiet: true })
  const { data, error } = read
  const position = data?.rows[0]
  const isUnknown = error && 'refused' in error && error.refused === 'bad_input'
  const refresh = () => {
    markStale(['orders', 'balances'])
    return read.refetch()
  }
  return (
    <Screen
      title={listing ? tickerOf(listing) : t('positions')}
      {...(listing && !isUnknown ? { caption: names.venue(venueOf(listing)) } : {})}
      onBack={back}
      onRefresh={refresh}
      right={
        !isUnknown && (
          <>
            <IconButton icon={ChartLineIcon} label={t('seeChart')} onClick={() => goTo(instrumentUrl(listing))} />
            <IconButton
              icon={ClockCounterClockwiseIcon}
              label={t('seeClosedOfIt')}
              onClick={() => goTo(closedUrl({ listing }))}
            />
          </>
        )
      }
      dock={position && <SellAll position={position} />}
    >
      {position ? (
        <Whole key={listing} position={position} />
      ) : isUnknown ? (
        <Empty text={orders('unknownListing')} action={t('seePositions')} href={hrefTo('/pages/trade/index')} />
      ) : data ? (
        <NothingHeld listing={listing} />
      ) : error ? (
        <ErrorView
          title={t('loadFailedPositions')}
          text={t('nothingChanged', { why: error.msg })}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Whole({ position }: { position: Parameters<typeof PositionFigures>[0]['position'] }) {
  const t = useText('portfolio')
  const { instrument, stale } = useTicketFacts(position.listing)
  return (
    <>
      <PositionFigures position={position} stale={stale} session={instrument?.session} />
      <PositionMargin position={position} />
      <PositionLots position={position} />
      <div className={styles.actions}>
        <OwnActions listing={position.listing} />
      </div>
      <OpenOrdersOfIt listing={position.listing} />
      <ClosedOfIt listing={position.listing} />
      <Row title={t('seeChart')} caret href={`#${instrumentUrl(position.listing)}`} />
    </>
  )
}

/** The shares have been sold, or were never held. */
function NothingHeld({ listing }: { listing: ListingId }) {
  const t = useText('portfolio')
  return (
    <>
      <Empty
        text={t('nothingHeld', { code: tickerOf(listing) })}
        action={t('seePositions')}
        href={hrefTo('/pages/trade/index', { tab: 'positions' })}
      />
      <Row
        title={t('buyCode', { code: tickerOf(listing) })}
        caret
        href={hrefTo('/subPackages/home/socketDetail/place', { listing, side: 'buy' })}
      />
      <OpenOrdersOfIt listing={listing} />
      <ClosedOfIt listing={listing} />
      <Row title={t('seeChart')} caret href={`#${instrumentUrl(listing)}`} />
    </>
  )
}
