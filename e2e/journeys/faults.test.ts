import type { Browser, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSession, logIn } from '@lonja/core/accounts/accounts.contract'
import type { ListingId } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { noteFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { isWatched, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { countOrders, expectEveryCent, openTicket, placeButton, register, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings } from '../customers.ts'
import { PASSWORD, newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

const LATER_MS = 25_000

let browser: Browser
let person: Person
let listing: ListingId
let phone: string

beforeAll(async () => {
  browser = await startBrowser()
  const [first] = await findListings(house, 'XMAD', 1)
  listing = first ?? 'XMAD:'
})
afterAll(() => browser.close())
beforeEach(async () => {
  person = await newPerson(browser, house.url, { keepsPages: true })
  await person.goTo('/subPackages/register/register')
  phone = await register(person, house)
})
afterEach(() => person.context.close())

test('a double tap on Buy is one order', async () => {
  await openTicket(person, listing, 'buy')
  await placeButton(person, 'buyAtMarket', listing, 1).dblclick()
  await seeReceipt(person, house)
  expect(await countOrders(house.url, await tokenOf(person))).toBe(1)
  await expectEveryCent(house.url, await tokenOf(person))
})

test('both requests of a double tap, sent at once and again after 25 seconds, are one order with one answer', async () => {
  const sent: Request[] = []
  person.page.on('request', (request) => {
    if (request.url().includes(placeOrder.path)) sent.push(request)
  })
  await openTicket(person, listing, 'buy')
  await placeButton(person, 'buyAtMarket', listing, 1).click()
  await seeReceipt(person, house)
  const [request] = sent
  expect(request).toBeDefined()
  const again = async () => {
    const { url, headers, body } = { url: request!.url(), headers: request!.headers(), body: request!.postData() }
    const response = await fetch(url, { method: 'POST', headers, body })
    return [response.status, await response.json()] as const
  }
  const answers = await Promise.all([again(), again(), again()])
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  answers.push(await again())
  for (const [status, envelope] of answers) {
    expect(status).toBe(200)
    expect(envelope).toEqual(answers[0]?.[1])
  }
  expect(await countOrders(house.url, await tokenOf(person))).toBe(1)
  await expectEveryCent(house.url, await tokenOf(person))
})

test('a session that was ended elsewhere is said, forgotten, and leads to logging in and back', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/portfolio/funds')
  await page.getByText(words('portfolio', 'entry_grant'), { exact: true }).first().waitFor()
  const elsewhere = await askFor(house.url, logIn, { phone, password: PASSWORD })
  await askFor(house.url, endSession, { id: 'others' }, { token: elsewhere.token })

  await goTo('/pages/trade/index')
  await page.getByText(words('connection', 'sessionExpired')).first().waitFor()
  await page.getByRole('heading', { name: words('accounts', 'logInTitle') }).waitFor()
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userId')])).toEqual([
    null,
    null,
  ])

  await page.getByLabel(words('accounts', 'phone'), { exact: true }).fill(phone)
  await page.getByLabel(words('accounts', 'password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('accounts', 'logIn'), exact: true }).click()
  await page.waitForURL(/#\/pages\/trade\/index$/)
})

test('without a network the last data stays, buying waits, and all comes back by itself', async () => {
  const { page, context, words } = person
  await openTicket(person, listing, 'buy')
  await placeButton(person, 'buyAtMarket', listing, 1).waitFor()
  await context.setOffline(true)
  await page.getByText(words('connection', 'reconnecting')).waitFor({ timeout: 60_000 })
  const waiting = page.getByRole('button', { name: new RegExp(words('orders', 'waitsForNetwork')) })
  await waiting.waitFor()
  await waiting.click({ force: true })
  expect(await countOrders(house.url, await tokenOf(person))).toBe(0)

  await context.setOffline(false)
  await page.getByText(words('connection', 'reconnecting')).waitFor({ state: 'detached', timeout: 60_000 })
  await placeButton(person, 'buyAtMarket', listing, 1).click()
  await seeReceipt(person, house)
  expect(await countOrders(house.url, await tokenOf(person))).toBe(1)
})

test('what changes after a page was read and before its stream is there is seen once it is, and nothing is asked twice for it', async () => {
  const { page, words, goTo } = person
  const token = await tokenOf(person)
  const requests: string[] = []
  let [waiting, greeted] = [null as (() => void) | null, 0]
  page.on('request', (request) => {
    requests.push(request.url())
    // Another document has another stream.
    if (request.isNavigationRequest()) waiting = null
  })
  // The code of the stream comes after the first frame, so a page may have its figures before it asks for the stream.
  const letOpen = async () => {
    await expect.poll(() => waiting).not.toBeNull()
    waiting?.()
  }
  await page.routeWebSocket('**/stream', async (stream) => {
    await new Promise<void>((resolve) => (waiting = resolve))
    const server = stream.connectToServer()
    server.onMessage((message) => {
      if (typeof message === 'string' && message.includes('"hello"')) greeted += 1
      stream.send(message)
    })
  })
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.reload()
  await page
    .getByRole('button', { name: words('watchlist', 'watch'), exact: true })
    .first()
    .waitFor()
  // The button is drawn before the answer that it waits for.
  await page.waitForLoadState('networkidle')
  await askFor(house.url, toggleWatch, { listing, watched: true }, { token })
  requests.length = 0
  await letOpen()
  await page
    .getByRole('button', { name: words('watchlist', 'unwatch'), exact: true })
    .first()
    .waitFor()
  expect(requests.filter((url) => url.includes(isWatched.path)).length).toBe(1)

  // Topics published before the page opened, and topics not published at all, reload nothing.
  // The first visit after a share notes it among the newcomer's steps, which is a topic of its own.
  const noted = page.waitForResponse((response) => response.url().includes(noteFirstSteps.path))
  await goTo('/pages/home/index')
  await noted
  await page.goto('about:blank')
  requests.length = 0
  greeted = 0
  await goTo('/pages/home/index')
  await page.locator('[data-figure]').first().waitFor()
  await letOpen()
  await expect.poll(() => greeted).toBe(1)
  await page.waitForTimeout(500)
  const reads = requests.filter((url) => url.includes('/api/'))
  expect(reads.some((url) => url.includes(readFigures.path))).toBe(true)
  expect(reads.filter((url, at) => reads.indexOf(url) < at)).toEqual([])
})

test('a home page whose figures and lists cannot be had says so once, asks for all of it again at a tap, and recovers', async () => {
  const { page, words, goTo } = person
  const requests: string[] = []
  const isAsked = ({ path }: { readonly path: string }): boolean => requests.some((url) => url.includes(path))
  // A device that keeps no answers: it would show those.
  await page.addInitScript(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('kept ')) localStorage.removeItem(name)
  })
  await page.route('**/api/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ status: 503, body: 'away' })
  })
  await goTo('/pages/home/index')
  await page.reload()
  await page.getByText(words('discover', 'totalFailed')).waitFor()
  await page.locator('main [data-waiting]').first().waitFor({ state: 'detached' })
  expect(await page.locator('main [role=alert]').count()).toBe(1)
  // The tab's panel says too why it is empty, without a second button.
  await page.getByRole('tabpanel').getByText(words('discover', 'loadFailed')).waitFor()
  expect(await page.getByRole('button', { name: words('parts', 'retry') }).count()).toBe(1)

  // Still away: a tap reloads the figures and the lists, and the page shows the same error again.
  const retry = page.getByRole('main').getByRole('button', { name: words('parts', 'retry') })
  const tap = async () => {
    requests.length = 0
    await retry.click({ timeout: 2_000 })
    await page.waitForTimeout(500)
    return [isAsked(readFigures), isAsked(listInstruments)]
  }
  await expect.poll(tap, { interval: 1_000 }).toEqual([true, true])
  await page.getByText(words('discover', 'totalFailed')).waitFor()

  await page.unroute('**/api/**')
  // If the page has reloaded by itself before the tap, the button has gone with the error.
  await retry.dispatchEvent('click', undefined, { timeout: 2_000 }).catch(() => undefined)
  await page.locator('[data-figure]').first().waitFor()
  await page.getByRole('tab', { name: words('discover', 'gainers') }).waitFor()
  expect(await page.locator('main [role=alert]').count()).toBe(0)
})

