import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './DefinitionRows.module.css'
import tones from './tones.module.css'

export interface Definition {
  readonly label: string
  /** Beside the label, in smaller text: `10 × 231,48`. */
  readonly note?: string | undefined
  readonly value: ReactNode
  /** Only results are coloured; holds and fees are ink. */
  readonly tone?: 'gain' | 'loss' | 'flat' | 'ink' | 'soft' | undefined
  /** The last line, with a rule above it and both sides bold. */
  readonly total?: boolean
  /** Longer than a line, such as a hash: below its label, left-aligned. */
  readonly long?: boolean | undefined
  /** Called on a tap, such as an amount that opens its entries. */
  readonly onOpen?: (() => void) | undefined
}

/** Captions with their figures, one per line; in two columns with hairlines for an instrument's figures. */
export function DefinitionRows(props: {
  rows: readonly Definition[]
  columns?: 1 | 2
  ruled?: boolean
  tight?: boolean
}) {
  const { rows, columns = 1, ruled, tight } = props
  return (
    <dl className={cx(styles.rows, columns === 2 && styles.two, ruled && styles.ruled, tight && styles.tight)}>
      {rows.map((row, index) => (
        // Two fills of an order may have the same label and note.
        <div
          key={`${index} ${row.label} ${row.note ?? ''}`}
          className={cx(styles.row, row.total && styles.total, row.long && styles.long)}
        >
          <dt>
            {row.label}
            {row.note !== undefined && <small className={styles.note}>{row.note}</small>}
          </dt>
          <dd className={tones[row.tone ?? 'ink']}>
            {row.onOpen ? (
              <button type="button" className={styles.open} onClick={row.onOpen}>
                {row.value}
              </button>
            ) : (
              row.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
