import { standingOf } from '@lonja/core/orders/lots.rules'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
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
          </li>
        ))}
      </ul>
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
