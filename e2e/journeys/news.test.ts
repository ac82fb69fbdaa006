import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNews } from '@lonja/core/news/news.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A newly opened house publishes the news of the days before it, one step at a time. */
async function someReports(): Promise<void> {
  const reports = () => askFor(house.url, listNews, { topic: 'earnings', limit: 3 })
  await expect.poll(async () => (await reports()).rows.length, { timeout: 60_000, interval: 500 }).toBe(3)
}

test.each(['tur', 'cn'] as const)(
  'from home to a piece of news, to what it is about, and found by a word: %s',
  async (language) => {
    await someReports()
    const { page, words, goTo, faults } = await newPerson(browser, house.url, { language })
    const link = (name: string) => page.getByRole('link', { name }).locator('visible=true')
    await goTo('/pages/home/index')
    await link(words('news', 'seeAll')).click()
    await page.getByRole('heading', { name: words('news', 'title'), level: 1 }).waitFor()

    // Reports only: each names its share, and is marked as practice news before its title.
    const chip = page.getByRole('button', { name: words('news', 'earnings'), exact: true })
    await chip.click()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    // The list of before stays until the reports are there, and newer ones may come above.
    const idOf = (href: string | null) => new URLSearchParams(href?.split('?')[1]).get('id')
    const shown = () =>
      page
        .locator('[role=listitem] a')
        .locator('visible=true')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const areReports = async () => {
      const ids = (await shown()).map(idOf)
      const { rows } = await askFor(house.url, listNews, { topic: 'earnings', limit: 100 })
      return ids.length > 0 && ids.every((id) => rows.some((row) => row.id === id))
    }
    await expect.poll(areReports).toBe(true)
    const id = idOf((await shown())[0] ?? null)
    const first = page.locator(`[role=listitem] a[href*="${id}"]`).locator('visible=true').first()
    expect(await first.innerText()).toContain(words('news', 'practice'))

    await first.click()
    await page.getByText(words('news', 'invented')).waitFor()
    const piece = page.locator('article').locator('visible=true')
    const title = await piece.getByRole('heading', { level: 2 }).innerText()
    expect(page.url()).toContain(`id=${id}`)

    // Its listing with the current price, whose page lists the item among its own news.
    const related = piece
      .getByRole('region', { name: words('news', 'about') })
      .getByRole('link')
      .first()
    const listing = new URLSearchParams((await related.getAttribute('href'))?.split('?')[1]).get('listing')
    await related.click()
    await expect.poll(() => page.url()).toContain(`listing=${listing}`)
    await page.goBack()
    await page.goBack()

    await page
      .getByRole('button', { name: words('news', 'search') })
      .locator('visible=true')
      .click()
    const box = page.getByRole('searchbox', { name: words('news', 'search') })
    await box.fill(title)
    await expect.poll(() => page.locator('[role=listitem] a').locator('visible=true').allInnerTexts()).toHaveLength(1)
    await box.fill('xqzvwk')
    await page.getByText(words('news', 'nothingFound', { words: 'xqzvwk' })).waitFor()
    await box.press('Escape')
    await expect.poll(() => page.locator('[role=listitem] a').locator('visible=true').count()).toBeGreaterThan(1)
    expect(faults).toEqual([])
  },
)

test('a piece of news that does not exist says so and leads to the others', async () => {
  const { page, words, goTo } = await newPerson(browser, house.url)
  await goTo('/subPackages/news/detail?id=01999999-0000-7000-8000-000000000000')
  await page.getByText(words('news', 'unknown')).waitFor()
  await page.getByRole('link', { name: words('news', 'seeAll') }).click()
  await expect.poll(() => page.url()).toContain('/subPackages/news/list')
})
