import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readMargin } from '@lonja/core/margin/margin.contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Row } from '@lonja/kit/parts/Row'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Times } from '../orders/TicketLeverage.tsx'
import styles from './Margin.module.css'

type Lot = ReplyOf<typeof readMargin>['lots'][number]

/** The lots that the house has financed, with the entries of the financing in each of their currencies. */
export function MarginLots({ lots }: { lots: readonly Lot[] }) {
  const t = useText('margin')
  const orders = useText('orders')
  const f = useFormats()
  const terms = useRead(readTerms, {}, { quiet: true }).data
  const currencies = [...new Set(lots.map(({ currency }) => currency))]
  return (
    <Section
      flush
      title={t('lots')}
      right={
        terms && (
          <span className={styles.soft}>{orders('yearByDay', { rate: f.rate(BigInt(terms.financingBps), 0) })}</span>
        )
      }
    >
      {lots.map((lot) => (
        <LotRow key={lot.lot} lot={lot} />
      ))}
      {currencies.map((asset) => (
        <Row
          key={asset}
          wraps
          caret
          title={t('financingEntries', { currency: f.mark(asset) })}
          href={hrefTo('/subPackages/portfolio/funds', { asset, kind: 'financing' })}
        />
      ))}
    </Section>
  )
}

/** A lot: its cost by its leverage, what is financed and costs each night, and its close-out. A tap opens its position. */
function LotRow({ lot }: { lot: Lot }) {
  const t = useText('margin')
  const f = useFormats()
  const { listing, name, number, currency, shares, cost, leverage, financed, used, night, closeOutPrice } = lot
  return (
    <Row
      wraps
      caret
      href={hrefTo('/subPackages/portfolio/position', { listing })}
      title={
        <>
          {name}
          <Times of={leverage} />
        </>
      }
      caption={
        <>
          <span className={styles.part}>{t('lot', { shares: f.count(shares), code: tickerOf(listing), number })}</span>
          <span className={styles.part}>
            {t('lotFinanced', { financed: f.cents(financed), night: f.cents(night) })}
          </span>
          {closeOutPrice !== null && (
            <span className={styles.part}>{t('lotCloseOut', { price: f.price(closeOutPrice) })}</span>
          )}
        </>
      }
      value={f.amount({ asset: currency, units: used })}
      valueCaption={`${f.cents(cost)} ÷ ${leverage}`}
    />
  )
}
