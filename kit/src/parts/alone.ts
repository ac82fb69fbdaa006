import { useCallback, useEffect, useRef, type RefObject } from 'react'

/** Full screen parts: only they can be reached, and Escape and Back close them. */

/** While `active`, everything outside `element` is inert for keyboard and screen reader; Escape calls `onClose`. */
export function useAlone(element: RefObject<HTMLElement | null>, active: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!active) return
    const hidden = beside(element.current)
    for (const other of hidden) other.inert = true
    const pressed = (event: KeyboardEvent) => {
      // A dialog above it closes first.
      if (event.key === 'Escape' && !document.querySelector('dialog:modal')) latest.current()
    }
    addEventListener('keydown', pressed)
    return () => {
      removeEventListener('keydown', pressed)
      for (const other of hidden) other.inert = false
    }
  }, [element, active])
}

/** The siblings of an element and of its ancestors, except live regions and floating parts (toasts). */
function beside(element: HTMLElement | null): HTMLElement[] {
  const others: HTMLElement[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement?.children ?? []) {
      const speaks = other.matches('[role=status], [role=alert], [popover], script, style')
      if (other !== at && other instanceof HTMLElement && !other.inert && !speaks) others.push(other)
    }
  }
  return others
}

/**
 * While `open`, the browser's Back closes it instead of leaving the page: opening pushes a history entry, and closing
 * (the returned function) goes one back.
 */
export function useBackCloses(open: boolean, onClose: () => void): () => void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!open) return
    const state: unknown = history.state
    history.pushState({ ...(state as object | null), over: true }, '')
    const walked = () => latest.current()
    addEventListener('popstate', walked)
    return () => removeEventListener('popstate', walked)
  }, [open])
  return useCallback(() => {
    if ((history.state as { over?: true } | null)?.over) history.back()
    else latest.current()
  }, [])
}
