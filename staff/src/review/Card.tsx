import type { ReactNode } from 'react'
import styles from './Card.module.css'

/** A bordered piece of evidence: the owner, the destination. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

export const Cards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>
