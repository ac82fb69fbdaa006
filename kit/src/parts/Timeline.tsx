import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Timeline.module.css'

export interface TimelineStep {
  readonly label: string
  /** The formatted time; none for a future step. */
  readonly at?: string | undefined
  /** The role, the seat, and the reason. */
  readonly note?: ReactNode
  /** `now` is the step that is waited for; `next` is drawn empty: a future step. */
  readonly state: 'done' | 'good' | 'bad' | 'now' | 'next'
}

/** The steps of a process, past and future, with the same dots for both. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={index}
          className={cx(styles.step, styles[step.state])}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
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
