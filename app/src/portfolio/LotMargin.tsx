import { changeBps } from '@lonja/core/base/formats'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import leverage from '../orders/Leverage.module.css'
import { FUNDS } from './figures.ts'
import type { Lot, Position } from './positions.ts'
import styles from './PositionPage.module.css'

/** The close-out of a position's leveraged lots, and what they use and cost. Nothing without any. */
export function PositionMargin({ position }: { position: Position }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { currency, financed, usedMargin, night } = position
  const terms = useRead(readTerms, {}, { quiet: true }).data
  if (financed === 0n) return null
  const money = (units: bigint) => f.amount({ asset: currency, units })
  const rate = terms && t('yearByDay', { rate: f.rate(BigInt(terms.financingBps), 0) })
  return (
    <section className={styles.figures} aria-label={t('usedMargin')}>
      <CloseOut position={position} />
      <DefinitionRows
        tight
        rows={[
          { label: t('usedMargin'), value: money(usedMargin) },
          { label: t('financed'), note: rate, value: money(financed) },
          { label: t('eachNight'), value: money(-night) },
        ]}
      />
      <InterestSoFar position={position} />
    </section>
  )
}

/**
 * The way to the interest that the account was charged since the oldest leveraged lot was bought. A night is charged on all that
 * is financed in a currency and rounded up once, so no part of it is one lot's.
 */
function InterestSoFar({ position: { currency, lots } }: { position: Position }) {
  const t = useText('portfolio')
  const since = Math.min(...lots.filter(({ financed }) => financed > 0n).map(({ openedAt }) => openedAt))
  if (!Number.isFinite(since)) return null
  return (
    <a className={styles.way} href={hrefTo(FUNDS, { asset: currency, kind: 'interest', since: String(since) })}>
      {t('interestSince')}
    </a>
  )
}

/** The price at which the close-out of a lot, or of all leveraged lots of a position, would begin; null without leverage. */
export function useCloseOutRow(): (position: Position, lot: Lot | null) => Definition | null {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  return (position, lot) => {
    const { closeOut } = lot ?? position
    const leveraged = (lot ? [lot] : position.lots).filter(({ financed }) => financed > 0n)
    const [first] = leveraged
    if (closeOut === null || !first) return null
    const label =
      leveraged.length === 1
        ? t('closeOutOfLot', { leverage: first.leverage })
        : t('closeOutOfLots', { count: leveraged.length })
    return { label, value: orders('orLess', { price: f.price(closeOut, position.currency) }) }
  }
}

/** The price at which the close-out would begin, counting the leveraged lots alone, and the fall that is left to it. */
function CloseOut({ position }: { position: Position }) {
  const t = useText('portfolio')
  const f = useFormats()
  const row = useCloseOutRow()(position, null)
  const { listing, closeOut, lots } = position
  const last = useQuote(listing)?.last ?? position.last
  if (closeOut === null || !row) return null
  const leveraged = lots.filter(({ financed }) => financed > 0n)
  const left = last !== null && last > closeOut ? changeBps(last, closeOut) : null
  return (
    <div className={leverage.panel}>
      <dl className={leverage.lines}>
        <div>
          <dt>{row.label}</dt>
          <dd className={leverage.loss}>{row.value}</dd>
        </div>
        <div>
          <dt>{t('fallLeft', { count: leveraged.length })}</dt>
          <dd>{last === null ? '-' : left === null ? t('fallReached') : f.bps(left)}</dd>
        </div>
      </dl>
      <p>{t('wholeJudged')}</p>
    </div>
  )
}

/** The financing of a lot, and its close-out price; nothing for one that was paid for whole. */
export function LotMargin({ lot }: { lot: Lot }) {
  const t = useText('portfolio')
  const f = useFormats()
  if (lot.financed === 0n) return null
  return (
    <span className={styles.part}>
      {t('lotFinanced', { financed: f.cents(lot.financed), price: f.price(lot.closeOut) })}
    </span>
  )
}
