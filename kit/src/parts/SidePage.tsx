import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './SidePage.module.css'

interface Beside {
  side: ReactNode
  sideLabel: string
  /** Nothing in the side takes the focus: the side itself does, so that the keyboard can scroll it. */
  sideReadOnly?: boolean
  /** For a form beside the list. */
  wide?: boolean
  children: ReactNode
}

/** A page of the console: what is worked on, and beside it what is opened of it. Each scrolls by itself. */
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
  /** Below the heading: what narrows down the list under them. */
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

/** The same for a page whose main part has a shape of its own. */
export const SideFrame = ({ side, sideLabel, sideReadOnly, wide, children }: Beside) => (
  <div className={cx(styles.page, wide && styles.wide)}>
    {children}
    <aside className={styles.side} aria-label={sideLabel} {...(sideReadOnly ? { tabIndex: 0 } : {})}>
      {side}
    </aside>
  </div>
)

/** A part of the side, under its own heading. `live`: a screen reader says what changes in it. */
export const SidePart = ({ title, live, children }: { title?: string; live?: boolean; children: ReactNode }) => (
  <section className={styles.part} {...(live ? { 'aria-live': 'polite' } : {})}>
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
)

/** Smaller words that explain. */
export const SideNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>

/** Buttons at the end of a part, one below the other. */
export const SideActs = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
