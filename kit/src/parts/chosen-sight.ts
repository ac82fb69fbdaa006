import { useEffect, type RefObject } from 'react'

/** What is seen before and after the chosen one, of its neighbours or of the edge. */
const ROOM = 16

/**
 * Keeps what is chosen in a line that scrolls sideways in sight when the widths change under it: a device that was
 * turned, another size of text, a font that came late. What somebody scrolled to by hand stays otherwise.
 */
export function useChosenInSight(line: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const box = line.current
    if (!box) return
    let seen = box.clientWidth + box.clientHeight
    const show = () => {
      const one = box.querySelector(chosen)?.getBoundingClientRect()
      const room = box.getBoundingClientRect()
      if (!one) return
      if (one.right > room.right) box.scrollLeft += one.right - room.right + ROOM
      else if (one.left < room.left) box.scrollLeft -= room.left - one.left + ROOM
    }
    const watcher = new ResizeObserver(() => {
      const now = box.clientWidth + box.clientHeight
      if (now !== seen) show()
      seen = now
    })
    watcher.observe(box)
    document.fonts.addEventListener('loadingdone', show)
    return () => {
      watcher.disconnect()
      document.fonts.removeEventListener('loadingdone', show)
    }
  }, [line, chosen])
}
