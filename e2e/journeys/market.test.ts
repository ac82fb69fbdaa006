import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Language } from '@lonja/core/base/language'
import { listEarnings, listInstruments } from '@lonja/core/discover/discover.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** However slow the machine is. */
const PATIENT = { interval: 300, timeout: 20_000 }

/** The rows from the top, in visual order. */
const rowsOf = ({ page }: Person): Promise<readonly string[]> =>
  page
    .locator('[data-page="/pages/market/index"] [role="listitem"]')
    .evaluateAll((items) =>
      items
        .toSorted((a, b) => Number(a.getAttribute('aria-posinset')) - Number(b.getAttribute('aria-posinset')))
        .map(
          (item) =>
            new URLSearchParams(item.querySelector('a')?.getAttribute('href')?.split('?')[1]).get('listing') ?? '',
        ),
    )

/** Simulate a busy machine: intersection events arrive late, several at once. */
const toldLate = ({ context }: Person) =>
  context.addInitScript(() => {
    const Prompt = IntersectionObserver
    globalThis.IntersectionObserver = class extends Prompt {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const waiting: IntersectionObserverEntry[] = []
        super((entries, watcher) => {
          if (waiting.push(...entries) === entries.length) {
            setTimeout(() => callback(waiting.splice(0), watcher), 1_000)
          }
        }, options)
      }
    }
  })

const ask = (person: Person, input: Parameters<typeof askFor<typeof listInstruments>>[2]) =>
  askFor(house.url, listInstruments, input, { language: person.language })

test.each<Language>(['tur', 'cn'])(
  'from the gainers on the home page to a sector, another order, further pages, a listing, and back to where one was (%s)',
  async (language) => {
    const person = await newPerson(browser, house.url, { language })
    const { page, words, goTo } = person
    if (language === 'cn') await toldLate(person)
    await goTo('/pages/home/index')
    await page.getByRole('link', { name: words('discover', 'seeList') }).click()
    await page.getByRole('tab', { name: words('discover', 'gainers'), selected: true }).waitFor()
    expect(page.url()).toContain('list=gainers')

    await page.getByRole('button', { name: words('discover', 'filters'), exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: words('market', 'sectorIndustry'), exact: true }).click()
    await sheet
      .getByRole('button', { name: words('discover', 'showList').slice(0, 2) })
      .last()
      .click()
    const off = page.getByRole('button', {
      name: words('discover', 'withoutFilter', { filter: words('market', 'sectorIndustry') }),
    })
    await off.waitFor()
    const gainers = new Set((await ask(person, { list: 'gainers', sector: 'industry', limit: 100 })).listing)
    await expect.poll(async () => (await rowsOf(person)).length, PATIENT).toBeGreaterThan(0)
    await expect
      .poll(async () => (await rowsOf(person)).slice(0, 8).every((row) => gainers.has(row as never)))
      .toBe(true)

    // By name, up and then down; the address says so, and a reload shows the same.
    await page.getByRole('tab', { name: words('discover', 'all'), exact: true }).click()
    const byName = page.getByRole('button', { name: new RegExp(`^${words('discover', 'columnName')}`) })
    for (const direction of ['up', 'down'] as const) {
      await byName.click()
      const { listing } = await ask(person, { list: 'all', sector: 'industry', sort: 'name', direction, limit: 8 })
      await expect.poll(async () => (await rowsOf(person)).slice(0, 8), PATIENT).toEqual(listing)
    }
    await page.reload()
    await off.waitFor()
    await expect.poll(() => byName.getAttribute('aria-pressed')).toBe('true')

    // All sectors again: more than one page of rows.
    await off.click()
    const far = page.locator('[role="listitem"][aria-posinset="75"]')
    const scroller = page.locator('[data-page="/pages/market/index"] [data-scroller]')
    await expect
      .poll(async () => {
        // Scroll to the end of the loaded rows until the wanted one is among them.
        await scroller.evaluate((element) => (element.scrollTop = 3_900))
        return far.count()
      }, PATIENT)
      .toBe(1)
    const { listing } = await ask(person, { list: 'all', sort: 'name', direction: 'down', limit: 100 })
    const place = await far.getAttribute('aria-posinset')
    const row = far.getByRole('link')
    expect(await row.getAttribute('href')).toContain(listing[Number(place) - 1])
    const url = page.url()
    // The place to return to is the list's scroll position at the tap: a tap scrolls its row into view first.
    await scroller.evaluate((element) =>
      element.addEventListener('click', () => (element.dataset['left'] = String(element.scrollTop)), {
        capture: true,
        once: true,
      }),
    )
    await row.click()
    await page.getByRole('main').locator('visible=true').getByText(words('discover', 'volume')).first().waitFor()
    await page.goBack()
    await row.locator('visible=true').waitFor()
    expect(page.url()).toBe(url)
    const left = Number(await scroller.getAttribute('data-left'))
    expect(left).toBeGreaterThan(2_000)
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(left)
    expect(person.faults).toEqual([])
    await person.context.close()
  },
)

