import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { listOwnStrategies, readOwnStrategy } from '@lonja/core/strategies/own.contract'
import { readRun } from '@lonja/core/strategies/runs.contract'
import { expectEveryCent } from '../acts.ts'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings, newCustomer, type Customer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/**
 * A customer writes a strategy of their own: a fault is marked at its line and mended, a day is tried, a week backtested, an
 * amount assigned to it, which trades and is stopped with what is left. A loop for ever is stopped and told. The browser runs
 * none of it.
 */

const LIST = '/subPackages/strategies/own'
/** A machine that does much else goes through a day, or a week, of minutes slowly. */
const BUSY_MS = 240_000

const WRITTEN = `import { strategy } from 'lonja'

export default strategy({
  bars: '15m',
  history: 2,
  onBar(bar, own, act) {
    if (own.waiting) return
    if (own.shares === 0) act.buy({ shares: 3 })
    else act.sel({ all: true })
  },
})
`
/** It buys with the first quote that it hears, so that a run trades before its first bar. */
const SAVED = WRITTEN.replace('act.sel(', 'act.sell(').replace(
  '  onBar(',
  '  onQuote(quote, own, act) {\n    if (own.shares === 0 && !own.waiting) act.buy({ shares: 3 })\n  },\n  onBar(',
)
const ENDLESS = WRITTEN.replace('act.sel({ all: true })', '{ while (true) {} }')

/** Ways to run a text, in a task of their own: the policy lets through what a test hands over. True for one that is refused. */
const TRIES = `new Promise((resolve) => setTimeout(() => {
  const script = document.createElement('script')
  const tries = [
    () => new Function('window.ran = 1')(),
    () => (0, eval)('window.ran = 1'),
    () => { script.text = 'window.ran = 1'; document.head.append(script) },
  ]
  resolve(tries.map((run) => {
    try { run() } catch { return true }
    return !('ran' in window)
  }))
}))`

let browser: Browser
let customer: Customer
let person: Person
let listing: ListingId
/** The run of the strategy, and the cash that was free before it. */
let run: string
let before: bigint

beforeAll(async () => {
  browser = await startBrowser()
  customer = await newCustomer(house)
  const [first] = await findListings(house, 'XMAD', 1)
  listing = first!
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
})
afterAll(() => browser.close())

const words = (key: string): string => person.words('own', key)
const ofAll = (key: string): string => person.words('strategies', key)
const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()
const readStory = () => askFor(house.url, readRun, { id: run }, { token: customer.token })
const freeCash = async (): Promise<bigint> =>
  (await askFor(house.url, readFigures, {}, { token: customer.token })).byCurrency.find(
    ({ currency }) => currency === 'EUR',
  )?.free ?? 0n
/** The share in the list to choose from. */
const listed = (): Locator =>
  person.page
    .getByRole('dialog')
    .getByText(new RegExp(`^${tickerOf(listing)} · `))
    .first()
/** A button of the dock, whose name may go on with what it waits for. */
const docked = (key: string): Locator => person.page.locator('[data-dock]').getByRole('button', { name: words(key) })
const field = (): Locator => person.page.getByRole('textbox', { name: words('field') }).first()
/** The lines that the editor marks as faulty. */
const faulty = (): Promise<string[]> => person.page.locator('.cm-fault-line').allTextContents()

async function write(text: string): Promise<void> {
  await field().click()
  await person.page.keyboard.press('ControlOrMeta+a')
  await person.page.keyboard.insertText(text)
}

test(
  'a strategy is begun from an example, and its fault is marked, mended and tried on a past day',
  { timeout: BUSY_MS },
  async () => {
    const { page, goTo } = person
    await goTo(LIST)
    await page.getByText(words('example_below_mean'), { exact: true }).click()
    await field().waitFor()
    await write(WRITTEN)
    await page.getByRole('tab', { name: words('tab_data') }).click()
    await page.getByText(person.words('strategies', 'chooseShare')).click()
    await page.getByRole('searchbox').fill(tickerOf(listing))
    await listed().click()
    await docked('run').click()
    await expect.poll(faulty).toEqual(['    else act.sel({ all: true })'])
    await page.getByText(person.words('own', 'near', { near: 'sell' })).waitFor()
    await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true')
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: words('change') }).click()
    await expect.poll(faulty).toEqual([])
    await docked('run').click()
    await page.getByText(words('kind_buy'), { exact: true }).first().waitFor({ timeout: BUSY_MS })
    await page.getByText(words('kind_sell'), { exact: true }).first().waitFor()
    expect(await axeFindings(page)).toEqual([])
  },
)

test('a text that is not saved outlasts a reload', async () => {
  const { page } = person
  await page.reload()
  await field().waitFor()
  await expect.poll(() => field().textContent()).toContain('else act.sell({ all: true })')
  const { rows } = await askFor(house.url, listOwnStrategies, {}, { token: customer.token })
  expect(rows).toEqual([])
})

