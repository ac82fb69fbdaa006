import { listOffers, listOwnApplications, type OfferState } from '@lonja/core/ipo/ipo.contract'
import { amountFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo, hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ClockCounterClockwiseIcon } from '@lonja/kit/parts/late-icons'
import { CalendarDotsIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { ProductOff } from '../accounts/ProductOff.tsx'
import { useMarketNames } from '../market/names.ts'
import { FirstDays, useFirstDays } from './FirstDays.tsx'
import { APPLICATION_SAID, DETAIL, RECORDS, type Offer, type OwnApplication } from './offer.ts'
import styles from './ipo.module.css'

/** The groups of the list, and what a reader can expect of each. */
const GROUPS: readonly { state: OfferState; title: TextKey<'ipo'>; hint: TextKey<'ipo'> }[] = [
  { state: 'subscribing', title: 'groupOpen', hint: 'groupOpenHint' },
  { state: 'not_started', title: 'groupSoon', hint: 'groupSoonHint' },
  { state: 'ended', title: 'groupEnded', hint: 'groupEndedHint' },
  { state: 'drawn', title: 'groupDrawn', hint: 'groupDrawnHint' },
  { state: 'listed', title: 'groupListed', hint: 'groupListedHint' },
  { state: 'cancelled', title: 'groupExpired', hint: 'groupExpiredHint' },
]

/** The offers of shares before they trade, by state. Spec: /subPackages/home/ipo/ipo. */
export function Offers() {
  const t = useText('ipo')
  const { pages, error, refetch, more, hasMore, isFetchingMore } = usePages(listOffers, {})
  const own = useRead(listOwnApplications, {}, { quiet: true })
  const offers = pages.flatMap(({ rows }) => rows)
  const first = pages[0]
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={refreshAll}
      right={<IconButton icon={ClockCounterClockwiseIcon} label={t('records')} onClick={() => goTo(RECORDS)} />}
    >
      <ProductOff product="ipo" />
      {!first && error && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!first && !error && <SkeletonRows line={false} />}
      {first?.hasOffers === false && <Empty icon={CalendarDotsIcon} text={t('noPractice')} why={t('noPracticeWhy')} />}
      {first?.hasOffers && offers.length === 0 && <Empty icon={CalendarDotsIcon} text={t('none')} why={t('noneWhy')} />}
      {offers.length > 0 && (
        <Section>
          <Notice tone="ground" title={t('whatTitle')}>
            {t('what')}
          </Notice>
        </Section>
      )}
      {first?.hasOffers && <FirstDays />}
      {GROUPS.map(({ state, title, hint }) => (
        <Group
          key={state}
          title={t(title)}
          hint={t(hint)}
          offers={offers.filter((offer) => offer.state === state)}
          own={own.data?.rows ?? []}
        />
      ))}
      {hasMore && <Button look="text" label={t('more')} busy={isFetchingMore} onClick={more} />}
      <div className={styles.end} />
    </Screen>
  )
}

function Group(props: { title: string; hint: string; offers: readonly Offer[]; own: readonly OwnApplication[] }) {
  const { title, hint, offers, own } = props
  if (offers.length === 0) return null
  return (
    <Section title={title} right={<span className={styles.soft}>{hint}</span>} flush>
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} own={own.find((each) => each.offer === offer.id)} />
      ))}
    </Section>
  )
}

function OfferRow({ offer, own }: { offer: Offer; own: OwnApplication | undefined }) {
  const t = useText('ipo')
  const f = useFormats()
  const names = useMarketNames()
  const { state, currency, price } = offer
  const isListed = state === 'listed'
  const firstDay = useFirstDays().data?.rows.find((row) => row.offer === offer.id)
  const cost = isListed
    ? t('atPrice', { price: f.price(price, currency) })
    : t('lotOf', { amount: f.amount({ asset: currency, units: amountFor(offer, wholeLots(1n)) }) })
  const words = own && APPLICATION_SAID[own.state]
  return (
    <Row
      title={offer.company}
      wraps
      caption={`${names.caption(offer.listing)} · ${cost}`}
      value={
        isListed && offer.returnBps !== null ? <Change bps={BigInt(offer.returnBps)} /> : <NextDate offer={offer} />
      }
      valueCaption={
        words && own ? (
          <StatusChip
            tone={words.tone}
            label={own.state === 'subscribed' ? t('appliedFor', { count: own.lots }) : t(words.key)}
          />
        ) : isListed ? (
          <Since bps={firstDay?.bps} />
        ) : state === 'drawn' ? (
          t('noMarket')
        ) : undefined
      }
      href={hrefTo(DETAIL, { id: offer.id })}
    />
  )
}

/** The result of the first day beside that of today, once it is over. */
function Since({ bps }: { bps: number | undefined }) {
  const t = useText('ipo')
  if (bps === undefined) return t('sincePrice')
  return (
    <>
      {t('firstDay')} <Change bps={BigInt(bps)} />
    </>
  )
}

/** The date that comes next for an offer. */
function NextDate({ offer }: { offer: Offer }) {
  const t = useText('ipo')
  const f = useFormats()
  const { state, opens, closes, draws, lists } = offer
  switch (state) {
    case 'not_started':
      return t('opensOn', { date: f.shortDay(opens) })
    case 'subscribing':
      return t('closesOn', { date: f.shortDay(closes) })
    case 'ended':
      return t('drawsOn', { date: f.shortDay(draws) })
    case 'drawn':
      return t('listsOn', { date: f.shortDay(lists) })
    case 'listed':
    case 'cancelled':
      return '-'
  }
}
