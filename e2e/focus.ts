import type { Page } from 'playwright-core'

const WORKED = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * The elements of the current page that the keyboard cannot use, one line each: unreachable ones, and those without a
 * visible focus.
 */
export async function focusFindings(page: Page): Promise<string[]> {
  // A focus ring is shown to keyboard users: the browser decides by the last key press.
  await page.keyboard.press('Shift')
  return [...(await page.evaluate(unreached, WORKED)), ...(await page.evaluate(unshown, WORKED))]
}

/**
 * Elements that look clickable by their pointer and cannot be focused. Within tabs, radios and option lists the arrows
 * move between elements: one focusable element is enough.
 */
function unreached(worked: string): string[] {
  const byArrows =
    '[role=tablist], [role=radiogroup], [role=listbox], [role=grid], [role=toolbar], [role=menu], fieldset'
  const isThere = (of: Element): boolean => {
    const { width, height } = of.getBoundingClientRect()
    const seen = of.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return seen && width > 1 && height > 1 && of.closest('[inert], [aria-hidden=true]') === null
  }
  const takesFocus = (of: Element): boolean =>
    of instanceof HTMLElement && of.matches(worked) && !of.matches(':disabled, [hidden]') && of.tabIndex >= 0
  const isOneOf = (of: Element): boolean =>
    of.matches(`${worked}, [role]`) && [...(of.closest(byArrows)?.querySelectorAll(worked) ?? [])].some(takesFocus)
  const isReachedItself = (of: Element): boolean => takesFocus(of) || isOneOf(of)
  /** By itself, by its container or content, by the field that it labels, or by the arrows. */
  const isReached = (of: Element): boolean => {
    const label = of.closest('label')
    if (label) return label.control !== null && (label.control.matches(':disabled') || isReachedItself(label.control))
    for (let up: Element | null = of; up; up = up.parentElement) if (isReachedItself(up)) return true
    return [...of.querySelectorAll(worked)].some((one) => isThere(one) && isReachedItself(one))
  }
  const isPointed = (of: Element | null): boolean => of !== null && getComputedStyle(of).cursor === 'pointer'
  return [...document.body.querySelectorAll('*')]
    .filter((of) => isPointed(of) && !isPointed(of.parentElement) && isThere(of))
    .filter((of) => !of.closest(':disabled, [aria-disabled=true]') && !isReached(of))
    .map(
      (of) => `cannot be reached by keys: ${of.outerHTML.replace(/>[^]*/, '>')} ${of.textContent.trim().slice(0, 40)}`,
    )
}

/** Elements that look the same with and without the focus. The focus is restored at the end. */
function unshown(worked: string): string[] {
  /** Including elements that may show the focus for it: its containers, and its siblings. */
  const looks = (of: Element): string => {
    // Finish transitions, which would otherwise be at their start.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
    return [of, of.parentElement, of.parentElement?.parentElement, of.nextElementSibling]
      .map((one) => {
        if (!one) return ''
        const { outline, outlineOffset, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
        return [outline, outlineOffset, boxShadow, borderColor, backgroundColor].join()
      })
      .join('|')
  }
  const leave = (): void => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const before = document.activeElement
  const findings: string[] = []
  for (const of of document.body.querySelectorAll<HTMLElement>(worked)) {
    if (of.tabIndex < 0 || of.closest('[inert]') || !of.checkVisibility({ visibilityProperty: true })) continue
    leave()
    const left = looks(of)
    of.focus({ preventScroll: true })
    if (document.activeElement !== of || looks(of) !== left) continue
    findings.push(
      `does not show its focus: ${of.outerHTML.replace(/>[^]*/, '>')} ${of.textContent.trim().slice(0, 40)}`,
    )
  }
  leave()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return findings
}
