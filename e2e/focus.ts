import type { Page } from 'playwright-core'

const WORKED = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** What of a page as it stands cannot be worked by keys, one line each: what cannot be reached, and what does not show its focus. */
export async function focusFindings(page: Page): Promise<string[]> {
  // A mark of focus is shown to whoever uses the keyboard: the browser goes by what was last pressed.
  await page.keyboard.press('Shift')
  return [...(await page.evaluate(unreached, WORKED)), ...(await page.evaluate(unshown, WORKED))]
}

/**
 * What shows by its pointer that it can be pressed, and takes no focus. Within tabs, radios and lists of options the arrows go from one
 * to the next: one of them is enough.
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
  /** By itself, by what it stands in or holds, by the field that it names, or by the arrows. */
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

/** What takes the focus and looks with it as it does without. The focus is back where it was in the end. */
function unshown(worked: string): string[] {
  /** With what may show the focus for it: what it stands in, and what stands behind it. */
  const looks = (of: Element): string => {
    // As it stands in the end: what changes slowly is at its beginning otherwise.
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
  const found: string[] = []
  for (const of of document.body.querySelectorAll<HTMLElement>(worked)) {
    if (of.tabIndex < 0 || of.closest('[inert]') || !of.checkVisibility({ visibilityProperty: true })) continue
    leave()
    const left = looks(of)
    of.focus({ preventScroll: true })
    if (document.activeElement !== of || looks(of) !== left) continue
    found.push(`does not show its focus: ${of.outerHTML.replace(/>[^]*/, '>')} ${of.textContent.trim().slice(0, 40)}`)
  }
  leave()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return found
}
