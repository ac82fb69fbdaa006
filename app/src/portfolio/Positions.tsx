import { Fragment, useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { LOCALES } from '@lonja/core/base/language'
import { LEVERAGES } from '@lonja/core/orders/orders.contract'
import { standingOf } from '@lonja/core/orders/lots.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { quoteNow, useQuote } from '@lonja/kit/live'
import { goTo, hrefTo } from '@lonja/kit/nav'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { ArrowDownIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { OwnActions } from '../corporate/OwnActions.tsx'
import { LotResult, LotTable } from '../orders/LotTable.tsx'
import { Times } from '../orders/TicketLeverage.tsx'
import { OpenName } from './OpenName.tsx'
import { PositionResult } from './PositionResult.tsx'
import { exitUrl, positionUrl, saleUrl } from './position.ts'
import { POSITION_SORTS, sortPositions, type Position, type PositionSort } from './positions.ts'
import styles from './TradingCentre.module.css'

const SORT_TEXTS = { value: 'sortValue', result: 'sortResult', name: 'sortName' } as const

/**
 * Open positions by instrument; a tap opens the lots. Prices come from the stream, and only changed digits are redrawn.
 */
export function Positions() {
  const t = useText('portfolio')
  const { language } = useFormats()
  const [sort, setSort] = useState<PositionSort>('value')
  const read = useRead(listPositions, {})
  if (read.error && !read.data) {
    return (
      <ErrorView
        title={t('loadFailedPositions')}
        text={t('nothingChanged', { why: read.error.msg })}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!read.data) {
    return (
      <>
        <div className={styles.head} aria-hidden />
        <SkeletonRows line={false} />
      </>
    )
  }
  const { rows } = read.data
  if (rows.length === 0) {
    return <Empty text={t('noPositions')} action={t('seeMarket')} onAction={() => goTo('/pages/market/index')} />
  }
  // Sorted when the positions or the sort column change, not on each tick, so that rows do not move.
  const sorted = sortPositions(rows, sort, (row) => quoteNow(row.listing)?.last ?? row.last, LOCALES[language])
  const next = POSITION_SORTS[(POSITION_SORTS.indexOf(sort) + 1) % POSITION_SORTS.length] ?? 'value'
  return (
    <>
      <div className={styles.head}>
        <span>{t('positionCount', { count: rows.length })}</span>
        <button
          type="button"
          className={styles.sort}
          aria-label={`${t('sortBy')}: ${t(SORT_TEXTS[sort])}`}
          onClick={() => setSort(next)}
        >
          {t(SORT_TEXTS[sort])}
          <ArrowDownIcon size={14} />
        </button>
      </div>
      {sorted.map((position) => (
        <PositionRow key={position.listing} position={position} />
      ))}
    </>
  )
}

function PositionRow({ position }: { position: Position }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const live = useQuote(position.listing)
  const { listing, name, currency, shares, cost, averageCost } = position
  const last = live?.last ?? position.last
  const standing = standingOf(shares, cost, last)
  const leverages = LEVERAGES.filter((each) => each > 1 && position.lots.some(({ leverage }) => leverage === each))
  const caption = t('positionCaption', {
    code: tickerOf(listing),
    shares: f.count(shares),
    price: f.price(averageCost, currency),
  })
  return (
    <>
      <Row
        title={<OpenName name={name} open={open} />}
        caption={
          <>
            {caption}
            {leverages.map((leverage) => (
              <Fragment key={leverage}>
                {' ·'}
                <Times of={leverage} />
              </Fragment>
            ))}
          </>
        }
        value={standing.value === null ? '-' : f.amount({ asset: currency, units: standing.value })}
        valueCaption={<PositionResult currency={currency} result={standing.result} bps={standing.yieldBps} />}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <Lots position={position} last={last} />}
    </>
  )
}

function Lots({ position, last }: { position: Position; last: Position['last'] }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const { listing, currency, lots, shares, held, inExits, cost } = position
  const f = useFormats()
  const cents = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <div className={styles.lots}>
      <DefinitionRows
        tight
        rows={[
          { label: t('marketPrice'), value: f.price(last, currency) },
          { label: t('costWithFee'), value: cents(cost) },
          ...(position.financed > 0n
            ? [
                { label: t('usedMargin'), value: cents(position.usedMargin) },
                { label: t('financed'), value: cents(position.financed) },
              ]
            : []),
        ]}
      />
      <LotTable
        lots={lots.map((lot) => ({
          ...lot,
          number: <a href={hrefTo('/subPackages/trade/detail', { id: lot.order })}>{lot.number}</a>,
          note: [
            t('lotCost', { cost: cents(lot.cost), fee: cents(lot.fee) }),
            ...(lot.financed > 0n
              ? [
                  `${lot.leverage}×`,
                  t('lotFinanced', { financed: cents(lot.financed), price: f.price(lot.closeOut, currency) }),
                ]
              : []),
          ].join(' · '),
          result: <LotResult lot={lot} currency={currency} last={last} />,
        }))}
      />
      <OwnActions listing={listing} />
      {held > 0n && <p className={styles.held}>{t('heldShares', { shares: f.count(held) })}</p>}
      <div className={styles.acts}>
        <Buttons>
          <Button look="outline" small label={t('sell')} href={`#${saleUrl(listing, shares - held + inExits)}`} />
          <Button
            look="outline"
            small
            label={t('buyMore')}
            href={hrefTo('/subPackages/home/socketDetail/place', { listing, side: 'buy' })}
          />
        </Buttons>
        <Buttons>
          {shares > held && <Button look="text" small label={t('putExitHere')} href={`#${exitUrl(listing)}`} />}
          <Button look="text" small label={orders('seePosition')} href={`#${positionUrl(listing)}`} />
        </Buttons>
      </div>
    </div>
  )
}
