import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useChosenInSight } from './chosen-sight.ts'
import { cx } from './cx.ts'
import { motionReduced, useSwipe } from './gestures.ts'
import styles from './Tabs.module.css'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number | string | undefined
}

export interface TabsProps<Value extends string> {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The selected tab's panel; a sideways swipe over it goes to the next tab. */
  children?: ReactNode
  /** The tabs stay on top while their panel scrolls. */
  sticky?: boolean
}

/** Tabs that scroll sideways with the selected one in sight; arrows move between them. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children, sticky } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useShownTab(list, value, value === tabs[0]?.value)
  useChosenInSight(list, '[aria-selected=true]')
  const step = (by: number) => {
    const next = tabs[tabs.findIndex((tab) => tab.value === value) + by]
    if (next) onChange(next.value)
    return next
  }
  useSwipe(panel, (direction) => step(-direction))
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by === undefined ? undefined : step(by)
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        className={cx(styles.tabs, sticky && styles.sticky)}
        role="tablist"
        aria-label={label}
        data-own-swipe
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {/* The space keeps the two apart where they are read aloud. */}
            {tab.count !== undefined && ' '}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div ref={panel} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={styles.panel}>
          {children}
        </div>
      )}
    </>
  )
}

function useShownTab(list: React.RefObject<HTMLDivElement | null>, value: string, leftmost: boolean): void {
  const moved = useRef(false)
  useEffect(() => {
    // It is in sight already; measuring would force a layout of the whole new page.
    if (!moved.current && leftmost) {
      moved.current = true
      return
    }
    const box = list.current
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!box || !tab) return
    const left = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
    box.scrollTo({ left, behavior: motionReduced() || !moved.current ? 'auto' : 'smooth' })
    moved.current = true
  }, [list, value, leftmost])
}
