import { eur } from '@lonja/core/base/amount'
import { moneyParts } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { Hero } from '@lonja/kit/parts/Amount'
import { cx } from '@lonja/kit/parts/cx'
import styles from './options.module.css'

/** The first figure of a box: a result in cents, whole on its line in any text size. Null is not known yet. */
export function BigResult({ units }: { units: bigint | null }) {
  const { language } = useFormats()
  return (
    <p className={cx(styles.result, units !== null && units > 0n && styles.gain)}>
      {units === null ? '-' : <Hero parts={moneyParts(eur(units), language, 'results')} />}
    </p>
  )
}
