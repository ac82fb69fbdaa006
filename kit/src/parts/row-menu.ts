const LONG_PRESS_MS = 350
const LONG_PRESS_SLOP = 10
/** The click that ends a long press comes within this time after the finger is lifted. */
const CLICK_WITHIN_MS = 400

/** Called with the row's `data-menu` and its name. */
export type OpenRowMenu = (menu: string, name: string) => void

const rowOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null

/** A row's name is its first text, unless the row sets one. */
const nameOf = (row: HTMLElement): string =>
  row.dataset['name'] ?? (row.firstElementChild?.firstElementChild ?? row).textContent ?? ''

/**
 * Open the menu of any element with `data-menu`: by a press of 350 ms within 10 px, the context menu key, Shift+F10, or
 * a right click. One listener serves a whole page, so a row costs only its attribute. The returned function stops it.
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
  // The press was the act, so the click on release is suppressed.
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
