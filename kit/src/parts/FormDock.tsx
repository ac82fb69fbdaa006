import type { ReactNode } from 'react'
import styles from './FormDock.module.css'

/** Docked below a form: the button, and a refusal that belongs to no field. */
export function FormDock({ elsewhere, children }: { elsewhere: string | null; children: ReactNode }) {
  return (
    <div className={styles.dock}>
      <p role="alert" className={styles.wrong}>
        {elsewhere}
      </p>
      {children}
    </div>
  )
}
