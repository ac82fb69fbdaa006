import { currencyFor, priceE4, tickerOf } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { faultIn, type OwnLimits, type Trial } from './own.ts'
import styles from './own.module.css'
import type { ShownTrial } from './useCheck.ts'

/** What a text did on a past day: its first orders and notes, and what stopped it. No order of it was placed. */
export function TrialResult({
  shown,
  isOld,
  limits,
}: {
  shown: ShownTrial
  isOld: boolean
  limits?: OwnLimits | undefined
}) {
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
            <span className={styles.over}>
              {stop.line > 0
                ? t('stopAt', { line: stop.line, what: faultIn(t, stop, limits) })
                : faultIn(t, stop, limits)}
            </span>
          </li>
        )}
      </ol>
      {orders > events.filter(({ kind }) => kind !== 'note').length && <p className={styles.soft}>{t('firstOnly')}</p>}
      <p className={styles.soft}>
        {t('used', { steps: f.count(steps), most: f.count(limits?.stepsPerEvent ?? 0), bytes: f.count(stateBytes) })}
      </p>
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
