import type { ReactNode } from 'react'
import styles from './Shell.module.css'

/**
 * The phone layout: one column of at most 480 px on a quiet background, with the fixed parts above (practice strip,
 * offline bar) and below (tab bar), and the page between. `floating` holds bubble and toasts.
 */
export function Shell(props: { top?: ReactNode; tabs?: ReactNode; floating?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.shell} data-shell>
      {props.top}
      <div className={styles.page}>{props.children}</div>
      {props.tabs}
      {props.floating}
    </div>
  )
}
