import type { ReactNode } from 'react'
import styles from './Picture.module.css'

/** Pictures side by side, as large as the evidence is wide. */
export function Pictures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className={styles.pictures}>{children}</div>
    </section>
  )
}
