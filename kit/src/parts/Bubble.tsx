import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { firstPlace, isFree, clampedPlace, roomFor, gutterPlace, type Place } from './bubble.ts'
import { cx } from './cx.ts'
import { ChatCircleDotsFillIcon } from './late-icons.tsx'
import styles from './Bubble.module.css'

const DRAG_SLOP = 5
const STILL_MS = 250
const KEY_STEP = 16

export interface BubbleProps {
  /** The button's label: `Ayuda`. */
  label: string
  /** The keyboard instruction: `Muévela con las flechas`. */
  hint: string
  href: string
  newTab?: boolean
  /** Shows that something is waiting. */
  dot?: boolean
  /** The place where it was dropped last; null for never. */
  place: Place | null
  onPlace: (place: Place) => void
}

/**
 * The support bubble: 34 px; it can be dragged anywhere and stays there. It never covers a figure or a control: in that
 * case, and while a list scrolls, it waits in the nearer gutter, and one tap brings it out. A tap opens the link.
 */
export function Bubble({ label, hint, href, newTab, dot, place, onPlace }: BubbleProps) {
  const ref = useRef<HTMLAnchorElement>(null)
  const id = useId()
  const { tucked, at, dragging, handlers } = useBubble(ref, place, onPlace)
  const still = useStillAtFirst(at)
  return (
    <aside className={styles.aside}>
      <a
        ref={ref}
        className={cx(styles.bubble, tucked && styles.tucked, dragging && styles.dragging, still && styles.still)}
        style={{ translate: `${at.x}px ${at.y}px` }}
        href={href}
        target={newTab ? '_blank' : undefined}
        rel={newTab ? 'noopener' : undefined}
        aria-label={label}
        aria-describedby={id}
        draggable={false}
        data-side={tucked ?? undefined}
        {...handlers}
      >
        <ChatCircleDotsFillIcon size={tucked ? 10 : 20} />
        {dot && <span className={styles.dot} />}
      </a>
      <span id={id} hidden>
        {hint}
      </span>
    </aside>
  )
}

type BubbleRef = React.RefObject<HTMLAnchorElement | null>

/** True until it has stood still for one frame: it appears in place without an animation. */
function useStillAtFirst(at: Place): boolean {
  const [still, setStill] = useState(true)
  useEffect(() => {
    if (!still || at.x < 0) return
    const frame = requestAnimationFrame(() => setStill(false))
    return () => cancelAnimationFrame(frame)
  }, [still, at])
  return still
}

/** The bubble's current place, and the handlers that move it. */
function useBubble(ref: BubbleRef, place: Place | null, onPlace: (place: Place) => void) {
  const [at, setAt] = useState<Place>({ x: -99, y: -99 })
  const [tucked, setTucked] = useState<'left' | 'right' | null>(null)
  // Brought out of the gutter by a tap. It goes back when a list scrolls or the focus leaves.
  const called = useRef(false)
  const dragged = useRef(false)
  /** Take its place if that is free, otherwise the gutter beside it. `moving` means that a list is scrolling. */
  const settle = useCallback(
    (moving: boolean) => {
      const bubble = ref.current
      if (!bubble || dragged.current) return
      const shell = shellOf(bubble)
      const [size, room] = [bubble.offsetWidth, roomFor(shell)]
      const whole = clampedPlace(place ?? firstPlace(room), room, size)
      if (moving) called.current = false
      const free = called.current || bubble.matches(':focus-visible') || (!moving && isFree(whole, size, bubble, shell))
      const stand = free ? whole : gutterPlace(whole, room, size)
      setTucked(free ? null : stand.x < whole.x ? 'left' : 'right')
      setAt(stand)
    },
    [ref, place],
  )
  useSettling(settle)
  const move = (to: Place) => {
    if (!ref.current) return to
    const next = clampedPlace(to, roomFor(shellOf(ref.current)), ref.current.offsetWidth)
    setTucked(null)
    setAt(next)
    return next
  }
  const { dragging, pointerHandlers } = useDragged(at, dragged, move, onPlace, settle)
  const handlers = {
    ...pointerHandlers,
    onClick: (event: React.MouseEvent) => {
      if (!dragged.current && !tucked) return
      event.preventDefault()
      called.current = tucked !== null
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
      if (!step) return
      event.preventDefault()
      onPlace(move({ x: at.x + (step[0] ?? 0) * KEY_STEP, y: at.y + (step[1] ?? 0) * KEY_STEP }))
    },
    onFocus: () => settle(false),
    onBlur: () => {
      called.current = false
      settle(false)
    },
  }
  return { tucked, at, dragging, handlers }
}