test('the calendar says who reports on which day, and what the reports that came did', async () => {
  const person = await newPerson(browser, house.url)
  const { page, goTo } = person
  const came = await askFor(house.url, listEarnings, { which: 'reported', venue: 'XMAD', limit: 100 })
  // One of the days before: the move of the newest may go on.
  const at = Math.max(
    came.day.findIndex((day) => day !== came.day[0]),
    0,
  )
  await goTo('/pages/market/index?list=earnings')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.locator('label:has([value=reported])').click()
  const row = page.locator(`[role="listitem"] a[href*="${came.listing[at]}"]`)
  const scroller = page.locator('[data-page="/pages/market/index"] [data-scroller]')
  const comesInSight = async () => {
    if ((await row.count()) > 0) return true
    await scroller.evaluate((element) => void (element.scrollTop += 300))
    return false
  }
  await expect.poll(comesInSight, PATIENT).toBe(true)
  const percent = (Math.abs(came.move[at] ?? 0) / 100).toFixed(2).replace('.', ',')
  expect(await row.textContent()).toContain(`${percent}%`)
  expect(person.faults).toEqual([])
})

test('a row that has the focus keeps it and its place while the list goes on living', async () => {
  const person = await newPerson(browser, house.url)
  const { page, goTo } = person
  await goTo('/pages/market/index?venue=us&list=gainers')
  const first = page.getByRole('listitem').getByRole('link').first()
  await first.waitFor()
  await page.getByRole('button', { name: person.words('discover', 'columnDay') }).focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  const [href, order] = [await focused(), await rowsOf(person)]
  expect(href).toContain('listing=')
  await page.waitForTimeout(3_000)
  expect(await focused()).toBe(href)
  expect((await rowsOf(person)).slice(0, 10)).toEqual(order.slice(0, 10))

  // The same holds while its menu is open, which returns the focus.
  await page.keyboard.press('Shift+F10')
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(3_000)
  expect((await rowsOf(person)).slice(0, 10)).toEqual(order.slice(0, 10))
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe(href)
  expect(person.faults).toEqual([])
})

test('a font that comes late and is wider leaves the chosen list in sight', async () => {
  const person = await newPerson(browser, house.url, { bypassCSP: true })
  const { page, words, goTo } = person
  const isInSight = (): Promise<boolean> =>
    page.evaluate(() => {
      const tab = document.querySelector('[role=tab][aria-selected=true]')
      const [tabBox, line] = [tab, tab?.parentElement].map((each) => each?.getBoundingClientRect())
      return tabBox !== undefined && line !== undefined && tabBox.left >= line.left && tabBox.right <= line.right
    })
  await goTo('/pages/market/index?venue=all&list=earnings')
  await page.getByRole('tab', { name: words('discover', 'earnings'), selected: true }).waitFor()
  await expect.poll(isInSight, PATIENT).toBe(true)
  // The font set is ready before it says so, and a font of other letters may come at any time: from here on the page hears
  // of the test's own font alone.
  await page.evaluate(() => {
    const hush = (event: Event): void => {
      if (event.isTrusted) event.stopImmediatePropagation()
    }
    document.fonts.addEventListener('loadingdone', hush, { capture: true })
  })
  await page.addStyleTag({ content: '[role=tab] { letter-spacing: 4px }' })
  await expect.poll(isInSight, PATIENT).toBe(false)
  await page.evaluate(() => document.fonts.dispatchEvent(new Event('loadingdone')))
  await expect.poll(isInSight, PATIENT).toBe(true)
  await person.context.close()
})
