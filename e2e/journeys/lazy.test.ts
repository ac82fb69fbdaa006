import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { findListings } from '../customers.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'
import { wordsOf } from '../words.ts'

/**
 * A page whose code fails to load: the loading view after 200 ms, the error view after 60 s (spec sections 2 and 9).
 */

const OPENED = Date.parse('2026-11-20T10:00:00Z')
let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())
afterEach(() => person.context.close())

test.each(['tur', 'cn'] as const)(
  'a page that does not come waits 200 ms, then 60 s, then a click loads it: in %s',
  async (language) => {
    person = await newPerson(browser, house.url, { language, keepsPages: true })
    const { page, words, goTo } = person
    await page.clock.install({ time: OPENED })
    let stalled = true
    await page.route(/\/assets\/Register-.*\.js$/, (route) => (stalled ? undefined : route.continue()))
    await goTo('/subPackages/login/login')
    await page.getByRole('heading', { name: words('accounts', 'logInTitle') }).waitFor()

    await page.clock.pauseAt(OPENED + 30 * 60_000) // From here on the clock changes only when it is set.
    await page.getByRole('link', { name: words('accounts', 'createAccount') }).click()
    // The page before stays on the screen until then: no frame is empty.
    const before = page.getByRole('heading', { name: words('accounts', 'logInTitle') })
    const loading = page.locator('[data-page$="/register"] [role=status]')
    await page.waitForFunction(() => location.hash.includes('/register'))
    await page.clock.runFor(199)
    expect([await before.isVisible(), await loading.count()]).toEqual([true, 0])
    await expect
      .poll(async () => {
        await page.clock.runFor(2)
        return loading.count()
      })
      .toBe(1)
    expect([await before.isVisible(), await loading.textContent()]).toEqual([false, words('parts', 'loading')])

    const failed = page.getByRole('alert').filter({ hasText: words('app', 'pageFailed') })
    await page.clock.runFor(59_900)
    expect(await failed.count()).toBe(0)
    await page.clock.runFor(101)
    await failed.waitFor()
    expect(await failed.innerText()).toContain(words('app', 'pageFailedTap'))
    await page.getByRole('button', { name: words('app', 'back'), exact: true }).waitFor()

    stalled = false
    await page.clock.resume()
    await failed.click({ force: true, position: { x: 4, y: 4 } })
    await page.getByRole('heading', { name: words('accounts', 'registerTitle') }).waitFor()
  },
)

test('a chart whose code does not come leaves the rest of the page, and is asked for again by a tap', async () => {
  person = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  const { page, words, goTo } = person
  let lost = true
  await page.route(/\/assets\/CandleCanvas-.*\.js$/, (route) => (lost ? route.abort() : route.continue()))
  const [listing = ''] = await findListings(house, 'XMAD', 1)
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('radio', { name: words('discover', 'month'), exact: true }).check()
  const failed = page.getByRole('alert').filter({ hasText: words('discover', 'chartFailed') })
  await failed.waitFor()
  await page.getByRole('link', { name: words('discover', 'buy') }).waitFor()
  lost = false
  await failed.getByRole('button', { name: words('parts', 'retry') }).click()
  await page.locator('figure canvas').first().waitFor()
  expect(await failed.count()).toBe(0)
})

test('a language whose words did not come is said, and is there when it is asked for again', async () => {
  person = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  const { page, words, goTo } = person
  let lost = true
  await page.route(/\/assets\/fr-.*\.js$/, (route) => (lost ? route.abort() : route.continue()))
  await goTo('/subPackages/settings/language')
  const french = page.getByRole('radio', { name: 'Français' })
  await french.click()
  await page.getByText(words('settings', 'languageFailed')).first().waitFor()
  expect(await page.getByRole('radio', { name: 'Español' }).isChecked()).toBe(true)
  lost = false
  await french.click()
  await page.getByRole('heading', { level: 1, name: wordsOf('fr')('settings', 'title') }).waitFor()
})
