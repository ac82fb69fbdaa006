/*
 * The focus of a console is never lost: whoever works by keys, or hears the screen, is always somewhere. What had the focus may
 * go away (a dialog that closes, a button whose act is done): then the nearest heading that is left takes it.
 */

const HEADINGS = 'h1, h2, h3'

/** Those around an element, the nearest first, itself among them. */
function aroundOf(element: Element): Element[] {
  const around: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) around.push(at)
  return around
}

const isSeen = (element: Element): boolean => element.isConnected && element.checkVisibility()

function headingNear(around: readonly Element[]): HTMLElement | null {
  for (const each of around.filter(isSeen)) {
    const found = [...each.querySelectorAll<HTMLElement>(HEADINGS)].find(isSeen)
    if (found) return found
  }
  return null
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Leave a field, to the nearest heading above it: from there on letters are keys again. */
export const leaveField = (field: Element | null): void => focusOn(field && headingNear(aroundOf(field)))

/** Watch this window: where what had the focus is gone, the nearest heading that is left gets it. */
export function keepFocus(): void {
  let around: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) around = aroundOf(target)
  })
  const keep = (): void => {
    const [last] = around
    const isLost = document.activeElement === null || document.activeElement === document.body
    // Who pressed beside everything has left it by themselves: it still stands there.
    if (last && isLost && !isSeen(last)) focusOn(headingNear(around))
  }
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
}
