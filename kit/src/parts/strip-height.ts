import { useLayoutEffect, type RefObject } from 'react'

/** Sheets and dialogs dim the page below the strip, never the strip itself: its height is known to them. */
export function useStripHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const strip = ref.current
    if (!strip) return
    const { style } = document.documentElement
    const measure = () => {
      const { height } = strip.getBoundingClientRect()
      // The tokens contain the usual height. Setting it again would restyle the whole page.
      if (Math.abs(height - parseFloat(getComputedStyle(strip).minHeight)) < 0.5) style.removeProperty('--strip-height')
      else style.setProperty('--strip-height', `${height}px`)
    }
    const watcher = new ResizeObserver(measure)
    watcher.observe(strip)
    return () => watcher.disconnect()
  }, [ref])
}