const shellOf = (bubble: Element): Element => bubble.closest('[data-shell]') ?? document.documentElement

/** Follow a finger that moved more than 5 px. The drop becomes the new place. */
function useDragged(
  at: Place,
  dragged: React.RefObject<boolean>,
  move: (to: Place) => Place,
  onPlace: (place: Place) => void,
  settle: (moving: boolean) => void,
) {
  const [dragging, setDragging] = useState(false)
  const held = useRef<{ from: Place; start: Place } | null>(null)
  const latest = useRef(settle)
  useLayoutEffect(() => {
    latest.current = settle
  }, [settle])
  const letGo = () => {
    held.current = null
    setDragging(false)
    // Reset after the click event that follows a drag, which must still see it.
    setTimeout(() => {
      dragged.current = false
      latest.current(false)
    })
  }
  const pointerHandlers = {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      held.current = { from: at, start: { x: event.clientX, y: event.clientY } }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientX, clientY }: React.PointerEvent) => {
      if (!held.current) return
      const { from, start } = held.current
      const [dx, dy] = [clientX - start.x, clientY - start.y]
      if (!dragged.current && Math.hypot(dx, dy) < DRAG_SLOP) return
      dragged.current = true
      setDragging(true)
      move({ x: from.x + dx, y: from.y + dy })
    },
    onPointerUp: () => {
      if (dragged.current) onPlace(at)
      letGo()
    },
    onPointerCancel: letGo,
  }
  return { dragging, pointerHandlers }
}

/**
 * Settle again whenever the content under the bubble may have changed: scroll, new page, resize, a dock that grows, a
 * font that comes late and moves the words.
 */
function useSettling(settle: (moving: boolean) => void): void {
  const stands = useRef(false)
  useLayoutEffect(() => {
    if (stands.current) settle(false)
  }, [settle])
  useEffect(() => {
    let timer = 0
    let moving = false
    const docks = new Set<Element>()
    // A longer sentence on a docked button makes it higher, and no element is new then.
    const grown = new ResizeObserver(() => later())
    const watchDocks = () => {
      for (const dock of docks) if (!dock.isConnected && docks.delete(dock)) grown.unobserve(dock)
      for (const dock of document.querySelectorAll('[data-dock]')) {
        if (!docks.has(dock)) grown.observe(dock)
        docks.add(dock)
      }
    }
    const later = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        moving = false
        stands.current = true
        watchDocks()
        settle(false)
      }, STILL_MS)
    }
    // It first appears once the page around it is drawn.
    if (!stands.current) later()
    const scrolled = () => {
      if (!moving && stands.current) settle((moving = true))
      later()
    }
    const changed = new MutationObserver(later)
    changed.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['hidden', 'open'],
    })
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    addEventListener('resize', later)
    const { fonts } = document as { fonts?: FontFaceSet }
    fonts?.addEventListener('loadingdone', later)
    return () => {
      clearTimeout(timer)
      changed.disconnect()
      grown.disconnect()
      document.removeEventListener('scroll', scrolled, { capture: true })
      removeEventListener('resize', later)
      fonts?.removeEventListener('loadingdone', later)
    }
  }, [settle])
}
