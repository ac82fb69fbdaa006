import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

const REACH_PX = 50
const REARM_MS = 350
const STILL_MS = 300

/**
 * Load more when the end comes within 50 px, at most every 350 ms. Put the returned ref on an element right after the
 * last row.
 */
export function useEndless(
  scroller: RefObject<HTMLElement | null>,
  onEnd: (() => void) | undefined,
  loading: boolean,
): (tail: HTMLElement | null) => void {
  const [tail, setTail] = useState<HTMLElement | null>(null)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  const armed = onEnd !== undefined && !loading
  useEffect(() => {
    if (!armed || !tail || !scroller.current) return
    let timer = 0
    const watch = () => watcher.observe(tail)
    const watcher = new IntersectionObserver(
      (seen) => {
        // A late callback may carry several entries: the last one is current.
        if (!seen.at(-1)?.isIntersecting) return
        watcher.unobserve(tail)
        latest.current?.()
        timer = window.setTimeout(watch, REARM_MS)
      },
      { root: scroller.current, rootMargin: `0px 0px ${REACH_PX}px` },
    )
    watch()
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [armed, scroller, tail])
  return setTail
}

/**
 * The newest items, except while a finger, a scroll or the keyboard is on the list: then the items from the start of
 * that. Moving a focused row would lose the focus.
 */
export function useStableOrder<Item>(content: RefObject<HTMLElement | null>, items: readonly Item[]): readonly Item[] {
  const [held, setHeld] = useState(false)
  const [shown, setShown] = useState(items)
  if (!held && shown !== items) setShown(items)
  // More rows at the end change no order and may appear under a scrolling finger.
  if (held && shown !== items && grewFrom(shown, items)) setShown(items)
  const hold = useCallback(() => setHeld(true), [])
  useEffect(() => {
    const scroller = content.current
    if (!scroller) return
    let timer = 0
    let touching = false
    let focused = false
    const settle = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setHeld(focused), STILL_MS)
    }
    const down = () => {
      touching = true
      clearTimeout(timer)
      hold()
    }
    const up = () => {
      touching = false
      settle()
    }
    const scrolled = () => {
      hold()
      if (!touching) settle()
    }
    const focus = ({ target }: FocusEvent) => {
      focused = target instanceof Element && target.matches('[role="listitem"] :focus-visible')
      if (focused) hold()
    }
    const blur = ({ relatedTarget }: FocusEvent) => {
      if (!inSheet(relatedTarget)) leave()
    }
    const leave = () => {
      focused = false
      if (!touching) settle()
    }
    const elsewhere = ({ target }: FocusEvent) => {
      if (focused && !inSheet(target) && !scroller.contains(target as Node)) leave()
    }
    const ended = new AbortController()
    const passive = { passive: true, signal: ended.signal }
    scroller.addEventListener('focusin', focus, passive)
    scroller.addEventListener('focusout', blur, passive)
    document.addEventListener('focusin', elsewhere, passive)
    scroller.addEventListener('touchstart', down, passive)
    scroller.addEventListener('touchend', up, passive)
    scroller.addEventListener('touchcancel', up, passive)
    scroller.addEventListener('scroll', scrolled, passive)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [content, hold])
  return !held || shown.length === 0 ? items : shown
}

/** A sheet opened by a row returns the focus to it, so the row must stay until then. */
const inSheet = (target: EventTarget | null): boolean => target instanceof Element && target.closest('dialog') !== null

const grewFrom = <Item>(before: readonly Item[], after: readonly Item[]): boolean =>
  after.length > before.length && before.length > 0 && before.every((item, index) => item === after[index])