test('it is saved as a version, and a week of it is backtested', { timeout: BUSY_MS }, async () => {
  const { page } = person
  await write(SAVED)
  await docked('save').click()
  await page.getByText(person.words('own', 'savedPrivate', { version: '1' })).waitFor()
  const { rows } = await askFor(house.url, listOwnStrategies, {}, { token: customer.token })
  const own = await askFor(house.url, readOwnStrategy, { id: rows[0]!.id }, { token: customer.token })
  expect(own.text).toBe(SAVED)
  await page.getByRole('tab', { name: words('tab_data') }).click()
  await page.getByRole('button', { name: person.words('own', 'backtest', { version: '1' }) }).click()
  await page.getByRole('tab', { name: words('tab_code') }).click()
  await page.getByText(words('drawdown')).waitFor({ timeout: BUSY_MS })
  await page.getByText(words('heldResult')).waitFor()
})

test('an amount is assigned to it on the terms of its backtest, and it trades', { timeout: BUSY_MS }, async () => {
  const { page } = person
  before = await freeCash()
  await page.getByRole('link', { name: words('wholeBacktest') }).click()
  await page.getByRole('link', { name: ofAll('useIt') }).click()
  await see(page.getByText(person.words('own', 'applyVersion', { version: '1' })))
  await see(page.getByText(words('applyFault')))
  expect(await axeFindings(page)).toEqual([])
  await page.locator('[data-dock] [data-look=filled]').locator('visible=true').click()
  await page.waitForURL(/strategies\/run\?id=/)
  run = new URL(page.url().replace('#', '')).searchParams.get('id') ?? ''
  await see(page.getByText(ofAll('run_running'), { exact: true }))
  await see(page.getByRole('link', { name: person.words('own', 'seeText', { version: '1' }) }))
  await expect.poll(async () => (await readStory()).fills, { timeout: BUSY_MS, interval: 500 }).toBeGreaterThan(0)
  const { own, version, budget, parameters } = await readStory()
  expect([own?.name, version, parameters]).toEqual([words('example_below_mean'), 1, []])
  expect(before - (await freeCash())).toBe(budget)
})

test('its page has the run, and does not let it be removed meanwhile', async () => {
  const { page, goTo } = person
  await goTo(LIST)
  await page.getByRole('link', { name: new RegExp(`^${words('example_below_mean')}`) }).click()
  await page.getByRole('tab', { name: words('tab_use') }).click()
  await see(page.locator(`a[href*="strategies/run?id=${run}"]`))
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('tab', { name: words('tab_versions') }).click()
  await page.getByRole('button', { name: words('remove'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: words('seeRun') })
    .click()
  await page.waitForURL((url) => url.hash.includes(run))
})

test('it is stopped with what is left', { timeout: BUSY_MS }, async () => {
  const { page } = person
  const { budget } = await readStory()
  await page.getByRole('button', { name: new RegExp(`^${ofAll('stop')}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ofAll('stop'), exact: true })
    .click()
  await expect.poll(async () => (await readStory()).state, { timeout: BUSY_MS, interval: 500 }).toBe('stopped')
  await see(page.getByText(ofAll('reason_by_customer')))
  const { cash, stop } = await readStory()
  expect([cash, stop]).toEqual([0n, null])
  expect(await freeCash()).toBeGreaterThan(before - budget)
  await expectEveryCent(house.url, customer.token)
})

test('a loop for ever is stopped and told with its line', { timeout: BUSY_MS }, async () => {
  const { page, goTo } = person
  await goTo(LIST)
  await page.getByRole('link', { name: new RegExp(`^${words('example_below_mean')}`) }).click()
  await page.getByRole('tab', { name: words('tab_data') }).click()
  await page.getByText(ofAll('chooseShare')).locator('visible=true').first().click()
  await page.getByRole('searchbox').fill(tickerOf(listing))
  await listed().click()
  await page.getByRole('tab', { name: words('tab_code') }).click()
  await write(ENDLESS)
  await docked('run').click()
  await page.getByText(words('kind_stop'), { exact: true }).waitFor({ timeout: BUSY_MS })
  const row = () => page.getByRole('listitem').last().textContent()
  await expect.poll(row).toContain(person.words('own', 'line', { line: '9' }))
})

test('keys write in the editor and leave it', async () => {
  const { page } = person
  await field().focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Tab')
  const isInside = (): Promise<boolean> =>
    field().evaluate((of) => (of.getRootNode() as ShadowRoot).activeElement === of)
  const begins = async (text: string) => [await isInside(), (await field().textContent())?.startsWith(text)]
  await expect.poll(() => begins('  import')).toEqual([true, true])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => begins('import')).toEqual([true, true])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(isInside).toBe(false)
})

test('the browser refuses to run a text', async () => {
  const { page } = person
  expect(person.faults).toEqual([])
  expect(await page.evaluate(TRIES)).toEqual([true, true, true])
})
