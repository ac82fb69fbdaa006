import type { Currency, PriceE4 } from '@lonja/core/base/amount'
import { toneFor, type Tone } from '@lonja/core/base/formats'
import { useFormats } from '../formats.tsx'
import { cx } from './cx.ts'
import { TriangleFillIcon } from './page-icons.tsx'
import styles from './Change.module.css'
import tones from './tones.module.css'

/** A change in basis points, floored: `+1,15%` in green, `-0,85%` in red, `0,00%` in grey; `-` if missing. */
export function Change({ bps, stale }: { bps: bigint | null | undefined; stale?: boolean }) {
  const formats = useFormats()
  return (
    <span className={tones[stale ? 'flat' : toneFor(bps ?? 0n)]} data-figure>
      {formats.bps(bps)}
    </span>
  )
}

/** The change beside a hero figure, in money and per cent, with its triangle: `▲ +0,20 € +1,15%`. */
export function HeroChange(props: {
  bps: bigint | null | undefined
  /** In ten-thousandths, for a price. */
  by?: PriceE4 | undefined
  /** In cents, for an amount. */
  byCents?: bigint | undefined
  /** Undefined for an index. */
  currency: Currency | undefined
  note?: string
}) {
  const { bps, by, byCents, currency, note } = props
  const formats = useFormats()
  const tone: Tone = toneFor(bps ?? 0n)
  return (
    <p className={cx(styles.hero, tones[tone])}>
      {tone !== 'flat' && <TriangleFillIcon size={10} className={tone === 'loss' ? styles.down : undefined} />}
      {by !== undefined && <span data-figure>{formats.price(by, currency, 'results')}</span>}
      {byCents !== undefined && currency && (
        <span data-figure>{formats.amount({ asset: currency, units: byCents }, 'results')}</span>
      )}
      <span data-figure>{formats.bps(bps)}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </p>
  )
}
