import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { HeroChange } from '@lonja/kit/parts/Change'
import styles from './chart.module.css'
import type { Instrument } from './instrument.ts'
import { priceDrawn } from './span.ts'

interface Props {
  of: Instrument
  label: string
  /** The price as drawn; undefined if unknown. */
  from: number | undefined
  to: PriceE4 | null
}

/** The price change over the shown span, labelled with it. The page's header keeps the day's change. */
export function RangeChange({ of, label, from, to }: Props) {
  const before = from === undefined ? null : priceDrawn(from)
  return (
    <div className={styles.key}>
      <span>{label}</span>
      <HeroChange
        currency={of.kind === 'share' ? of.currency : undefined}
        bps={before && to ? changeBps(before, to) : null}
        by={before && to ? priceE4(to - before) : undefined}
      />
    </div>
  )
}
