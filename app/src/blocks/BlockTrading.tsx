import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { listBlockApplications, listBlockOffers, listBlockPurchases } from '@lonja/core/blocks/blocks.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { usePages } from '@lonja/kit/pages'
import { refreshAll } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ProductOff } from '../accounts/ProductOff.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { BLOCKS, BLOCK_TONES, STATUS_TONES, statusOf, useExactPrice, type Block, type Purchase } from './block.ts'
import { BlockDetail } from './BlockDetail.tsx'
import { OfferCard } from './OfferCard.tsx'
import styles from './blocks.module.css'

const TABS = ['offers', 'purchases', 'applications'] as const
type Tab = (typeof TABS)[number]
const NAMES = { offers: 'tabOffers', purchases: 'tabPurchases', applications: 'tabApplications' } as const

/** Block offers, purchase records and application records; one application by its id. Spec: /subPackages/home/blockTrading/blockTrading. */
export function BlockTrading() {
  const t = useText('blocks')
  const id = useQuery().get('id')
  const [tab, setTab] = useState<Tab>('offers')
  if (id !== null) return <BlockDetail key={id} id={id} />
  return (
    <Screen title={t('title')} onBack={back} onRefresh={refreshAll}>
      <Tabs
        label={t('title')}
        sticky
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({ value, label: t(NAMES[value]) }))}
      >
        {tab === 'offers' ? <Offers /> : tab === 'purchases' ? <Purchases /> : <Applications />}
      </Tabs>
    </Screen>
  )
}

function Offers() {
  const t = useText('blocks')
  const f = useFormats()
  const { pages, error, refetch, more, hasMore, isFetchingMore } = usePages(listBlockOffers, {})
  const [first] = pages
  if (!first)
    return error ? (
      <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows line={false} />
    )
  const offers = pages.flatMap(({ rows }) => rows)
  const { leastBps, mostBps } = first.discounts
  return (
    <>
      <Restriction />
      <ProductOff product="blocks" />
      <Section>
        <Notice tone="ground" title={t('sameTitle')}>
          {t('same', { least: f.rate(BigInt(leastBps)), most: f.rate(BigInt(mostBps)) })}
        </Notice>
      </Section>
      {offers.length === 0 && <Empty icon={ReceiptIcon} text={t('noOffers')} why={t('noOffersWhy')} />}
      {offers.map((offer) => (
        <OfferCard key={offer.offer} offer={offer} house={first} />
      ))}
      {hasMore && <Button look="text" label={t('more')} busy={isFetchingMore} onClick={more} />}
      <div className={styles.end} />
    </>
  )
}

function Purchases() {
  const t = useText('blocks')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listBlockPurchases, {})
  return (
    <List
      label={t('tabPurchases')}
      items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
      keyOf={({ id }) => id}
      row={(purchase) => <PurchaseRow purchase={purchase} />}
      measured
      onEnd={hasMore ? more : undefined}
      loadingMore={isFetchingMore}
      empty={<Empty icon={ReceiptIcon} text={t('noPurchases')} action={t('seeOffers')} href={hrefTo(BLOCKS)} />}
      error={
        pages.length === 0 && error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { id, number, listing, shares, currency, price, sellPrice, state, estimated, realised } = purchase
  const status = statusOf(purchase)
  const result = state === 'hold' ? estimated : realised
  return (
    <Row
      title={t('sharesOf', { count: f.count(shares), ticker: tickerOf(listing) })}
      wraps
      caption={
        <>
          <span className={styles.line}>{t('order', { number })}</span>
          <span className={styles.line}>
            {exact(price, currency)}
            {sellPrice !== null && ` → ${f.price(sellPrice, currency)}`}
          </span>
        </>
      }
      value={result === null ? '-' : <Amount of={{ asset: currency, units: result }} result />}
      valueCaption={
        <>
          {t(state === 'hold' ? 'estimated' : 'realised')}{' '}
          <StatusChip tone={STATUS_TONES[status]} label={t(`status_${status}`)} />
        </>
      }
      href={hrefTo(BLOCKS, { id })}
    />
  )
}

function Applications() {
  const t = useText('blocks')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listBlockApplications, {})
  return (
    <List
      label={t('tabApplications')}
      items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
      keyOf={({ id }) => id}
      row={(block) => <ApplicationRow block={block} />}
      measured
      onEnd={hasMore ? more : undefined}
      loadingMore={isFetchingMore}
      empty={<Empty icon={ReceiptIcon} text={t('noApplications')} action={t('seeOffers')} href={hrefTo(BLOCKS)} />}
      error={
        pages.length === 0 && error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : undefined
      }
    />
  )
}

function ApplicationRow({ block }: { block: Block }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { id, number, company, listing, shares, cap, currency, state, at } = block
  return (
    <Row
      title={company}
      wraps
      caption={
        <>
          <span className={styles.line}>{t('asked', { count: f.count(shares), price: exact(cap, currency) })}</span>
          <span className={styles.line}>{`${f.date(at)} · ${number}`}</span>
        </>
      }
      value={t('sharesOf', { count: f.count(shares), ticker: tickerOf(listing) })}
      valueCaption={<StatusChip tone={BLOCK_TONES[state]} label={t(`state_${state}`)} />}
      href={hrefTo(BLOCKS, { id })}
    />
  )
}
