import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickerOf } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { listWatches } from '@lonja/core/watchlist/watchlist.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

const SEARCH = '/subPackages/discover/search'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A company's name as a person might type it, with two letters swapped. */
async function someCompany(language: 'tur' | 'cn') {
  const { listing, name } = await askFor(house.url, listInstruments, { list: 'active', limit: 1 }, { language })
  const called = name[0] ?? ''
  // Two equal letters would make no typing error.
  const at = [2, 3, 4].find((place) => called[place] !== called[place + 1]) ?? 2
  const slipped = called.slice(0, at) + called[at + 1] + called[at] + called.slice(at + 2)
  return { listing: listing[0]!, name: called, slipped }
}

test('a name typed with two letters swapped is found, opened by the keyboard alone, and remembered until it is forgotten', async () => {
  const person = await newPerson(browser, house.url, { keepsPages: true })
  const { page, words, goTo } = person
  const { listing, name, slipped } = await someCompany('tur')
  await goTo(SEARCH)
  const box = page.getByRole('searchbox')
  await box.waitFor()
  await page.keyboard.type(slipped)
  await page
    .getByText(words('discover', 'nothingCalled', { words: slipped }))
    .last()
    .waitFor()
  const similar = page.getByRole('list', { name: words('discover', 'alike') })
  await expect.poll(() => similar.getByRole('link').first().textContent()).toContain(name)

  // Down to the row, back up, down again, and open it.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain(listing)
  // The search stays until the page of the share is drawn.
  await page.locator('[data-page="/subPackages/home/socketDetail/socketDetail"]').waitFor()
  await page.goBack()
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Escape')
  await expect.poll(() => box.inputValue()).toBe('')
  const remembered = page.getByRole('button', { name, exact: true })
  await remembered.waitFor()
  const forget = page.getByRole('button', { name: words('discover', 'forget', { words: name }) })
  await forget.click()
  await page.getByRole('button', { name: words('discover', 'undo') }).dispatchEvent('click')
  await remembered.waitFor()
  await page.getByRole('button', { name: words('discover', 'forgetAll') }).click()
  await expect.poll(() => remembered.count()).toBe(0)
  await page.reload()
  await page.getByText(words('discover', 'popularNow')).waitFor()
  expect(await remembered.count()).toBe(0)

  // No match for the text as typed: the page says so, with advice.
  await box.fill(slipped)
  await page.getByRole('button', { name: words('discover', 'searchExactly', { words: slipped }) }).click()
  await page.getByText(words('discover', 'nothingFoundWhy')).waitFor()
  expect(person.faults).toEqual([])
})

test('in Chinese a part of a name is enough, and the star of its row puts it on the watchlist', async () => {
  const person = await newPerson(browser, house.url, { language: 'cn', keepsPages: true })
  const { page, words, goTo } = person
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const { listing, name } = await someCompany('cn')
  await goTo(SEARCH)
  await page.getByRole('searchbox').fill(name.slice(1))
  const row = page.getByRole('listitem').filter({ hasText: tickerOf(listing) })
  await expect.poll(() => row.getByRole('link').locator('mark').first().textContent()).toBe(name.slice(1))
  const star = row.getByRole('button', { name: words('discover', 'watchNamed', { name }) })
  await star.click()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  const { rows } = await askFor(house.url, listWatches, {}, { token })
  expect(rows.map((watch) => watch.listing)).toEqual([listing])
  // The code, in any case.
  await page.getByRole('searchbox').fill(tickerOf(listing).toLowerCase())
  const first = page
    .getByRole('list', { name: words('discover', 'byCode') })
    .getByRole('link')
    .first()
  await expect.poll(() => first.textContent()).toContain(name)
  expect(person.faults).toEqual([])
})

test('without the network the search says so and goes on by itself; an answer that comes late is not shown for later words', async () => {
  const person = await newPerson(browser, house.url, { keepsPages: true })
  const { page, context, words, goTo } = person
  const { name } = await someCompany('tur')
  await goTo(SEARCH)
  const box = page.getByRole('searchbox')
  await page.getByText(words('discover', 'popularNow')).waitFor()
  await context.setOffline(true)
  await box.fill(name)
  await page.getByText(words('discover', 'searchFailed')).waitFor()
  await context.setOffline(false)
  const first = page
    .getByRole('list', { name: words('discover', 'byName') })
    .getByRole('link')
    .first()
  await expect.poll(() => first.textContent(), { timeout: 20_000 }).toContain(name)

  // The answer to the first word is delayed until the second word's is on the screen.
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/index/Search', async (route) => {
    if ((route.request().postData() ?? '').includes('zzqq')) await held
    await route.continue()
  })
  await box.fill('zzqq')
  await page.waitForRequest((request) => (request.postData() ?? '').includes('zzqq'))
  const start = name.slice(0, 4).trim()
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes(start))
  await box.fill(start)
  await answered
  await expect.poll(() => page.getByRole('listitem').first().textContent()).toMatch(new RegExp(start, 'i'))
  letGo()
  await page.waitForTimeout(300)
  expect(await page.getByText(words('discover', 'nothingFoundWhy')).count()).toBe(0)
  // The browser's own message about fetching the worker offline is no fault of the page.
  expect(person.faults.filter((fault) => !fault.includes('fetching the script'))).toEqual([])
})
