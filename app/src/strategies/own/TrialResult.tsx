import { currencyFor, priceE4, tickerOf } from '@lonja/core/base/amount'
import { STEPS_PER_EVENT_MOST } from '@lonja/core/strategies/own.rules'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { stopIn, type Trial } from './own.ts'
import styles from './own.module.css'
import type { ShownTrial } from './useCheck.ts'

/** The try of a text on a past day: its first orders and notes, and what stopped it. No order of it was placed. */
export function TrialResult({ shown, isOld }: { shown: ShownTrial; isOld: boolean }) {
  const t = useText('own')
  const f = useFormats()
  const { of, trial } = shown
  const { events, stop, orders, bars, quotes, steps, stateBytes } = trial
  const place = `${tickerOf(of.listing)} · ${f.calendarDay(of.day)}`
  return (
    <Section
      title={t('trial')}
      right={<span className={styles.soft}>{isOld ? t('earlierText', { of: place }) : place}</span>}
    >
      <p role="status" className={styles.soft}>
        {t('trialFacts', { bars: f.count(bars), quotes: f.count(quotes), orders: f.count(orders) })}
      </p>
      {events.length === 0 && !stop && <p className={styles.quiet}>{t('noEvents')}</p>}
      <ol className={styles.events}>
        {events.map((event, index) => (
          <li key={index} className={styles.event}>
            <time>{f.clock(event.at)}</time>
            <b>{t(`kind_${event.kind}`)}</b>
            <EventText event={event} of={of} />
          </li>
        ))}
        {stop && (
          <li className={styles.event}>
            <time>{f.clock(stop.at)}</time>
            <b>{t('kind_stop')}</b>
            <span className={styles.over}>{stopIn(t, stop)}</span>
          </li>
        )}
      </ol>
      {orders > events.filter(({ kind }) => kind !== 'note').length && <p className={styles.soft}>{t('firstOnly')}</p>}
      {/* The event that it was stopped in is not counted. */}
      {!stop && (
        <p className={styles.soft}>
          {t('used', { steps: f.count(steps), most: f.count(STEPS_PER_EVENT_MOST), bytes: f.count(stateBytes) })}
        </p>
      )}
    </Section>
  )
}

function EventText({ event, of }: { event: Trial['events'][number]; of: ShownTrial['of'] }) {
  const t = useText('own')
  const f = useFormats()
  const { kind, shares, limit, note, line } = event
  const price = limit === null ? null : f.price(priceE4(BigInt(limit)), currencyFor(of.listing))
  const what =
    kind === 'note'
      ? (note ?? '')
      : price === null
        ? t('atMarket', { shares: shares ?? 0 })
        : t(`limit_${kind}`, { shares: shares ?? 0, price })
  return (
    <span>
      {what} <span className={styles.soft}>{t('line', { line })}</span>
    </span>
  )
}
