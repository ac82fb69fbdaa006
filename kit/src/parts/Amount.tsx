import type { CSSProperties } from 'react'
import type { Amount as AmountOf } from '@lonja/core/base/amount'
import { isCurrency } from '@lonja/core/base/amount'
import { moneyParts, toneFor, type MoneyParts, type SignShown } from '@lonja/core/base/formats'
import { useFormats } from '../formats.tsx'
import { cx } from './cx.ts'
import styles from './Amount.module.css'
import tones from './tones.module.css'

export type FigureSize = 12 | 14 | 16 | 20 | 32

/**
 * An amount, exact and in the shown language. With a `label` it has a caption. `result` shows a plus sign and a colour;
 * holds and fees are ink. At 32 px the currency mark is lighter than the number.
 */
export function Amount(props: { of: AmountOf; label?: string; size?: FigureSize; result?: boolean; align?: 'end' }) {
  const { of, label, size = 14, result, align } = props
  const { language, amount } = useFormats()
  const sign: SignShown = result ? 'results' : 'losses'
  const tone = result ? tones[toneFor(of.units)] : undefined
  const hero = size === 32 && isCurrency(of.asset)
  const figure = (
    <span className={cx(styles.figure, styles[`size${size}`], tone)} data-figure>
      {hero ? <Hero parts={moneyParts(of, language, sign)} /> : amount(of, sign)}
    </span>
  )
  if (label === undefined) return figure
  return (
    <div className={cx(styles.labelled, align === 'end' && styles.end)}>
      <span className={styles.label}>{label}</span>
      {figure}
    </div>
  )
}

/** A figure of 32 px with its mark at 24, before or after it according to the language. */
export function Hero({ parts: { sign, digits, mark, markAfter } }: { parts: MoneyParts }) {
  const soft = <span className={styles.mark}>{mark}</span>
  return (
    <span className={styles.hero} style={{ '--wide': wideOf(sign + digits, mark) } as CSSProperties}>
      {markAfter ? (
        <>
          {sign + digits}
          {'\u00a0'}
          {soft}
        </>
      ) : (
        <>
          {sign}
          {soft}
          {digits}
        </>
      )}
    </span>
  )
}

/** Approximate width in digits, including the smaller mark and its gap. */
const wideOf = (figure: string, mark: string): number =>
  [...figure].reduce((sum, sign) => sum + (sign >= '0' && sign <= '9' ? 1 : 0.5), 0.4 + 0.75 * mark.length)

/** Any figure with a caption that is no amount: a count, a rate, a date. */
export function Figure(props: { label: string; value: React.ReactNode; size?: FigureSize; align?: 'end' }) {
  return (
    <div className={cx(styles.labelled, props.align === 'end' && styles.end)}>
      <span className={styles.label}>{props.label}</span>
      <span className={cx(styles.figure, styles[`size${props.size ?? 14}`])} data-figure>
        {props.value}
      </span>
    </div>
  )
}
