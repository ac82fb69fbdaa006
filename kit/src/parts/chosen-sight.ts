import { useEffect, type RefObject } from 'react'

/** The part of the neighbours, or of the edge, that stays visible beside the selected element. */
const ROOM = 16

/**
 * Keep the selected element of a horizontally scrolling line in sight when widths change: the device rotates, the text
 * size changes, a font loads late. A position that somebody scrolled to by hand stays.
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
