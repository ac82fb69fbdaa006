import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { InfoIcon, WarningCircleIcon, type Icon } from './icons.tsx'
import { WarningIcon } from './page-icons.tsx'
import styles from './blocks.module.css'

/** Evidence and explanations: a quiet background without a border. */
export const Block = ({ children }: { children: ReactNode }) => <div className={styles.block}>{children}</div>

/** A part of a page with a heading, 16 px below the one before, inside the gutter unless `flush`. */
export function Section(props: { title?: string; right?: ReactNode; flush?: boolean; children: ReactNode }) {
  const { title, right, flush, children } = props
  return (
    <section className={cx(styles.section, flush && styles.flush)}>
      {title !== undefined && (
        <div className={styles.heading}>
          <h2>{title}</h2>
          {right}
        </div>
      )}
      {children}
    </section>
  )
}

/** The heading of a group of rows: a day, a count; grey, and sticky while its rows scroll. */
export const GroupHead = ({ children, right }: { children: ReactNode; right?: ReactNode }) => (
  <div className={styles.group}>
    <h2>{children}</h2>
    {right}
  </div>
)

const NOTICE_ICONS = { warn: WarningIcon, loss: WarningCircleIcon, ground: InfoIcon } as const

/**
 * A text to read before an act. `warn` for practice data and waits, `loss` for the reason of a refusal, `ground` for
 * rules.
 */
export function Notice(props: {
  tone?: 'warn' | 'loss' | 'ground'
  icon?: Icon | null
  title?: string
  /** Square, from edge to edge of its container: the whole page, or the record it concerns. */
  band?: boolean
  children?: ReactNode
}) {
  const { tone = 'warn', title, band, children } = props
  const Shape = props.icon === undefined ? NOTICE_ICONS[tone] : props.icon
  return (
    <div className={cx(styles.notice, styles[tone], band && styles.band)}>
      {Shape && <Shape size={22} className={styles.mark} />}
      <div>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div className={styles.text}>{children}</div>}
      </div>
    </div>
  )
}
