import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Timeline.module.css'

export interface TimelineStep {
  readonly label: string
  /** When, as it is to be read; none for what has not come yet. */
  readonly at?: string | undefined
  /** Who, as role and seat, and why. */
  readonly note?: ReactNode
  /** `next` is drawn empty: what will happen. */
  readonly state: 'done' | 'good' | 'bad' | 'next'
}

/** What happened to something, step by step, and what comes next: the same dots before and after. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map((step, index) => (
        <li key={index} className={cx(styles.step, styles[step.state])}>
          <span className={styles.head}>
            <span className={styles.label}>{step.label}</span>
            {step.at !== undefined && <time className={styles.at}>{step.at}</time>}
          </span>
          {step.note !== undefined && <span className={styles.note}>{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}
