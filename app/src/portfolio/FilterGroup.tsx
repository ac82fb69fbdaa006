import type { ReactNode } from 'react'
import styles from './Funds.module.css'

/** The choices of one filter under their heading. */
export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      <h3>{label}</h3>
      <div>{children}</div>
    </div>
  )
}
