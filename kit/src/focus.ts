/*
 * Keeps the focus in the console from getting lost, for people who use the keyboard or a screen reader. If the focused
 * element disappears (a dialog closes, a button goes with its act), the nearest remaining heading gets the focus.
 */

const HEADINGS = 'h1, h2, h3'

/** The element and its ancestors, the nearest first. */
function aroundOf(element: Element): Element[] {
  const around: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) around.push(at)
  return around
}

const isSeen = (element: Element): boolean => element.isConnected && element.checkVisibility()

function headingNear(around: readonly Element[]): HTMLElement | null {
  for (const each of around.filter(isSeen)) {
    const heading = [...each.querySelectorAll<HTMLElement>(HEADINGS)].find(isSeen)
    if (heading) return heading
  }
  return null
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Move the focus from a field to the nearest heading above it. Letter keys are shortcuts again. */
export const leaveField = (field: Element | null): void => focusOn(field && headingNear(aroundOf(field)))

/** Watch this window: if the focused element disappears, focus the nearest remaining heading. */
export function keepFocus(): void {
  let around: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) around = aroundOf(target)
  })
  const keep = (): void => {
    const [last] = around
    const isLost = document.activeElement === null || document.activeElement === document.body
    // After a click on empty space the last element is still visible: the person left it deliberately.
    if (last && isLost && !isSeen(last)) focusOn(headingNear(around))
  }
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
}
