import { standingOf } from '@lonja/core/orders/lots.rules'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { saleUrl } from './position.ts'
import { Exits, PutExit, useExits } from './Exits.tsx'
import { Times } from '../orders/TicketLeverage.tsx'
import { LotMargin } from './LotMargin.tsx'
import { PositionResult } from './PositionResult.tsx'
import type { Lot, Position } from './positions.ts'
import styles from './PositionPage.module.css'

/** The lots of a position, the oldest first, as sells take them. */
export function PositionLots({ position }: { position: Position }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { listing, currency, lots } = position
  const last = useQuote(listing)?.last ?? position.last
  const exits = useExits(position)
  const free = position.shares - position.held
  return (
    <Section
      flush
      title={t('lots')}
      right={<span className={styles.soft}>{t('oldestFirst', { currency: f.mark(currency) })}</span>}
    >
      <ul className={styles.lots} aria-label={t('lots')}>
        {lots.map((lot) => (
          <li key={lot.lot}>
            <LotRow lot={lot} currency={currency} last={last} />
            <Exits exits={exits} position={position} lot={lot} />
            <LotActs lot={lot} position={position} />
          </li>
        ))}
      </ul>
      <Exits exits={exits} position={position} lot={null} />
      {lots.length > 1 && free > 0n && (
        <div className={styles.acts}>
          <PutExit position={position} lot={null} free={free} />
        </div>
      )}
    </Section>
  )
}

/** Shares and purchase price over number, time, cost and fee; market value over result and yield. A tap opens the purchase. */
function LotRow({ lot, currency, last }: { lot: Lot; currency: Position['currency']; last: Position['last'] }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { value, result, yieldBps } = standingOf(lot.shares, lot.cost, last)
  return (
    <Row
      wraps
      href={hrefTo('/subPackages/trade/detail', { id: lot.order })}
      title={
        <>
          {t('sharesAt', { shares: f.count(lot.shares), price: f.price(lot.price) })}
          <Times of={lot.leverage} />
        </>
      }
      caption={
        <>
          <span className={styles.part}>{`${lot.number} · ${f.date(lot.openedAt)}`}</span>
          <span className={styles.part}>{t('lotCost', { cost: f.cents(lot.cost), fee: f.cents(lot.fee) })}</span>
          <LotMargin lot={lot} />
        </>
      }
      value={value === null ? '-' : f.cents(value)}
      valueCaption={<PositionResult currency={currency} result={result} bps={yieldBps} />}
    />
  )
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Closes the lot, as far as no open sell but an exit asks for it, and puts an exit on what is free of it. */
function LotActs({ lot, position }: { lot: Lot; position: Position }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { listing, shares, held, inExits } = position
  const free = least(lot.shares - lot.reserved, shares - held)
  const closing = least(lot.shares - lot.reserved + lot.inExits, shares - held + inExits)
  return (
    <div className={styles.acts}>
      {lot.reserved > 0n && (
        <small className={styles.soft}>{t('reservedOfLot', { shares: f.count(lot.reserved) })}</small>
      )}
      {free > 0n && <PutExit position={position} lot={lot} free={free} />}
      {closing > 0n && (
        <Button
          look="outline"
          small
          label={t('closeShares', { shares: f.count(closing) })}
          href={`#${saleUrl(listing, closing, lot.lot)}`}
        />
      )}
    </div>
  )
}
