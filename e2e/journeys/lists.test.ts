import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('what is read of a list stays in its place when a row above it becomes higher, and lower again', async () => {
  const person = await newPerson(browser, house.url)
  const { page, context, goTo } = person
  // Large text: rows have their own heights.
  await context.addInitScript(() => location.protocol === 'about:' || localStorage.setItem('textSize', '150'))
  await goTo('/pages/market/index')
  const scroller = page.locator('[data-scroller]')
  await page.getByRole('listitem').first().waitFor()
  // Once the list is long enough for it.
  const scrollTo = (top: number) =>
    scroller.evaluate((element, to) => {
      element.scrollTop = to
      return element.scrollTop
    }, top)
  await expect.poll(() => scrollTo(900)).toBe(900)

  /** The row in the middle of the view, and its position. */
  const read = () =>
    scroller.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      const middle = top + height / 2
      const rows = [...element.querySelectorAll<HTMLElement>('[data-index]')]
      const row = rows.find((each) => each.getBoundingClientRect().bottom > middle)
      if (!row) throw new Error('No row in the middle of the list')
      return { index: Number(row.dataset['index']), top: row.getBoundingClientRect().top }
    })
  /** Make the second row above the view higher by some pixels, as a longer text would. */
  const stretch = (by: number) =>
    scroller.evaluate((element, more) => {
      const { top } = element.getBoundingClientRect()
      const above = [...element.querySelectorAll<HTMLElement>('[data-index]')].filter(
        (row) => row.getBoundingClientRect().bottom <= top,
      )
      const inside = above.at(-2)?.firstElementChild as HTMLElement | undefined
      if (!inside) throw new Error('No row above the view')
      inside.style.paddingBottom = more === 0 ? '' : `${more}px`
    }, by)

  /** Read once nothing moves any more, however slow the machine is. */
  const settled = async () => {
    let now = await read()
    const isStill = async () => {
      const before = now
      await page.waitForTimeout(300)
      now = await read()
      return now.index === before.index && now.top === before.top
    }
    await expect.poll(isStill, { timeout: 20_000 }).toBe(true)
    return now
  }
  const before = await settled()
  const scrolled = await scroller.evaluate((element) => element.scrollTop)
  await stretch(120)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(scrolled + 60)
  const stretched = await settled()
  expect(stretched.index).toBe(before.index)
  expect(Math.abs(stretched.top - before.top)).toBeLessThan(2)

  await stretch(0)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeLessThan(scrolled + 2)
  const again = await settled()
  expect(again.index).toBe(before.index)
  expect(Math.abs(again.top - before.top)).toBeLessThan(2)
  expect(person.faults).toEqual([])
})