test('an address that was cut off or made up opens its page all the same, and the page says what is not there', async () => {
  const { page, goTo, words, faults } = person
  const wrong = ['id=abc', 'id=', 'listing=abc', 'listing=XNYS:', 'cause=abc&kind=zz', `words=${'x'.repeat(300)}`]
  const paths = Object.entries({
    '/subPackages/news/detail': wrong.slice(0, 2),
    '/subPackages/trade/detail': wrong.slice(0, 1),
    '/subPackages/recharge/record': wrong.slice(0, 1),
    '/subPackages/withdraw/record': wrong.slice(0, 1),
    '/subPackages/home/socketDetail/socketDetail': wrong.slice(2, 4),
    '/subPackages/home/socketDetail/place': wrong.slice(2, 3),
    '/subPackages/news/list': wrong.slice(2, 3),
    '/subPackages/watchlist/alerts': ['id=abc&listing=abc'],
    '/subPackages/portfolio/funds': wrong.slice(4, 5),
    '/subPackages/discover/search': wrong.slice(5),
  }).flatMap(([path, queries]) => queries.map((query) => `${path}?${query}`))
  const failed: string[] = []
  for (const path of paths) {
    await goTo(path)
    await page.locator('main:visible').last().waitFor()
    await page.locator('[data-waiting]:visible').waitFor({ state: 'detached' })
    if (await page.getByText(words('app', 'pageFailed')).isVisible()) failed.push(path)
  }
  expect(failed).toEqual([])
  expect(faults).toEqual([])
})
