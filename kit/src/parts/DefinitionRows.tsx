import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './DefinitionRows.module.css'
import tones from './tones.module.css'

export interface Definition {
  readonly label: string
  /** Beside the label, smaller: `10 × 231,48`. */
  readonly note?: string | undefined
  readonly value: ReactNode
  /** Only what is a result is coloured; a hold or a fee is ink. */
  readonly tone?: 'gain' | 'loss' | 'flat' | 'ink' | 'soft' | undefined
  /** The last line: a rule above it, both sides strong. */
  readonly total?: boolean
  /** Longer than a line, such as a hash: below its label, from the left. */
  readonly long?: boolean | undefined
  /** Opened by a tap: an amount down to its entries. */
  readonly onOpen?: (() => void) | undefined
}

/** Captions and their figures, one a line; in two columns with hairlines for the figures of an instrument. */
export function DefinitionRows(props: {
  rows: readonly Definition[]
  columns?: 1 | 2
  ruled?: boolean
  tight?: boolean
}) {
  const { rows, columns = 1, ruled, tight } = props
  return (
    <dl className={cx(styles.rows, columns === 2 && styles.two, ruled && styles.ruled, tight && styles.tight)}>
      {rows.map((row) => (
        <div
          key={`${row.label} ${row.note ?? ''}`}
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
