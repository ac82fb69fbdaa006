import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { formatAmount } from '@lonja/core/base/formats'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { listClosed, readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newTrader, type Customer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A customer with six positions, of which one was sold in part and one waits in an order to buy. */
describe.each(['tur', 'cn'] as const)('in %s', (language) => {
  let trader: Customer
  let person: Person
  /** The share that was sold in part. */
  let sold: ListingId
  beforeAll(async () => {
    trader = await newTrader(house)
    person = await newPerson(browser, house.url, { language })
    await signInAs(person, trader)
    const { rows } = await askFor(house.url, listClosed, {}, { token: trader.token })
    sold = rows[0]?.listing ?? 'XMAD:'
  }, 240_000)
  afterAll(() => person.context.close())

  const positions = async () => (await askFor(house.url, listPositions, {}, { token: trader.token })).rows

  test('a position opens from the trading centre, and its button leads to a ticket for all of it', async () => {
    const { page, words, goTo } = person
    await goTo('/pages/trade/index?tab=positions')
    await page
      .getByRole('main')
      .getByRole('button', { name: `${tickerOf(sold)} ·` })
      .click()
    await page.getByRole('link', { name: words('orders', 'seePosition'), exact: true }).click()
    await page.getByText(words('portfolio', 'averageWhy')).waitFor()
    const row = (await positions()).find(({ listing }) => listing === sold)
    const [lot] = row?.lots ?? []
    await page
      .getByRole('link')
      .filter({ hasText: lot?.number ?? 'no lot' })
      .waitFor()
    await page.locator('[data-dock]').getByRole('link').click()
    const field = page.getByRole('spinbutton', { name: words('orders', 'shares'), exact: true })
    await expect.poll(() => field.inputValue()).toBe(String(row?.shares))
    await page.goBack()
    await page.getByText(words('portfolio', 'averageWhy')).waitFor()
  })

  test('its closed part leads to the history of just this share, which a reload keeps', async () => {
    const { page, words } = person
    await page
      .getByRole('link')
      .filter({ hasText: words('portfolio', 'seeClosedOfIt') })
      .click()
    const chip = page.getByRole('button', { name: tickerOf(sold), exact: true })
    await chip.waitFor()
    await page.reload()
    await chip.waitFor()
    const { rows } = await askFor(house.url, readClosedTotals, { listing: sold }, { token: trader.token })
    const units = rows[0]?.fees ?? 0n
    await page
      .getByRole('region', { name: 'EUR' })
      .getByText(formatAmount({ asset: 'EUR', units }, language), { exact: true })
      .waitFor()
  })

  test('its file has the filter and the trade', async () => {
    const { page, words } = person
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words('portfolio', 'statementSave', { format: 'CSV' }) }).click(),
    ])
    const { rows } = await askFor(house.url, listClosed, {}, { token: trader.token })
    const text = readFileSync(await download.path(), 'utf8')
    for (const part of [tickerOf(sold), rows[0]?.number ?? 'no trade', rows[0]?.order ?? 'no order'])
      expect(text).toContain(part)
  })

  test('filters that leave nothing are named, and taken away by one press', async () => {
    const { page, words } = person
    await page.getByRole('button', { name: words('portfolio', 'filters'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: words('portfolio', 'filters') })
    await sheet.getByRole('button', { name: words('portfolio', 'marketUnitedStates'), exact: true }).click()
    await sheet.getByLabel(words('portfolio', 'firstDay')).fill('2020-01-01')
    await page.keyboard.press('Escape')
    await page.getByText(words('portfolio', 'closedNone'), { exact: true }).waitFor()
    await expect.poll(() => page.url()).toContain(`listing=${sold}&currency=USD&from=2020-01-01`)
    await page.getByRole('button', { name: words('portfolio', 'showAll'), exact: true }).click()
    await page.getByRole('region', { name: 'EUR' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/tab=closed$/)
  })

  test('all positions are sold after the question, each by an order of its own, and every cent is there', async () => {
    const { page, words, goTo } = person
    const before = await positions()
    await goTo('/pages/trade/index?tab=positions')
    const closeAll = words('portfolio', 'closeAll')
    await page.getByRole('main').getByRole('button', { name: closeAll, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: closeAll, exact: true })
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(before.length)
    await sheet.locator('[data-look=filled]').click()
    const question = page.getByRole('dialog', { name: words('orders', 'confirmSell') })
    await question.locator('[data-look=filled]').click()
    const count = before.length
    await page
      .getByText(words('portfolio', 'ordersPlaced_other', { done: `${count}`, count: `${count}` }), { exact: true })
      .waitFor()
    await sheet.getByRole('button', { name: words('orders', 'back'), exact: true }).click()
    await expect.poll(async () => (await positions()).length, { timeout: 60_000 }).toBe(0)
    const { rows } = await askFor(house.url, listOrders, { which: 'filled' }, { token: trader.token })
    const sales = rows.filter(({ side }) => side === 'sell')
    expect(new Set(sales.map(({ listing }) => listing)).size).toBe(before.length)
    expect(sales).toHaveLength(before.length + 1)
    await page.getByText(words('portfolio', 'noPositions'), { exact: true }).waitFor()
    await expectEveryCent(house.url, trader.token)
  }, 120_000)

  test('and nothing went wrong in the browser on the way', () => {
    expect(person.faults).toEqual([])
  })
})
