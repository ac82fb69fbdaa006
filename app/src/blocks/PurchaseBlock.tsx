import { useEffect, useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { returnBps, toneFor } from '@lonja/core/base/formats'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { LockSimpleIcon } from '@lonja/kit/parts/late-icons'
import { useText } from '@lonja/kit/text'
import { STATUS_TONES, statusOf, useExactPrice, type Purchase } from './block.ts'
import styles from './blocks.module.css'

/** A block that was bought: the end of its lock, its figures now or at its sale, and the way to sell it. */
export function PurchaseBlock({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const status = statusOf(purchase)
  return (
    <>
      <Section>
        <div className={styles.form}>
          <div className={styles.ends}>
            <p className={styles.soft}>{t('order', { number: purchase.number })}</p>
            <StatusChip tone={STATUS_TONES[status]} label={t(`status_${status}`)} />
          </div>
          {status === 'hold' && <Countdown until={purchase.until} />}
          <Figures purchase={purchase} />
        </div>
      </Section>
      {purchase.state === 'hold' && <Sell purchase={purchase} />}
    </>
  )
}

function Countdown({ until }: { until: number }) {
  const t = useText('blocks')
  const f = useFormats()
  const now = useMinutes()
  const left = Math.max(0, until - now)
  const parts = {
    days: BigInt(Math.floor(left / DAY_MS)),
    hours: BigInt(Math.floor((left % DAY_MS) / HOUR)),
    minutes: BigInt(Math.floor((left % HOUR) / MINUTE)),
  }
  return (
    <Notice icon={LockSimpleIcon} title={t('sellsIn', parts)}>
      {t('lockEnds', { date: f.date(until) })}
    </Notice>
  )
}

/** A countdown in minutes is right to ten seconds. */
export const COUNTS_EVERY_MS = 10 * SECOND

/** The time, as often as a countdown needs it. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), COUNTS_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Figures({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const { currency, price, cost, value, estimated, sold, sellPrice, realised, state } = purchase
  const amount = (units: bigint | null, sign?: 'results') =>
    units === null ? '-' : f.amount({ asset: currency, units }, sign)
  const now: Definition[] = [
    { label: t('value'), value: amount(value) },
    {
      label: t('estimated'),
      note: estimated === null ? undefined : f.bps(returnBps(estimated, cost)),
      value: amount(estimated, 'results'),
      tone: estimated === null ? undefined : toneFor(estimated),
      total: true,
    },
  ]
  const sale: Definition[] = [
    { label: t('sellPrice'), value: f.price(sellPrice, currency) },
    { label: t('realised'), value: amount(realised, 'results'), tone: toneFor(realised), total: true },
  ]
  return (
    <DefinitionRows
      rows={[
        { label: t('price'), value: exact(price, currency) },
        { label: t('paid'), note: t('paidNote'), value: amount(cost) },
        ...(state === 'hold' ? now : []),
        ...(sold > 0n ? sale : []),
      ]}
    />
  )
}

/** Leads to the ticket with the lot filled in; until the lock ends the button says from when. */
function Sell({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const f = useFormats()
  const { listing, left, lot, until, freedAt } = purchase
  const label = t('sell', { count: f.count(left), ticker: tickerOf(listing) })
  if (freedAt === null)
    return (
      <Section>
        <Button label={label} second={t('sellFrom', { date: f.date(until) })} disabled />
      </Section>
    )
  const query = { listing, side: 'sell', shares: String(left), lot }
  return (
    <Section>
      <Button label={label} href={hrefTo('/subPackages/home/socketDetail/place', query)} />
    </Section>
  )
}
