import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { cx } from './cx.ts'
import { ArrowLeftIcon } from './icons.tsx'
import { IconButton } from './IconButton.tsx'
import { LatePullHead } from './LatePullHead.tsx'
import styles from './Screen.module.css'
import { Scroller } from './scroller.ts'
import { usePartWords } from './words.tsx'

export interface ScreenProps {
  /** Centred and truncated to one line; the heading of the screen. */
  title?: string
  /** A line under the title. */
  caption?: ReactNode
  /** The title at the left in 20/28, for tab pages. */
  large?: boolean
  onBack?: (() => void) | undefined
  /** Icon buttons or a text button at the right of the header. */
  right?: ReactNode
  /** Instead of the header, for pages with their own (a search box). */
  header?: ReactNode
  /** Between header and content, never scrolled: tabs, segments. */
  head?: ReactNode
  /** Docked below the content: buttons, an order's preview, a keypad. */
  dock?: ReactNode
  /** The dock floats over the content with a soft shadow, for an order's preview. */
  dockFloats?: boolean
  /** Pull to refresh: called on release past 45 px; the head stays until the promise settles. */
  onRefresh?: (() => Promise<unknown>) | undefined
  /** The page has no focusable element, so the content itself is focusable and the keyboard can scroll it. */
  readOnly?: boolean | undefined
  children: ReactNode
}

/** A page: a header bar of 50 px, scrolling content, and a dock below. It restores its scroll position. */
export function Screen(props: ScreenProps) {
  const { header, head, dock, dockFloats, onRefresh, readOnly, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  useKeptScroll(scroller)
  return (
    <div className={styles.screen}>
      {header === undefined ? <HeaderBar {...props} /> : <header className={styles.own}>{header}</header>}
      <main className={styles.main}>
        {head}
        <div className={styles.content} ref={scroller} data-scroller {...(readOnly ? { tabIndex: 0 } : {})}>
          <Scroller value={scroller}>
            {onRefresh && <LatePullHead scroller={scroller} onRefresh={onRefresh} />}
            {children}
          </Scroller>
        </div>
        {dock && (
          <div className={cx(styles.dock, dockFloats && styles.floats)} data-dock>
            {dock}
          </div>
        )}
      </main>
    </div>
  )
}

function HeaderBar({ title, caption, large, onBack, right }: ScreenProps) {
  const words = usePartWords()
  return (
    <header className={cx(styles.bar, large && styles.large)}>
      {!large && (
        <div className={styles.left}>
          {onBack && <IconButton icon={ArrowLeftIcon} label={words.back} onClick={onBack} />}
        </div>
      )}
      <div className={styles.name}>
        {title !== undefined && (
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
        )}
        {caption !== undefined && <p className={styles.caption}>{caption}</p>}
      </div>
      <div className={styles.right}>{right}</div>
    </header>
  )
}

/** Restore the scroll position of a page that was hidden. */
function useKeptScroll(content: RefObject<HTMLElement | null>): void {
  const top = useRef(0)
  useLayoutEffect(() => {
    const scroller = content.current
    if (!scroller) return
    if (top.current > 0) scroller.scrollTop = top.current
    const keep = () => {
      if (scroller.clientHeight > 0) top.current = scroller.scrollTop
    }
    // Capture the position before the list draws other rows: reading it afterwards would force a second layout.
    const early = { capture: true, passive: true }
    scroller.addEventListener('scroll', keep, early)
    return () => {
      // The last scroll before hiding may be reported only with the next frame.
      keep()
      scroller.removeEventListener('scroll', keep, early)
    }
  }, [content])
}
