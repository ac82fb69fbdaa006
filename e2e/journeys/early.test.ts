import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readSupportLink } from '@lonja/core/support/support.contract'
import { startBrowser } from '../browser.ts'
import { findListings } from '../customers.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

const EARLY = [readAbout, readSupportLink, listInstruments, readInstrument].map(({ path }) => path)
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const detail = async () => {
  const [listing = ''] = await findListings(house, 'XMAD', 1)
  return `/subPackages/home/socketDetail/socketDetail?listing=${listing}`
}

test.each([
  ['home', () => '/pages/home/index', 4],
  ['the market', () => '/pages/market/index', 4],
  ['a list of the market', () => '/pages/market/index?list=losers', 4],
  ['an instrument', detail, 3],
])('%s asks each of its first reads once, and nothing that was sent for early is left', async (_page, path, reads) => {
  const { page, goTo, context } = await newPerson(browser, house.url, { language: 'en', keepsPages: true })
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (EARLY.some((early) => url.pathname.endsWith(early))) requests.push(url.pathname + url.search)
  })
  await goTo(await path())
  await page.locator('[data-figure]').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(requests).toHaveLength(reads)
  expect(new Set(requests).size).toBe(reads)
  expect(
    await page.evaluate(() => [...(globalThis as { lonjaFirst?: Map<string, unknown> }).lonjaFirst!.keys()]),
  ).toEqual([])
  await context.close()
})

test.each(['constructor', 'toString', '__proto__'])(
  'an address that says "%s" is a page that is not there',
  async (path) => {
    const { page, goTo, words, context } = await newPerson(browser, house.url, { language: 'en', keepsPages: true })
    await goTo(path)
    await page.getByText(words('app', 'notFoundTitle')).waitFor()
    await page.getByText(`page /${path} is not found`).waitFor()
    await context.close()
  },
)

test('where the code of the app cannot be had, that is said in the language of the device, and a tap asks again', async () => {
  const { page, goTo, words, context } = await newPerson(browser, house.url, { language: 'fr', keepsPages: true })
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await goTo('/pages/market/index')
  const again = page.getByRole('button', { name: words('connection', 'timeout') })
  await again.waitFor()
  await page.unroute('**/assets/index-*.js')
  await again.click()
  await page.locator('[data-figure]').first().waitFor()
  await context.close()
})

test('the first page waits neither for the list of all files nor for the stream; both are asked for again', async () => {
  const { page, goTo, words, context } = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const late = ['**/assets/files-*.json', '**/assets/socket-*.js']
  for (const file of late) await page.route(file, (route) => route.abort())
  await goTo('/pages/home/index')
  await page.locator('[data-figure]').first().waitFor()
  const search = page.getByRole('link', { name: words('discover', 'search'), exact: true })
  await search.click()
  await page.getByText(words('app', 'pageFailed')).waitFor()
  expect(sockets).toEqual([])
  for (const file of late) await page.unroute(file)
  await page.getByRole('button', { name: words('app', 'back') }).click()
  await search.click()
  await page.getByRole('searchbox').waitFor()
  await expect.poll(() => sockets).toHaveLength(1)
  await context.close()
})
