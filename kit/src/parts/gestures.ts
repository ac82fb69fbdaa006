import { useEffect, useRef, type RefObject } from 'react'

const LONG_PRESS_MS = 350
const LONG_PRESS_SLOP = 10
const SWIPE_SLOP = 5
const SWIPE_ENOUGH = 48

/**
 * A long press of 350 ms within 10 px, or the context menu by key or click. Spread the result on the element. A press
 * that fired suppresses the click after it.
 */
export function useLongPress(onLongPress: (() => void) | undefined): React.HTMLAttributes<HTMLElement> {
  const press = useRef({ timer: 0, x: 0, y: 0, fired: false })
  if (!onLongPress) return {}
  const stop = () => clearTimeout(press.current.timer)
  return {
    onPointerDown: (event) => {
      stop()
      const fire = () => {
        press.current.fired = true
        onLongPress()
      }
      press.current = {
        timer: window.setTimeout(fire, LONG_PRESS_MS),
        x: event.clientX,
        y: event.clientY,
        fired: false,
      }
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { x, y } = press.current
      if (Math.hypot(clientX - x, clientY - y) > LONG_PRESS_SLOP) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event) => {
      event.preventDefault()
      stop()
      if (!press.current.fired) onLongPress()
      press.current.fired = true
    },
    onClickCapture: (event) => {
      if (!press.current.fired) return
      press.current.fired = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_SLOP = 24

/** Two taps within 300 ms and 24 px, or a double click. Spread the result on the element. */
export function useDoubleTap(onDoubleTap: () => void): {
  readonly onDoubleClick: () => void
  readonly onPointerDown: (event: React.PointerEvent) => void
  readonly onPointerUp: (event: React.PointerEvent) => void
} {
  const before = useRef({ at: 0, x: 0, y: 0 })
  const down = useRef({ x: 0, y: 0 })
  const apart = (one: { x: number; y: number }, { clientX, clientY }: React.PointerEvent) =>
    Math.hypot(clientX - one.x, clientY - one.y)
  return {
    onDoubleClick: onDoubleTap,
    onPointerDown: ({ clientX, clientY }) => {
      down.current = { x: clientX, y: clientY }
    },
    onPointerUp: (event) => {
      const { pointerType, isPrimary, clientX, clientY, timeStamp } = event
      if (pointerType === 'mouse' || !isPrimary || apart(down.current, event) > LONG_PRESS_SLOP) return
      const again = timeStamp - before.current.at < DOUBLE_TAP_MS && apart(before.current, event) < DOUBLE_TAP_SLOP
      before.current = again ? { at: 0, x: 0, y: 0 } : { at: timeStamp, x: clientX, y: clientY }
      if (again) onDoubleTap()
    },
  }
}

/**
 * A sideways swipe by finger over an element: it starts after 5 px and triggers after 48. -1 is towards the next one.
 */
export function useSwipe(ref: RefObject<HTMLElement | null>, onSwipe: (direction: 1 | -1) => void): void {
  const latest = useRef(onSwipe)
  useEffect(() => {
    latest.current = onSwipe
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let start: { x: number; y: number; sideways: boolean | null } | null = null
    const begin = ({ touches, target }: TouchEvent) => {
      const touch = touches[0]
      const isElsewhere =
        target instanceof Element && target.closest('[data-own-swipe], input, [role="slider"]') !== null
      start =
        touch && touches.length === 1 && !isElsewhere ? { x: touch.clientX, y: touch.clientY, sideways: null } : null
    }
    const move = ({ touches }: TouchEvent) => {
      const touch = touches[0]
      if (!start || !touch || start.sideways !== null) return
      const [dx, dy] = [Math.abs(touch.clientX - start.x), Math.abs(touch.clientY - start.y)]
      if (Math.max(dx, dy) > SWIPE_SLOP) start.sideways = dx > 1.5 * dy
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (start?.sideways && touch) {
        const dx = touch.clientX - start.x
        if (Math.abs(dx) > SWIPE_ENOUGH) latest.current(dx > 0 ? 1 : -1)
      }
      start = null
    }
    const options = { passive: true }
    element.addEventListener('touchstart', begin, options)
    element.addEventListener('touchmove', move, options)
    element.addEventListener('touchend', end, options)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
    }
  }, [ref])
}

/** True if the person prefers reduced motion. */
export const motionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Convert spec pixels to real ones at the current window and text size. */
export const pixels = (specPixels: number): number =>
  (specPixels * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16
