import type { Page } from 'playwright-core'

/**
 * What of a page as it stands cannot be worked by keys, one line each: what shows that it can be pressed and takes no focus, and what
 * takes it and does not show it. Within tabs, radios and lists of options the arrows go from one to the next: one of them is enough.
 */
export async function focusFindings(page: Page): Promise<string[]> {
  // A mark of focus is shown to whoever uses the keyboard: the browser goes by what was last pressed.
  await page.keyboard.press('Shift')
  return page.evaluate(() => {
    const WORKED = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const BY_ARROWS =
      '[role=tablist], [role=radiogroup], [role=listbox], [role=grid], [role=toolbar], [role=menu], fieldset'
    const before = document.activeElement
    const isThere = (of: Element): boolean => {
      const { width, height } = of.getBoundingClientRect()
      const seen = of.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      return seen && width > 1 && height > 1 && of.closest('[inert], [aria-hidden=true]') === null
    }
    const takesFocus = (of: Element): boolean =>
      of instanceof HTMLElement && of.matches(WORKED) && !of.matches(':disabled, [hidden]') && of.tabIndex >= 0
    const nameOf = (of: Element): string => {
      const text = (of.getAttribute('aria-label') ?? of.textContent ?? '').trim().slice(0, 40)
      return `<${of.tagName.toLowerCase()} class="${of.getAttribute('class') ?? ''}"> ${text}`
    }
    /** By itself, by what it stands in or holds, by the field that it names, or by the arrows. */
    const isReached = (of: Element): boolean => {
      const label = of.closest('label')
      if (label) return label.control !== null && (label.control.matches(':disabled') || isReachedItself(label.control))
      for (let up: Element | null = of; up; up = up.parentElement) if (isReachedItself(up)) return true
      return [...of.querySelectorAll(WORKED)].some((one) => isThere(one) && isReachedItself(one))
    }
    const isReachedItself = (of: Element): boolean =>
      takesFocus(of) ||
      (of.matches(`${WORKED}, [role]`) &&
        [...(of.closest(BY_ARROWS)?.querySelectorAll(WORKED) ?? [])].some((one) => takesFocus(one)))
    const pointed = [...document.body.querySelectorAll('*')].filter(
      (of) =>
        getComputedStyle(of).cursor === 'pointer' &&
        !of.closest(':disabled, [aria-disabled=true]') &&
        isThere(of) &&
        (of.parentElement === null || getComputedStyle(of.parentElement).cursor !== 'pointer'),
    )
    const found = pointed.filter((of) => !isReached(of)).map((of) => `cannot be reached by keys: ${nameOf(of)}`)

    /** How it looks, with what may show its focus for it: what it stands in, and what stands behind it. */
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
    for (const of of document.body.querySelectorAll<HTMLElement>(WORKED)) {
      if (!takesFocus(of) || !(isThere(of) || of.matches('input'))) continue
      if (of.closest('[inert]') || !of.checkVisibility({ visibilityProperty: true })) continue
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const left = looks(of)
      of.focus({ preventScroll: true })
      if (document.activeElement === of && looks(of) === left) found.push(`does not show its focus: ${nameOf(of)}`)
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    return found
  })
}
