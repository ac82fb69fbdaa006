import type { ReactNode } from 'react'
import styles from './FormDock.module.css'

/** Docked below a form: a refusal that no field is to blame for, said where the button was pressed, and the button. */
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
