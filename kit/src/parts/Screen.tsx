import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { cx } from './cx.ts'
import { ArrowLeftIcon } from './icons.tsx'
import { IconButton } from './IconButton.tsx'
import { PullHead } from './PullHead.tsx'
import styles from './Screen.module.css'
import { Scroller } from './scroller.ts'
import { usePartWords } from './words.tsx'

export interface ScreenProps {
  /** Centred and cut to one line; the whole screen's heading. */
  title?: string
  /** A line under the title. */
  caption?: string
  /** The title at the left, in 20/28: the tab pages. */
  large?: boolean
  onBack?: (() => void) | undefined
  /** Icon buttons or a text button at the right of the header. */
  right?: ReactNode
  /** In place of the header, where a page has one of its own (a search box). */
  header?: ReactNode
  /** Between header and content, and never scrolled away: tabs, segments. */
  head?: ReactNode
  /** Docked below the content: buttons, an order's preview, a keypad. */
  dock?: ReactNode
  /** The dock floats over the content with a soft shadow: an order's preview. */
  dockFloats?: boolean
  /** Pull to refresh: called when pulled 45 px and let go; the head stays until the promise ends. */
  onRefresh?: (() => Promise<unknown>) | undefined
  /** Nothing on it takes the focus: the content itself does, so that the keyboard can scroll it. */
  readOnly?: boolean | undefined
  children: ReactNode
}

/** A page: header bar of 50 px, content that scrolls, and what is docked below. It remembers where it was scrolled to. */
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
            {onRefresh && <PullHead scroller={scroller} onRefresh={onRefresh} />}
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

/** A page that was hidden and comes back stands where it stood. */
function useKeptScroll(content: RefObject<HTMLElement | null>): void {
  const top = useRef(0)
  useLayoutEffect(() => {
    const scroller = content.current
    if (!scroller) return
    if (top.current > 0) scroller.scrollTop = top.current
    const keep = () => {
      if (scroller.clientHeight > 0) top.current = scroller.scrollTop
    }
    // Before the list draws other rows: read after that, the place would have to be laid out twice.
    const early = { capture: true, passive: true }
    scroller.addEventListener('scroll', keep, early)
    return () => {
      // The last way before it is hidden may be told of only with the next frame.
      keep()
      scroller.removeEventListener('scroll', keep, early)
    }
  }, [content])
}
