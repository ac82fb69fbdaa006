import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEveryCent, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { MOST_TABS, focusedName, tabTo as tabToIn } from '../keys.ts'
import { PASSWORD, newPerson, newPhone, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'
import { twoFrames } from '../scenes.ts'

let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url)
})
afterAll(() => browser.close())

/** A button waits, with its reason, until its data is loaded, such as a recent purchase. */
const ready = (start: string): Promise<void> =>
  person.page.getByRole('button', { name: new RegExp(`^${start}`), disabled: false }).waitFor()

const tabTo = (start: string): Promise<void> => tabToIn(person, start)
const focused = (): Promise<string> => focusedName(person)
const press = (key: string): Promise<void> => person.page.keyboard.press(key)

test('from registering to sold with the keyboard alone', async () => {
  const { page, words, goTo } = person
  await goTo('/pages/home/index')
  await page.getByRole('link', { name: words('discover', 'register'), exact: true }).waitFor()
  await tabTo(words('discover', 'register'))
  await press('Enter')

  await page.getByRole('heading', { name: words('accounts', 'registerTitle') }).waitFor()
  for (const [key, text] of [
    ['phone', newPhone()],
    ['password', PASSWORD],
    ['again', PASSWORD],
    ['invitation', house.invitation],
  ] as const) {
    await tabTo(words('accounts', key))
    await page.keyboard.type(text)
  }
  await press('Enter')
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()

  await tabTo(words('discover', 'buy'))
  await press('Enter')
  await page
    .getByRole('heading', { name: words('discover', 'searchTitle') })
    .first()
    .waitFor()
  // The previous page is kept hidden, so only visible elements count.
  const listed = page.locator('[data-choices] a[href*="socketDetail?listing"]:visible').first()
  await listed.waitFor()
  const first = (await listed.textContent()) ?? ''
  await tabTo(first.trim().slice(0, 8))
  await press('Enter')

  await page.getByRole('link', { name: new RegExp(`^${words('discover', 'buy')}`) }).waitFor()
  await tabTo(words('discover', 'buy'))
  await press('Enter')
  await ready(`${words('discover', 'buy')} 1 `)
  await tabTo(`${words('discover', 'buy')} 1 `)
  await press('Enter')
  await seeReceipt(person, house)

  await tabTo(words('orders', 'seePosition'))
  await press('Enter')
  await page.getByRole('link', { name: new RegExp(`^${words('discover', 'sell')} 1 `) }).waitFor()
  await tabTo(`${words('discover', 'sell')} 1 `)
  await press('Enter')
  await ready(`${words('discover', 'sell')} 1 `)
  await tabTo(`${words('discover', 'sell')} 1 `)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(`${words('orders', 'sell')} 1`)
  await press('Enter')
  await seeReceipt(person, house)
  await expectEveryCent(house.url, await tokenOf(person))
  expect(person.faults).toEqual([])
})

test('lists, a share, its lists and alert, search, news, the watchlist and the messages with the keyboard alone', async () => {
  const { page, words, goTo } = person
  const shown = (name: string) =>
    page.getByRole('heading', { name, exact: true }).locator('visible=true').first().waitFor()
  /** Tab to the first link to the path, and follow it; again if its list was replaced meanwhile, and the focus with it. */
  const follow = async (path: string) => {
    await page.locator(`main a[href*="${path}"]:visible`).first().waitFor()
    const leads = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')
    const isThere = () => new URL(page.url()).hash.includes(path)
    await expect
      .poll(async () => {
        if (isThere()) return true
        for (let tabs = 0; tabs < MOST_TABS && !(await leads()).includes(path); tabs += 1) await press('Tab')
        await press('Enter')
        return isThere()
      })
      .toBe(true)
  }

  // Choose a list by the arrows, sort it, and open and close a row's menu without losing the place.
  await goTo('/pages/market/index')
  const row = page.locator('main [role="listitem"] a[href*="socketDetail?listing"]:visible').first()
  await row.waitFor()
  await tabTo(words('discover', 'all'))
  await press('ArrowRight')
  await page.getByRole('tab', { name: words('discover', 'gainers'), selected: true }).waitFor()
  await tabTo(words('discover', 'columnLast'))
  const sorted = page.waitForResponse((response) => response.url().includes('sort=last'))
  await press('Enter')
  await sorted
  await twoFrames(page)
  await row.waitFor()
  await press('Tab')
  await press('Tab')
  // Its name is stable; its price may change meanwhile.
  const opened = (await focused()).slice(0, 8)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toContain('socketDetail?listing=')
  await press('Shift+F10')
  await page.getByRole('dialog').waitFor()
  await page.getByRole('checkbox').first().waitFor()
  await tabTo(words('watchlist', 'ownList'))
  await press('Space')
  await page.getByRole('checkbox', { checked: true }).waitFor()
  await press('Escape')
  await expect.poll(async () => (await focused()).slice(0, 8)).toBe(opened)

  // The share: another span of its chart, and an alert at the proposed round level.
  await press('Enter')
  await page.getByRole('button', { name: words('watchlist', 'alertOn'), exact: true }).waitFor()
  await tabTo(words('discover', 'day'))
  await press('ArrowRight')
  const [since = ''] = words('discover', 'sinceClose').split('{')
  await page.getByText(since).waitFor()
  await tabTo(words('watchlist', 'chooseLists'))
  await tabTo(words('watchlist', 'alertOn'))
  await press('Enter')
  await shown(words('alerts', 'title'))
  const [act = ''] = words('alerts', 'actAbove').split('{')
  await page.getByRole('button', { name: new RegExp(`^${act}`) }).waitFor()
  await tabTo(words('alerts', 'tell'))
  await press('Enter')
  await page.getByRole('radio', { checked: true }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  await tabTo(act)
  await press('Enter')
  await page.getByRole('switch').first().waitFor()

  // From home: search, then the news, then the notices.
  await goTo('/pages/home/index')
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  await tabTo(words('discover', 'search'))
  await press('Enter')
  const box = page.getByRole('searchbox')
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('ca')
  await follow('socketDetail?listing=')
  await page.getByRole('button', { name: words('watchlist', 'alertOn'), exact: true }).waitFor()
  await goTo('/pages/home/index')
  await tabTo(words('discover', 'entryNews'))
  await press('Enter')
  await shown(words('news', 'title'))
  await follow('news/detail')
  await page.locator('main article:visible, main h2:visible').first().waitFor()
  await goTo('/pages/home/index')
  await tabTo(words('discover', 'messages'))
  await press('Enter')
  const notice = page.locator('main button[aria-expanded=false]:visible').first()
  await notice.waitFor()
  await tabTo(((await notice.textContent()) ?? '').trim().slice(0, 10))
  await press('Enter')
  await page.locator('main button[aria-expanded=true]:visible').waitFor()

  // The watchlist, by the bar below: a second list.
  await goTo('/pages/home/index')
  await tabTo(words('app', 'watchlist'))
  await press('Enter')
  await page.getByRole('button', { name: words('watchlist', 'newList'), exact: true }).waitFor()
  await tabTo(words('watchlist', 'newList'))
  await press('Enter')
  await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Teclas')
  await press('Enter')
  await page.getByRole('tab', { name: /^Teclas/, selected: true }).waitFor()
  expect(person.faults).toEqual([])
})
