import type { Icon } from './icons.tsx'
import styles from './TabBar.module.css'

export interface TabBarItem {
  readonly label: string
  readonly icon: Icon
  /** The filled icon for the selected tab. */
  readonly iconOn: Icon
  readonly href: string
  /** Something is waiting: shows a dot, and this text for screen readers. */
  readonly waits?: string | undefined
}

/** The bottom tab bar: 50 px, icons 24, labels 10. `onChoose` gets the index; the links keep their addresses. */
export function TabBar(props: {
  label: string
  items: readonly TabBarItem[]
  chosen: number
  onChoose: (index: number) => void
}) {
  return (
    <nav className={styles.bar} aria-label={props.label} data-dock>
      {props.items.map(({ label, icon: Idle, iconOn: On, href, waits }, index) => {
        const chosen = index === props.chosen
        return (
          <a
            key={href}
            href={href}
            className={styles.tab}
            aria-current={chosen ? 'page' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              props.onChoose(index)
            }}
          >
            {chosen ? <On size={24} className={styles.icon} /> : <Idle size={24} className={styles.icon} />}
            <span>{label}</span>
            {waits !== undefined && <span className={styles.dot} role="img" aria-label={waits} />}
          </a>
        )
      })}
    </nav>
  )
}
