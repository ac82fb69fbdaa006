import type { Currency, PriceE4 } from '@lonja/core/base/amount'
import { priceParts } from '@lonja/core/base/formats'
import { useLayoutEffect, useRef } from 'react'
import { useFormats } from '../formats.tsx'
import { Hero, type FigureSize } from './Amount.tsx'
import amounts from './Amount.module.css'
import { cx } from './cx.ts'
import { motionReduced } from './gestures.ts'
import styles from './Price.module.css'

/**
 * A price that may change on the screen: a background flash of 250 ms in the colours of rises and falls, only on a real
 * change. `stale` marks a price too old to trade on: grey. `inherit` uses the surrounding text style.
 */
export function Price(props: {
  of: PriceE4 | null | undefined
  currency?: Currency
  size?: FigureSize | 'inherit'
  stale?: boolean
  still?: boolean
}) {
  const { of, currency, size = 'inherit', stale, still } = props
  const { language, price } = useFormats()
  const ref = useFlash(of ?? null, still === true)
  const hero = size === 32 && currency !== undefined && of !== null && of !== undefined
  return (
    <span
      ref={ref}
      className={cx(styles.price, size !== 'inherit' && amounts[`size${size}`], stale && styles.stale)}
      data-figure
    >
      {hero ? <Hero parts={priceParts(of, currency, language)} /> : price(of, currency)}
    </span>
  )
}

const FLASH_MS = 250

/** Flash the element once when the figure changes, never when it first appears. */
export function useFlash(figure: bigint | null, still = false): React.RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const before = useRef(figure)
  useLayoutEffect(() => {
    const was = before.current
    before.current = figure
    if (ref.current && !still) flash(ref.current, was, figure)
  }, [figure, still])
  return ref
}

/** The flash itself: none if the figure is equal or missing. */
export function flash(element: HTMLElement, was: bigint | null, figure: bigint | null): void {
  if (was === null || figure === null || was === figure || motionReduced()) return
  const wash = figure > was ? 'var(--up-wash)' : 'var(--down-wash)'
  element.animate([{ backgroundColor: wash }, { backgroundColor: wash, offset: 0.4 }, {}], {
    duration: FLASH_MS,
    easing: 'ease-out',
  })
}
