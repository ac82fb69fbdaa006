import { currencyFor, priceE4, type Currency } from '@lonja/core/base/amount'
import type { Quote } from '@lonja/core/market/market.contract'
import type { CheckedCandle } from '@lonja/core/proof/price.differences'
import type { PriceCheck } from '@lonja/core/proof/price.proof'
import { useFormats } from '@lonja/kit/formats'
import { Block, Notice } from '@lonja/kit/parts/blocks'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { ClockCounterClockwiseIcon, SealCheckIcon } from '@lonja/kit/parts/late-icons'
import { useText } from '@lonja/kit/text'
import type { CheckResult } from './working.ts'
import styles from './proof.module.css'

/** The outcome of a check in words, with the recomputed figures. */
export function PriceVerdict({ checked }: { checked: CheckResult }) {
  const t = useText('proof')
  const f = useFormats()
  const { check, listing, differing, compared } = checked
  if (check.result !== 'computed') return <NotChecked check={check} />
  const same = differing.length === 0
  // An index is in points: nobody trades it, so it has no quote.
  const currency = check.quote ? currencyFor(listing) : undefined
  return (
    <div className={styles.verdict}>
      {same ? (
        <Notice tone="ground" icon={SealCheckIcon} title={t('agrees')}>
          {t(compared.includes('fill') ? 'agreesFill' : 'agreesWhy')}
        </Notice>
      ) : (
        <Notice tone="loss" title={t('differs')}>
          {t('differsWhy', { what: f.list(differing.map((what) => t(what))) })}
        </Notice>
      )}
      {check.quote && <QuoteFigures quote={check.quote} />}
      <CandleFigures title={t('minute')} candle={check.minute} currency={currency} />
      <CandleFigures title={t('day')} candle={check.day} currency={currency} />
    </div>
  )
}

function NotChecked({ check }: { check: Exclude<PriceCheck, { result: 'computed' }> }) {
  const t = useText('proof')
  const f = useFormats()
  const dayOf = (day: string): string => f.dayBeside(Date.parse(`${day}T12:00:00Z`))
  switch (check.result) {
    case 'not_yet':
      return (
        <Notice icon={ClockCounterClockwiseIcon} title={t('notYet')}>
          {t('notYetWhy', { day: dayOf(check.day), from: f.date(check.from) })}
        </Notice>
      )
    case 'broken_seed':
      return (
        <Notice tone="loss" title={t('broken')}>
          {t('brokenWhy', { day: dayOf(check.day) })}
        </Notice>
      )
    case 'other_version':
      return <Notice title={t('cannot')}>{t('otherVersion', { version: check.version })}</Notice>
    case 'earlier_version':
      return <Notice title={t('cannot')}>{t('earlierVersion', { day: dayOf(check.from) })}</Notice>
    case 'too_early':
      return <Notice title={t('cannot')}>{t('tooEarly')}</Notice>
    case 'unknown_listing':
      return <Notice title={t('cannot')}>{t('noListing')}</Notice>
  }
}

function QuoteFigures({ quote }: { quote: Quote }) {
  const t = useText('proof')
  const f = useFormats()
  const currency = currencyFor(quote.listing)
  const sized = (price: Quote['bid'], size: bigint): string => `${f.price(price, currency)} × ${f.count(size)}`
  return (
    <Figures
      title={t('quote')}
      rows={[
        { label: t('time'), value: `${f.dayBeside(quote.at)} ${f.timeMs(quote.at)}` },
        { label: t('bid'), value: sized(quote.bid, quote.bidSize) },
        { label: t('ask'), value: sized(quote.ask, quote.askSize) },
        { label: t('last'), value: f.price(quote.last, currency) },
      ]}
    />
  )
}

function CandleFigures(props: { title: string; candle: CheckedCandle; currency: Currency | undefined }) {
  const { title, candle, currency } = props
  const t = useText('proof')
  const f = useFormats()
  const price = (units: bigint): string => f.price(priceE4(units), currency)
  return (
    <Figures
      title={title}
      rows={[
        { label: t('begins'), value: f.date(candle.at) },
        { label: t('open'), value: price(candle.open) },
        { label: t('high'), value: price(candle.high) },
        { label: t('low'), value: price(candle.low) },
        { label: t('close'), value: price(candle.close) },
        { label: t('volume'), value: f.count(candle.volume) },
      ]}
    />
  )
}

const Figures = ({ title, rows }: { title: string; rows: readonly Definition[] }) => (
  <section>
    <h2 className={styles.heading}>{title}</h2>
    <Block>
      <DefinitionRows tight rows={rows} />
    </Block>
  </section>
)
