import { cents, tickerOf } from '@lonja/core/base/amount'
import { changeBps, returnBps, toneFor } from '@lonja/core/base/formats'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { feeFor } from '@lonja/core/orders/fees.rules'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { useNow } from '@lonja/kit/now'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { statusOf, useExactPrice, type Purchase } from './block.ts'
import styles from './blocks.module.css'

/** A block that was bought: the time until the end of its lock, and its figures now or at its sale. */
export function PurchaseBlock({ purchase }: { purchase: Purchase }) {
  return (
    <Section>
      <div className={styles.form}>
        {statusOf(purchase) === 'hold' && <Countdown purchase={purchase} />}
        {purchase.state === 'hold' && purchase.estimated !== null && <Estimate purchase={purchase} />}
        <Figures purchase={purchase} />
      </div>
    </Section>
  )
}

function Countdown({ purchase: { boughtAt, until, lockDays } }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const now = useNow(COUNTS_EVERY_MS)
  const left = Math.max(0, until - now)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const parts = {
    days: BigInt(Math.floor(left / DAY_MS)),
    hours: two((left % DAY_MS) / HOUR),
    minutes: two((left % HOUR) / MINUTE),
  }
  const share = Math.max(0, Math.min(1, (now - boughtAt) / (until - boughtAt)))
  const day = t('lockDay', {
    day: BigInt(Math.min(lockDays, Math.floor(share * lockDays) + 1)),
    days: BigInt(lockDays),
  })
  return (
    <div className={styles.countdown}>
      <p className={styles.soft}>{t('sellsIn')}</p>
      <p className={styles.price}>{t('countdown', parts)}</p>
      <p className={styles.soft}>{t('lockEnds', { date: f.date(until) })}</p>
      <progress className={styles.progress} value={share} aria-label={day} />
      <p className={styles.bounds} aria-hidden>
        <span>{f.dayBeside(boughtAt)}</span>
        <span>{day}</span>
        <span>{f.dayBeside(until)}</span>
      </p>
    </div>
  )
}

/** A countdown in minutes is right to ten seconds. */
export const COUNTS_EVERY_MS = 10 * SECOND

/** The result if the block were sold now, with what the discount gave and what the market did since. */
function Estimate({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { currency, cost, estimated, last, price, discountBps, evidence } = purchase
  if (estimated === null) return null
  const change = last === null ? null : f.bps(changeBps(evidence.ask, last))
  return (
    <div className={styles.estimate} data-tone={toneFor(estimated)}>
      <div className={styles.ends}>
        <div>
          <p className={styles.soft}>{t('estimated')}</p>
          <p className={styles.result}>
            {f.amount({ asset: currency, units: estimated }, 'results')}{' '}
            <small>{f.bps(returnBps(estimated, cost))}</small>
          </p>
        </div>
        <div className={styles.beside}>
          <p>{t('marketNow', { price: f.price(last, currency) })}</p>
          <p>{t('pricePaid', { price: exact(price, currency) })}</p>
        </div>
      </div>
      {change !== null && <p>{t('since', { discount: f.rate(BigInt(discountBps)), change })}</p>}
    </div>
  )
}

function Figures({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const terms = useRead(readTerms, {}, { quiet: true }).data
  const { currency, price, cost, fee, shares, left, value, last, sold, sellPrice, realised, state } = purchase
  const amount = (units: bigint | null, sign?: 'results') =>
    units === null ? '-' : f.amount({ asset: currency, units }, sign)
  const paid = `${f.count(shares)} × ${exact(price, currency)} + ${amount(fee)}`
  const now: Definition = {
    label: t('value'),
    note: last === null ? undefined : `${f.count(left)} × ${f.price(last, currency)}`,
    value: amount(value),
  }
  // The estimated result is before this fee.
  const saleFee: Definition[] =
    terms && value !== null
      ? [{ label: t('saleFeeNow'), value: amount(0n - feeFor(terms.feeTable, 'sell', cents(value), currency)) }]
      : []
  const sale: Definition[] = [
    { label: t('sellPrice'), value: f.price(sellPrice, currency) },
    { label: t('realised'), value: amount(realised, 'results'), tone: toneFor(realised), total: true },
  ]
  return (
    <DefinitionRows
      rows={[
        { label: t('paid'), note: paid, value: amount(cost) },
        ...(state === 'hold' ? [now, ...saleFee] : []),
        ...(sold > 0n ? sale : []),
      ]}
    />
  )
}

/** Leads to the ticket with the lot filled in; until the lock ends the button says from when. */
export function Sell({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const { listing, left, lot, until, freedAt } = purchase
  const label = t('sell', { count: f.count(left), ticker: tickerOf(listing) })
  if (freedAt === null) return <Button label={label} second={t('sellFrom', { date: f.date(until) })} disabled />
  const query = { listing, side: 'sell', shares: String(left), lot }
  return <Button label={label} href={hrefTo('/subPackages/home/socketDetail/place', query)} />
}
