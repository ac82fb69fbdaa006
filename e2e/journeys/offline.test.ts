import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings, newTrader } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** A phone without a network: after a reload each screen that was seen is there, with the time of its data. */

let browser: Browser
let person: Person
let listing: string
/** A share that is held, with an order that waits. */
let ordered: string
beforeAll(async () => {
  browser = await startBrowser()
  const trader = await newTrader(house)
  person = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  await signInAs(person, trader)
  listing = (await findListings(house, 'XMAD', 1))[0] ?? ''
  ordered = (await askFor(house.url, listOrders, { which: 'open' }, { token: trader.token })).rows[0]?.listing ?? ''
})
afterAll(() => browser.close())

const position = (): string => `/subPackages/portfolio/position?listing=${ordered}`

const paths = (): readonly string[] => [
  '/pages/home/index',
  '/pages/market/index',
  '/pages/trade/index',
  '/pages/optional/index',
  '/pages/mine/index',
  `/subPackages/home/socketDetail/socketDetail?listing=${listing}`,
  `/subPackages/home/socketDetail/place?listing=${listing}&side=buy`,
  position(),
  '/subPackages/portfolio/funds',
  '/subPackages/portfolio/statements',
  '/subPackages/margin/margin',
  '/subPackages/message/message',
  '/subPackages/news/list',
  '/subPackages/recharge/type',
  '/subPackages/recharge/recharge?way=online',
  '/subPackages/recharge/record',
  '/subPackages/withdraw/index',
  '/subPackages/withdraw/record',
  '/subPackages/bank/list',
  '/subPackages/real/real',
  '/subPackages/accounts/security',
  '/subPackages/accounts/sessions',
  '/subPackages/accounts/activity',
  '/subPackages/settings/language',
  '/subPackages/watchlist/alerts',
  '/subPackages/support/thread',
  '/subPackages/about/about',
]

/** A house on a busy machine works out the first figures of a page for a long time. */
const PATIENCE_MS = 90_000
const SLOW = { timeout: 4 * PATIENCE_MS }

/** The page on the screen, and the parts of it that wait, each with what stands around it. */
function waitingParts() {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-page]')].find(
    (each) => each.getClientRects().length > 0,
  )
  const parts = [...(shown?.querySelectorAll<HTMLElement>('[data-waiting]') ?? [])]
  return { page: shown?.dataset['page'], parts: parts.map((part) => part.parentElement?.outerHTML.slice(0, 300)) }
}

/** Open a screen and wait until nothing of it waits; its text, and what it says has failed. */
async function opened({ page }: Person, path: string) {
  await page.evaluate((to) => (location.hash = to), path)
  const at = path.split('?')[0] ?? ''
  const isWhole = (name: string): boolean => {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-page]')].find(
      (each) => each.getClientRects().length > 0,
    )
    return shown?.dataset['page'] === name && shown.querySelector('[data-waiting]') === null && shown.innerText !== ''
  }
  const whole = page.waitForFunction(isWhole, at, { timeout: PATIENCE_MS })
  await whole.catch(async () => {
    throw new Error(`${path} waits for ${JSON.stringify(await page.evaluate(waitingParts))}`)
  })
  return page.evaluate((name) => {
    const shown = document.querySelector<HTMLElement>(`[data-page="${name}"]`)
    const alerts = [...(shown?.querySelectorAll<HTMLElement>('[role=alert] h2') ?? [])].map((each) => each.innerText)
    return { lines: shown?.innerText.split('\n').length ?? 0, alerts }
  }, at)
}

test('each screen that was seen is there after a reload without a network, grey and with its time', SLOW, async () => {
  const { page, words, goTo, context } = person
  await goTo('/pages/home/index')
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  // The orders of a position come after the rest of its page.
  const orders = page.getByRole('heading', { name: words('portfolio', 'openOrders') }).locator('visible=true')
  await opened(person, position())
  await orders.waitFor()
  const before = new Map<string, number>()
  for (const path of paths()) {
    await opened(person, path)
    await page.waitForLoadState('networkidle')
    before.set(path, (await opened(person, path)).lines)
  }
  await page.waitForFunction(async () => (await caches.match('./build.json')) !== undefined)

  await context.setOffline(true)
  await page.evaluate(() => (location.hash = '/pages/home/index'))
  await page.reload()
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  const bar = page.getByText(new RegExp(words('connection', 'away', { time: '\\d\\d:\\d\\d:\\d\\d' })))
  await bar.waitFor()
  const lost: Record<string, unknown> = {}
  for (const path of paths()) {
    const { lines, alerts } = await opened(person, path)
    // Live figures and lists of an offline screen may be shorter by a line, never by half.
    if (alerts.length > 0 || lines < (before.get(path) ?? 0) / 2)
      lost[path] = { lines, before: before.get(path), alerts }
    if (!(await bar.isVisible())) lost[path] = 'no time'
  }
  expect(lost).toEqual({})
  await opened(person, position())
  await orders.waitFor()
  const grey = await page.evaluate(() => document.documentElement.dataset['away'])
  expect(grey).toBe('')
})

test('after logging out nothing of the customer is left on the phone', async () => {
  const { page, words, context } = person
  await context.setOffline(false)
  await page.evaluate(() => (location.hash = '/subPackages/accounts/security'))
  await page.getByRole('button', { name: words('accounts', 'logOut') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('accounts', 'logOut') })
    .click()
  const names = () =>
    page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.startsWith('kept ') && !name.includes('"anyone"')),
    )
  await expect.poll(names).toEqual([])
})
