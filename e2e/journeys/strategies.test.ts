import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, tickerOf, type ListingId } from '@lonja/core/base/amount'
import { formatAmount, formatBps } from '@lonja/core/base/formats'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { listRunTrades, readRun } from '@lonja/core/strategies/runs.contract'
import { listBacktests, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings, newCustomer, type Customer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** A strategy from its page to a backtest with its result, and from an amount that is assigned to the stop that returns it. */

/** A backtest of a week, on a machine that does much else. */
const BUSY_MS = 150_000
const INTRADAY = '/subPackages/home/dayTrading/dayTrading'

let browser: Browser
let customer: Customer
let person: Person
let listing: ListingId

beforeAll(async () => {
  browser = await startBrowser()
  customer = await newCustomer(house)
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
  listing = (await findListings(house, 'XMAD', 1))[0] ?? 'XMAD:'
})
afterAll(() => browser.close())

const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()
const own = () => ({ token: customer.token })
const inEuros = (units: bigint): string => formatAmount(eur(units), 'tur')
/** The accessible name of a button has plain spaces where an amount has fixed ones. */
const button = (name: string): Locator =>
  person.page.getByRole('button', { name: new RegExp(`^${name.replaceAll(/\s/g, String.raw`\s`)}`) })
const idIn = (): string => new URL(person.page.url().replace('#', '')).searchParams.get('id') ?? ''
const freeCash = async (): Promise<bigint> =>
  (await askFor(house.url, readFigures, {}, own())).byCurrency.find(({ currency }) => currency === 'EUR')?.free ?? 0n

test('a strategy says what it costs and can lose before its first use', async () => {
  const { page, words, goTo } = person
  await goTo(INTRADAY)
  await see(page.getByText(words('strategies', 'expectTitle')))
  await page.getByRole('link', { name: new RegExp(`^${words('strategies', 'name_grid')}`) }).click()
  await see(page.getByText(words('strategies', 'costStop')))
  await see(page.getByText(words('strategies', 'howTitle')))
})

test('a backtest goes from its form to its result', { timeout: BUSY_MS }, async () => {
  const { page, words } = person
  await page.getByRole('link', { name: new RegExp(`^${words('strategies', 'test')}`) }).click()
  await button(words('strategies', 'share')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(tickerOf(listing))
  await dialog
    .getByRole('button', { name: new RegExp(tickerOf(listing)) })
    .first()
    .click()
  await button(words('strategies', 'days_other', { count: '7' })).click()
  await button(words('strategies', 'startTest_other', { count: '7' })).click()
  await page.waitForURL(/strategies\/backtest\?id=/)
  const id = idIn()
  const read = () => askFor(house.url, readBacktest, { id }, own())
  await expect.poll(async () => (await read()).state, { timeout: BUSY_MS, interval: 1_000 }).toBe('done')
  const { outcome } = await read()
  const table = page.getByRole('table')
  await see(table.getByText(formatBps(-BigInt(outcome?.own.drawdown.bps ?? 0), 'tur')))
  await see(table.getByText(inEuros(outcome?.own.value ?? 0n)))
  await see(table.getByText(inEuros(outcome?.held.value ?? 0n)))
  await expectEveryCent(house.url, customer.token)
})

test('it is changed and repeated, and both stand in the list until one is removed', { timeout: BUSY_MS }, async () => {
  const { page, words, goTo } = person
  const first = idIn()
  await page.getByRole('link', { name: words('strategies', 'again') }).click()
  await page
    .getByRole('textbox', { name: words('strategies', 'param_levels') })
    .last()
    .fill('3')
  await button(words('strategies', 'startTest_other', { count: '7' })).click()
  await page.waitForURL((url) => url.hash.includes('backtest?id=') && !url.hash.includes(first))
  const second = idIn()
  const list = async () => (await askFor(house.url, listBacktests, {}, own())).rows.map(({ id }) => id)
  await expect.poll(list).toEqual([second, first])
  await goTo('/subPackages/strategies/backtests')
  await page.locator(`a[href*="backtest?id=${first}"]`).locator('visible=true').first().click()
  await button(words('strategies', 'removeTest')).click()
  await expect.poll(list).toEqual([second])
  await page.waitForURL(/strategies\/backtests$/)
})

test('an amount that is assigned is held, and returns with the stop', { timeout: BUSY_MS }, async () => {
  const { page, words, goTo } = person
  const before = await freeCash()
  await goTo(`/subPackages/strategies/apply?strategy=grid&listing=${listing}`)
  await page.getByRole('textbox', { name: words('strategies', 'budget') }).fill('500')
  await see(page.getByText(inEuros(-500_00n)))
  await button(words('strategies', 'applyFor', { amount: inEuros(500_00n) })).click()
  await page.waitForURL(/strategies\/run\?id=/)
  const id = idIn()
  await see(page.getByText(words('strategies', 'run_running'), { exact: true }))
  expect(before - (await freeCash())).toBe(500_00n)
  await button(words('strategies', 'pause')).click()
  await see(page.getByText(words('strategies', 'pausedText')))
  const story = () => askFor(house.url, readRun, { id }, own())
  const state = async () => (await story()).state
  await button(words('strategies', 'resume')).click()
  await expect.poll(story).toMatchObject({ state: 'running', reason: null })
  await see(page.getByText(words('strategies', 'run_running'), { exact: true }))
  await button(words('strategies', 'stop')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('strategies', 'stop'), exact: true }).click()
  await expect.poll(state, { timeout: BUSY_MS, interval: 500 }).toBe('stopped')
  await see(page.getByText(words('strategies', 'reason_by_customer')))
  // On a slow machine it has traded by then: its shares are the customer's, and its closed trades have their results.
  const { rows: positions } = await askFor(house.url, listPositions, {}, own())
  const { rows: trades } = await askFor(house.url, listRunTrades, { id }, own())
  const cost = positions.reduce((sum, position) => sum + position.cost, 0n)
  const realised = trades.reduce((sum, trade) => sum + trade.realised, 0n)
  expect(await freeCash()).toBe(before - cost + realised)
  await expectEveryCent(house.url, customer.token)
  expect(person.faults).toEqual([])
})
