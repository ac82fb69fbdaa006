import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './SidePage.module.css'

/** A page of the console: what is worked on, and beside it what is opened of it. Each scrolls by itself. */
export function SidePage(props: {
  title: string
  /** At the right of the heading: filters and acts. */
  acts?: ReactNode
  side: ReactNode
  sideLabel: string
  /** For a form beside the list. */
  wide?: boolean
  children: ReactNode
}) {
  const { title, acts, side, sideLabel, wide, children } = props
  return (
    <div className={cx(styles.page, wide && styles.wide)}>
      <div className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {acts !== undefined && <div className={styles.acts}>{acts}</div>}
        </header>
        {children}
      </div>
      <aside className={styles.side} aria-label={sideLabel}>
        {side}
      </aside>
    </div>
  )
}

/** A part of the side, under its own heading. */
export const SidePart = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.part}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
)

/** Smaller words that explain. */
export const SideNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>

/** Buttons at the end of a part, one below the other. */
export const SideActs = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
