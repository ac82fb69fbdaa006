import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './SidePage.module.css'

interface Beside {
  side: ReactNode
  sideLabel: string
  /** The side has no focusable element, so the side itself is focusable and the keyboard can scroll it. */
  sideReadOnly?: boolean
  /** For a form beside the list. */
  wide?: boolean
  children: ReactNode
}

/** A console page: the main part, and beside it the opened record. Each scrolls by itself. */
export function SidePage({
  title,
  acts,
  filters,
  children,
  ...beside
}: Beside & {
  title: string
  /** At the right of the heading. */
  acts?: ReactNode
  /** Below the heading: filters for the list under them. */
  filters?: ReactNode
}) {
  return (
    <SideFrame {...beside}>
      <div className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {acts !== undefined && <div className={styles.acts}>{acts}</div>}
          {filters !== undefined && <div className={styles.filters}>{filters}</div>}
        </header>
        {children}
      </div>
    </SideFrame>
  )
}

/** The same for a page with its own layout in the main part. */
export const SideFrame = ({ side, sideLabel, sideReadOnly, wide, children }: Beside) => (
  <div className={cx(styles.page, wide && styles.wide)}>
    {children}
    <aside className={styles.side} aria-label={sideLabel} {...(sideReadOnly ? { tabIndex: 0 } : {})}>
      {side}
    </aside>
  </div>
)

/** A part of the side under its own heading. `live`: a screen reader announces its changes. */
export const SidePart = ({ title, live, children }: { title?: string; live?: boolean; children: ReactNode }) => (
  <section className={styles.part} {...(live ? { 'aria-live': 'polite' } : {})}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
)

/** Explanatory small text. */
export const SideNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>

/** Buttons at the end of a part, stacked. */
export const SideActs = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
