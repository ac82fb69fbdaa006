import { CheckIcon } from '@lonja/kit/parts/page-icons'
import { cx } from '@lonja/kit/parts/cx'
import styles from './kyc.module.css'

/** The progress in a form of several steps. */
export function StepLine({ steps, at, label }: { steps: readonly string[]; at: number; label: string }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((name, n) => (
        <li
          key={name}
          className={cx(n < at && styles.past, n === at && styles.here)}
          aria-current={n === at ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden>
            {n < at ? <CheckIcon size={16} /> : n + 1}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
