import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { newTrader } from '../customers.ts'
import { cutFindings } from '../cut.ts'
import { newClerk, sizeBrowserText, takeSeat } from '../desk.ts'
import { focusFindings } from '../focus.ts'
import { openHouse, type House } from '../house.ts'
import type { Person } from '../person.ts'

/** Every page of the console's menu in text of twice the size, on a screen and on a phone. */

/** Some twenty pages, each checked by axe, on a machine that does much else. */
const SLOW = { timeout: 300_000 }

let house: House
let browser: Browser
let clerk: Person
beforeAll(async () => {
  house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  browser = await startBrowser()
  await newTrader(house)
  clerk = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Caja'))
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

test.each([1280, 375])('at %i px every page of the menu stands, and nothing of it is cut off', SLOW, async (width) => {
  const { page, goTo } = clerk
  await page.setViewportSize({ width: 1280, height: 812 })
  // Large text has the layout of a narrow window, where the menu stays behind its button.
  await sizeBrowserText(page, 100)
  await goTo('/today')
  const links = page.getByRole('navigation').getByRole('link')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1) ?? ''))
  expect(paths.length).toBeGreaterThan(10)
  await page.setViewportSize({ width, height: 812 })
  await sizeBrowserText(page, 200)
  const findings: string[] = []
  for (const path of paths) {
    await goTo(path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('main [data-waiting]').count()).toBe(0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const ofPage = [...(await axeFindings(page)), ...(await focusFindings(page)), ...(await cutFindings(page))]
    if (wide > 0) ofPage.push(`is ${wide} px wider than the screen`)
    findings.push(...ofPage.map((finding) => `${path}: ${finding}`))
  }
  expect(findings).toEqual([])
})
