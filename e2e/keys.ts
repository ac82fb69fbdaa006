import type { Person } from './person.ts'

/* The keyboard of a person who uses nothing else. */

export const MOST_TABS = 120

/** The text that a screen reader would announce for the focused element. */
export const focusedName = ({ page }: Person): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return ''
    const named = element.getAttribute('aria-labelledby')
    const label = named ? document.getElementById(named)?.textContent : element.labels?.[0]?.textContent
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })

/** A control may come with an answer that a busy house gives late. */
const COMES_WITHIN_MS = 30_000

/**
 * Press Tab until the focused element's text begins with `start`; everything on the way must be reachable and named.
 */
export async function tabTo(person: Person, start: string): Promise<void> {
  const passed: string[] = []
  const until = performance.now() + COMES_WITHIN_MS
  for (let tabs = 0; tabs < MOST_TABS || performance.now() < until; tabs += 1) {
    await person.page.keyboard.press('Tab')
    const name = await focusedName(person)
    if (name.startsWith(start)) return
    passed.push(name)
  }
  throw new Error(`Tab never came to "${start}"; it came by ${[...new Set(passed)].join(' | ')}`)
}
