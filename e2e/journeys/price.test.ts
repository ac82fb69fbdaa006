import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate } from '@lonja/core/base/dates'
import { tickerOf, wholeShares } from '@lonja/core/base/amount'
import { listCandles } from '@lonja/core/market/market.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { findListings } from '../customers.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

const PAGE = '/subPackages/proof/price'
/** Half a year before today, to the second: a day of the history, whose seed is public. */
const HISTORY = Math.floor(Date.now() / 1_000) * 1_000 - 183 * 86_400_000

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a past price is checked from the page that says what this is: found by code, agreed, and a wrong time mended', async () => {
  const person = await newPerson(browser, house.url)
  const { page, words, goTo } = person
  const say = (key: string): string => words('proof', key)
  const [listing] = await findListings(house, 'XMAD', 1)
  await goTo('/subPackages/about/about')
  await page.getByRole('button', { name: say('title') }).click()
  await page.getByRole('heading', { level: 1, name: say('title') }).waitFor()

  await page.getByRole('button', { name: say('check'), exact: true }).click()
  await page.getByText(say('listingWrong')).waitFor()
  await page.getByLabel(say('listing'), { exact: true }).fill(tickerOf(listing!))
  await page
    .getByRole('list', { name: say('matches') })
    .getByRole('button')
    .first()
    .click()

  const instant = page.getByLabel(say('instant'), { exact: true })
  await instant.fill('ayer')
  await page.getByRole('button', { name: say('check'), exact: true }).click()
  await page.getByText(words('proof', 'instantWrong', { example: '§' }).split('§')[0]!).waitFor()
  await instant.fill(formatDate(HISTORY))
  await page.getByRole('button', { name: say('check'), exact: true }).click()
  await page.getByRole('status').getByText(say('agrees'), { exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('status').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual([say('quote'), say('minute'), say('day')])

  // The outcome does not belong to the next text; today's seed is not revealed yet.
  await instant.fill(formatDate(Date.now()))
  await expect.poll(() => page.getByRole('status').getByRole('heading', { level: 2 }).count()).toBe(0)
  await instant.press('Enter')
  await page.getByRole('status').getByText(say('notYet')).waitFor()
  expect(person.faults).toEqual([])
})

test('from the evidence of a fill the quote it was made with is checked, once its day is over', async () => {
  const person = await newPerson(browser, house.url)
  const { page, words, goTo } = person
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const [listing] = await findListings(house, 'XNYS', 1)
  const id = newId<'order'>()
  await askFor(
    house.url,
    placeOrder,
    { id, listing: listing!, side: 'buy', shares: wholeShares(1n), limit: null, timeInForce: 'day' },
    { token },
  )
  const state = async () => (await askFor(house.url, readOrder, { id }, { token })).order.state
  await expect.poll(state, { timeout: 60_000 }).toBe('filled')
  await goTo(`/subPackages/trade/detail?id=${id}`)
  await page.getByRole('button', { name: words('proof', 'link') }).click()
  await page.getByRole('status').getByText(words('proof', 'notYet')).waitFor()
  expect(new URL(page.url()).hash).toContain(`listing=${listing}`)
  expect(person.faults).toEqual([])
})

test('a figure that is not the one that was worked out is named', async () => {
  const person = await newPerson(browser, house.url, { language: 'en' })
  const { page, words, goTo } = person
  const [listing] = await findListings(house, 'XNYS', 1)
  await goTo(`${PAGE}?listing=${listing}&at=${HISTORY}&bid=1.23&ask=1.24&bidSize=100&askSize=100`)
  await page.getByRole('status').getByText(words('proof', 'differs'), { exact: true }).waitFor()
  await page.getByText(words('proof', 'fill')).waitFor()
  // A house that does not answer is reported, and can be retried.
  await page.route(`**${listCandles.path}**`, (route) => route.abort())
  await page.getByLabel(words('proof', 'instant'), { exact: true }).fill(formatDate(HISTORY - 86_400_000))
  await page.getByRole('button', { name: words('proof', 'check'), exact: true }).click()
  await page.getByRole('status').getByText(words('proof', 'failed'), { exact: true }).waitFor()
  await page.unroute(`**${listCandles.path}**`)
  await page.getByRole('button', { name: words('proof', 'check'), exact: true }).click()
  await page.getByRole('status').getByText(words('proof', 'agrees'), { exact: true }).waitFor()
})
