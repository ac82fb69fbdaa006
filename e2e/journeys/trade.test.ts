import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { formatAmount } from '@lonja/core/base/formats'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import {
  addShares,
  expectEveryCent,
  limitBelow,
  openTicket,
  placeButton,
  register,
  seeReceipt,
  tokenOf,
} from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings } from '../customers.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** The row of a position or a closed trade, which opens on a tap. */
const rowOf = ({ page }: Person, listing: ListingId) =>
  page.getByRole('main').getByRole('button', { name: `${tickerOf(listing)} ·` })

describe.each(['tur', 'cn'] as const)('in %s', (language) => {
  let person: Person
  let madrid: ListingId
  let newYork: ListingId
  beforeAll(async () => {
    const [spanish, american] = [await findListings(house, 'XMAD', 1), await findListings(house, 'XNYS', 1)]
    madrid = spanish[0] ?? 'XMAD:'
    newYork = american[0] ?? 'XNYS:'
    person = await newPerson(browser, house.url, { language })
  })
  afterAll(() => person.context.close())

  test('a visitor registers with an invitation and finds the starting money', async () => {
    const { page, words, goTo } = person
    await goTo('/pages/home/index')
    await page.getByRole('link', { name: words('discover', 'register'), exact: true }).click()
    await register(person, house)
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test.each([
    ['in Madrid', () => madrid],
    ['in New York, converting', () => newYork],
  ])('buys three shares %s, sees the receipt, and finds every cent', async (_where, listing) => {
    await openTicket(person, listing(), 'buy')
    await addShares(person, 2)
    await placeButton(person, 'buyAtMarket', listing(), 3).click()
    await seeReceipt(person, house)
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test('watches the positions in the trading centre', async () => {
    const { page, words, goTo } = person
    await page.getByRole('link', { name: words('orders', 'seePosition'), exact: true }).click()
    await page.getByText(words('portfolio', 'averageWhy')).waitFor()
    await goTo('/pages/trade/index?tab=positions')
    for (const listing of [madrid, newYork]) {
      const caption = words('portfolio', 'positionCaption', { code: tickerOf(listing), shares: '3', price: '§' })
      await page.getByText(caption.split('§')[0] ?? '').waitFor()
    }
    await rowOf(person, madrid).click()
    await page.getByRole('tabpanel').getByText(words('portfolio', 'marketPrice'), { exact: true }).waitFor()
    const { rows } = await askFor(house.url, listPositions, { listing: madrid }, { token: await tokenOf(person) })
    const lot = rows[0]?.lots[0]
    await page.getByRole('cell', { name: lot?.number ?? 'no lot' }).waitFor()
    const [cost, fee] = [lot?.cost ?? 0n, lot?.fee ?? 0n].map((units) =>
      formatAmount({ asset: 'EUR', units }, language),
    )
    await page.getByRole('cell', { name: words('portfolio', 'lotCost', { cost: cost!, fee: fee! }) }).waitFor()
  })

  test('sells them again after the question, and finds every cent', async () => {
    const { page, words } = person
    // A sell begins with all shares that are held.
    await openTicket(person, madrid, 'sell')
    await placeButton(person, 'sellAtMarket', madrid, 3).click()
    const dialog = page.getByRole('dialog', { name: words('orders', 'confirmSell') })
    await dialog.getByRole('button', { name: `${words('orders', 'sell')} 3`, exact: true }).click()
    await seeReceipt(person, house)
    await page.getByText(words('orders', 'realisedResult')).first().waitFor()
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test('sees the entries of the sale, and they sum to zero', async () => {
    const { page, words } = person
    await page.getByRole('link', { name: words('orders', 'seeEntries'), exact: true }).click()
    await page.getByText(words('portfolio', 'entry_sell'), { exact: true }).first().waitFor()
  })

  test('finds the closed trade with its number and who sold', async () => {
    const { page, words, goTo } = person
    await goTo('/pages/trade/index?tab=closed')
    await rowOf(person, madrid).click()
    const { rows } = await askFor(house.url, listClosed, {}, { token: await tokenOf(person) })
    for (const value of [rows[0]?.number ?? 'no trade', words('portfolio', 'soldByCustomer')]) {
      await page.getByRole('definition').filter({ hasText: value }).waitFor()
    }
  })

  test('leaves a limit order, sees it wait, and cancels it', async () => {
    const { page, words } = person
    await openTicket(person, madrid, 'buy')
    await page.getByRole('radio', { name: words('orders', 'limit'), exact: true }).click()
    const limit = await limitBelow(house.url, madrid)
    await page.getByRole('textbox', { name: words('orders', 'limitPrice'), exact: true }).fill(String(limit))
    await page.keyboard.press('Tab')
    await placeButton(person, 'buyAtLimit', madrid, 1).click()
    await page.getByRole('heading', { name: words('orders', 'openOrder'), exact: true }).waitFor()
    await page.getByRole('button', { name: words('orders', 'cancelOrder') }).click()
    const dialog = page.getByRole('dialog', { name: words('orders', 'confirmCancel') })
    await dialog.getByRole('button', { name: words('orders', 'cancelOrder'), exact: true }).click()
    await page.getByText(words('orders', 'stateCancelled'), { exact: true }).first().waitFor()
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test('and nothing went wrong in the browser on the way', () => {
    expect(person.faults).toEqual([])
  })
})
