import type { Page } from 'playwright-core'

/**
 * Finds texts of the current page that are cut off at a side: those that leave an element which hides its overflow, and those
 * for which a dock or a dialog would have to scroll sideways. It also finds dates and times with a line break in their middle.
 * One line each. An ellipsis is allowed where a press, a title or a label has the whole text. A figure in its field must be
 * whole; other fields scroll with the caret. Another check measures the width of the page.
 */
export const cutFindings = (page: Page): Promise<string[]> => page.evaluate(cut)

function cut(): string[] {
  const SLACK_PX = 1
  /** A vertical scroller, which nobody moves sideways. */
  const UPRIGHT = '[data-dock], dialog'
  const hides = (of: Element): boolean => {
    const across = getComputedStyle(of).overflowX
    return across === 'hidden' || across === 'clip' || of.matches(UPRIGHT)
  }
  const isByDesign = (of: Element): boolean =>
    getComputedStyle(of).textOverflow === 'ellipsis' && of.closest('a[href], button, label, summary, [title]') !== null
  const slides = (of: Element): boolean => ['auto', 'scroll'].includes(getComputedStyle(of).overflowX)
  const isOverflowing = (of: Element): boolean => of.clientWidth > 1 && of.scrollWidth > of.clientWidth + SLACK_PX
  const isSeen = (of: Element): boolean => of.checkVisibility({ visibilityProperty: true, opacityProperty: true })

  /** The texts inside that reach out of it, except those inside a part that can be moved sideways, or that is cut itself. */
  const reachingOut = (box: Element): string[] => {
    const { left, right } = box.getBoundingClientRect()
    const range = document.createRange()
    const cuts: string[] = []
    const walk = (of: Element): void => {
      if (of !== box && (slides(of) || hides(of))) return
      for (const child of of.childNodes) {
        if (child instanceof Element) walk(child)
        else if (child instanceof Text && child.data.trim() !== '' && isSeen(of)) {
          range.selectNodeContents(child)
          const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
          if (rects.some((one) => one.right > right + SLACK_PX || one.left < left - SLACK_PX)) cuts.push(child.data)
        }
      }
    }
    walk(box)
    return cuts
  }

  /** The dates and times of a text that stand on two lines. */
  const brokenIn = (text: Text): string[] => {
    const range = document.createRange()
    return [...text.data.matchAll(/\d+(?:[/:]\d+)+/g)].flatMap(({ 0: figure, index }) => {
      range.setStart(text, index)
      range.setEnd(text, index + figure.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [figure] : []
    })
  }

  const figures = [...document.querySelectorAll('input')].filter(
    (of) => ['numeric', 'decimal', 'none'].includes(of.inputMode) && isOverflowing(of) && isSeen(of),
  )
  const inFields = figures.map(({ value }) => `is cut off: ${value} (in its field)`)
  const inTexts = [...document.body.querySelectorAll('*')]
    .filter((of) => isOverflowing(of) && isSeen(of) && hides(of) && !isByDesign(of))
    .flatMap((of) => reachingOut(of).map((text) => `is cut off: ${text.trim().slice(0, 60)} (${of.localName}.${of.className})`)) // prettier-ignore
  const broken = [...document.body.querySelectorAll('*')]
    .flatMap((of) => (isSeen(of) ? [...of.childNodes].filter((child) => child instanceof Text) : []))
    .flatMap((text) => brokenIn(text).map((figure) => `is broken: ${figure} (${text.parentElement?.localName}.${text.parentElement?.className})`)) // prettier-ignore
  return [...inTexts, ...inFields, ...broken]
}
