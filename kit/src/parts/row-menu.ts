const LONG_PRESS_MS = 350
const LONG_PRESS_SLOP = 10
/** The click that ends a long press comes this soon after the finger is lifted. */
const CLICK_WITHIN_MS = 400

/** What was held: `data-menu` of the row, and its name. */
export type OpenRowMenu = (menu: string, name: string) => void

const rowOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null

/** The name is the first thing that stands in a row, unless the row says it itself. */
const nameOf = (row: HTMLElement): string =>
  row.dataset['name'] ?? (row.firstElementChild?.firstElementChild ?? row).textContent ?? ''

/**
 * The menu of whatever carries `data-menu`: a press of 350 ms within 10 px, the context menu's key, Shift+F10, or a right
 * click. One listener serves a whole page, so a row costs nothing but its attribute. Ends with the returned function.
 */
export function followRowMenu(page: Document, open: OpenRowMenu): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: { x: number; y: number } | null = null
  let isHeld = false
  const heldNoMore = (): void => {
    isHeld = false
  }
  const stop = (): void => {
    clearTimeout(timer)
    start = null
    for (const ended of ENDINGS) page.removeEventListener(ended, stop)
    page.removeEventListener('pointermove', move)
    if (isHeld) timer = setTimeout(heldNoMore, CLICK_WITHIN_MS)
  }
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (start && Math.hypot(clientX - start.x, clientY - start.y) > LONG_PRESS_SLOP) stop()
  }
  const press = (event: PointerEvent): void => {
    stop()
    isHeld = false
    const row = rowOf(event)
    if (!row || event.button !== 0 || !event.isPrimary) return
    start = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      isHeld = true
      open(row.dataset['menu'] ?? '', nameOf(row))
    }, LONG_PRESS_MS)
    for (const ended of ENDINGS) page.addEventListener(ended, stop)
    page.addEventListener('pointermove', move, { passive: true })
  }
  const menu = (event: Event): void => {
    const row = rowOf(event)
    if (!row && !isHeld) return
    event.preventDefault()
    const wasHeld = isHeld
    stop()
    if (row && !wasHeld) open(row.dataset['menu'] ?? '', nameOf(row))
  }
  // The press was the act: what lies under the finger when it is lifted is not tapped.
  const click = (event: MouseEvent): void => {
    if (!isHeld || event.detail === 0) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  page.addEventListener('pointerdown', press, { passive: true })
  page.addEventListener('contextmenu', menu)
  page.addEventListener('click', click, { capture: true })
  return () => {
    stop()
    clearTimeout(timer)
    page.removeEventListener('pointerdown', press)
    page.removeEventListener('contextmenu', menu)
    page.removeEventListener('click', click, { capture: true })
  }
}

const ENDINGS = ['pointerup', 'pointercancel'] as const
