import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { findListings } from '../customers.ts'
import { newPerson } from '../person.ts'

/* What stands in for a part of a page is as high as that part: what is below it does not move when it comes. */

const house = inject('house')
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** Holds every answer of the house until it is let go. */
async function hold(page: Page): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

const middleOf = async (of: Locator): Promise<number> => {
  const box = await of.first().boundingBox()
  return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2
}

test.each([
  ['home', '/pages/home/index', 375],
  ['the market', '/pages/market/index?venue=all', 320],
  ['one market', '/pages/market/index?venue=XMAD', 375],
  ['the calendar of reports', '/pages/market/index?venue=all&list=earnings', 430],
])('the lists of %s stand where they will be', async (_page, path, width) => {
  const { page, goTo, context } = await newPerson(browser, house.url, { language: 'tur', width, height: 900 })
  const letGo = await hold(page)
  await goTo(path)
  await page.locator('main [data-waiting]').first().waitFor()
  const tabs = page.locator('main [role=tablist]')
  const row = page.locator('main [data-waiting] > div > span').locator('visible=true')
  const before = [await middleOf(tabs), await middleOf(row)]
  letGo()
  await page.locator('main [role=tabpanel] a').first().waitFor()
  expect(Math.abs((await middleOf(tabs)) - before[0]!)).toBeLessThan(1)
  const name = page.locator('main [role=tabpanel] a > span').locator('visible=true')
  expect(Math.abs((await middleOf(name)) - before[1]!)).toBeLessThan(4)
  await context.close()
})

test.each([375, 320])('the range and the figures of an instrument stand where they will be: %s wide', async (width) => {
  const [listing = ''] = await findListings(house, 'XMAD', 1)
  const { page, goTo, context } = await newPerson(browser, house.url, { language: 'tur', width, height: 900 })
  const letGo = await hold(page)
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  const bars = page.locator('main [data-waiting] i')
  await bars.first().waitFor()
  const before = [await middleOf(bars), await middleOf(bars.nth(1)), await middleOf(bars.nth(2))]
  letGo()
  const there = [page.locator('main fieldset'), page.locator('main [role=tablist]'), page.locator('main dl > *')]
  await page.locator('main dl').first().waitFor()
  for (const [at, part] of there.entries()) expect(Math.abs((await middleOf(part)) - before[at]!)).toBeLessThan(2)
  await context.close()
})
