import { useState } from 'react'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { FIRST_DAYS_BY_RULE, FIRST_DAYS_LEAST, spreadOf, type FirstDaySpread } from '@lonja/core/ipo/firstdays.rules'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { cx } from '@lonja/kit/parts/cx'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './FirstDays.module.css'

/** The first days of the newest listed offers. */
export const useFirstDays = () => useRead(listFirstDays, {}, { quiet: true })

/**
 * The first days of shares, each as a bar: their close against the price of their offer, the worst first. They are those of the newest
 * offers, or of the rule while there are few.
 */
export function FirstDays() {
  const t = useText('ipo')
  const { data, error } = useFirstDays()
  if (!data && !error) return <div className={cx(styles.panel, styles.waiting)} />
  const bps = (data?.rows ?? []).map((row) => row.bps)
  const isByRule = bps.length < FIRST_DAYS_LEAST
  return (
    <section className={styles.panel}>
      <Spread bps={isByRule ? FIRST_DAYS_BY_RULE : bps} isByRule={isByRule} />
      {isByRule && <p className={styles.why}>{t('firstRuleWhy')}</p>}
      <p className={styles.why}>{t('firstWhy')}</p>
      {!isByRule && <Rule />}
    </section>
  )
}

/** The rule itself beside what came of it: opened from the first days of the newest offers. */
function Rule() {
  const t = useText('ipo')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small look="text" label={t('firstRuleLink')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Sheet title={t('firstRuleLink')} onClose={() => setOpen(false)} readOnly>
          <section className={cx(styles.panel, styles.whole)}>
            <Spread bps={FIRST_DAYS_BY_RULE} isByRule />
            <p className={styles.why}>{t('firstRuleAbout')}</p>
          </section>
        </Sheet>
      )}
    </>
  )
}

function Spread({ bps, isByRule }: { bps: readonly number[]; isByRule: boolean }) {
  const t = useText('ipo')
  const spread = spreadOf(bps as [number, ...number[]])
  const { count, lost } = spread
  return (
    <>
      <h2 className={styles.title}>{t(isByRule ? 'firstRule' : 'firstLast', { count: String(count) })}</h2>
      <div className={styles.figures}>
        <p className={styles.lost}>{t(isByRule ? 'firstLose' : 'firstLost', { count: BigInt(lost) })}</p>
        <Range spread={spread} />
      </div>
      <Bars sorted={spread.sorted} />
    </>
  )
}

function Range({ spread: { worst, best, median } }: { spread: FirstDaySpread }) {
  const t = useText('ipo')
  const f = useFormats()
  const figure = (bps: number): string => f.bps(BigInt(bps))
  return (
    <p className={styles.range}>
      <span>{t('firstFrom', { worst: figure(worst), best: figure(best) })}</span>
      <span>{t('firstMedian', { median: figure(median) })}</span>
    </p>
  )
}

const WIDTH = 300
const HEIGHT = 60
/** The least height of a bar, so that a first day near zero is seen. */
const LEAST = 1

/** A bar for each first day, above or below the price of the offer. The figures beside them say the same in words. */
function Bars({ sorted }: { sorted: readonly number[] }) {
  const [low, high] = [Math.min(0, ...sorted), Math.max(0, ...sorted)]
  const span = high - low || 1
  const zero = (high / span) * HEIGHT
  const place = WIDTH / sorted.length
  return (
    <svg className={styles.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {sorted.map((bps, n) => {
        const height = Math.max(LEAST, (Math.abs(bps) / span) * HEIGHT)
        return (
          <rect
            // Two first days may be equal: the place is what tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={n}
            className={bps < 0 ? styles.down : styles.up}
            x={n * place + place * 0.15}
            width={place * 0.7}
            y={bps < 0 ? zero : zero - height}
            height={height}
          />
        )
      })}
      <line className={styles.zero} x1="0" x2={WIDTH} y1={zero} y2={zero} />
    </svg>
  )
}
