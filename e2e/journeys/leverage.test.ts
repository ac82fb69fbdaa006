import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Amount, ListingId } from '@lonja/core/base/amount'
import { formatAmount, formatCents, formatPrice } from '@lonja/core/base/formats'
import { readMargin } from '@lonja/core/margin/margin.contract'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import {
  addShares,
  expectEveryCent,
  openTicket,
  placeButton,
  register,
  seeReceipt,
  takeShares,
  tokenOf,
} from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, type Person } from '../person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A buy at 5, its receipt, its position, and the sale of a part of it, which pays back a part of the financing. */
describe.each(['tur', 'cn'] as const)('a buy with leverage in %s', (language) => {
  let person: Person
  let listing: ListingId
  beforeAll(async () => {
    person = await newPerson(browser, house.url, { language })
    const [first] = await findListings(house, 'XMAD', 1)
    listing = first ?? 'XMAD:'
    await person.goTo('/subPackages/register/register')
    await register(person, house)
  }, 240_000)
  afterAll(() => person.context.close())

  const newest = async (): Promise<OrderRow> => {
    const { rows } = await askFor(house.url, listOrders, { which: 'filled' }, { token: await tokenOf(person) })
    return rows[0]!
  }
  const amount = (of: Amount, less = 0n): string => formatAmount({ ...of, units: of.units - less }, language)
  const seeFigure = ({ page }: Person, figure: string) =>
    page.getByRole('definition').filter({ hasText: figure }).first().waitFor()

  test('the ticket says when a close-out would begin, and the receipt what was financed', async () => {
    const { page, words } = person
    await openTicket(person, listing, 'buy')
    await addShares(person, 9)
    await page.getByRole('radio', { name: '5×', exact: true }).check()
    await page.getByRole('region', { name: words('orders', 'closeOutAlone'), exact: true }).waitFor()
    await placeButton(person, 'buyAtMarket', listing, 10).click()
    await seeReceipt(person, house)
    const { total, financed, leverage } = await newest()
    expect(leverage).toBe(5)
    // Four fifths of the total, of which its own part is rounded up.
    expect(financed?.units).toBe((total!.units * 4n) / 5n)
    await seeFigure(person, amount(financed!))
    await seeFigure(person, amount(total!, financed!.units))
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test('the position says its close-out price, and the used margin lists its lots', async () => {
    const { page, words, goTo } = person
    const { rows } = await askFor(house.url, listPositions, { listing }, { token: await tokenOf(person) })
    const { closeOut, usedMargin, financed } = rows[0]!
    await page.getByRole('link', { name: words('orders', 'seePosition'), exact: true }).click()
    const price = formatPrice(closeOut, language, 'EUR')
    await seeFigure(person, words('orders', 'orLess', { price }))
    await goTo('/pages/mine/index')
    await page.getByRole('link', { name: words('portfolio', 'usedMargin') }).click()
    await page.getByText(words('margin', 'formula'), { exact: true }).waitFor()
    // A buy that was filled in parts, as at night, has a lot for each.
    const { lots } = await askFor(house.url, readMargin, {}, { token: await tokenOf(person) })
    expect(lots.reduce((sum, { cost }) => sum + cost, 0n)).toBe(usedMargin + financed)
    for (const { cost } of lots) {
      const lot = page.getByRole('link').filter({ hasText: `${formatCents(cost, language)} ÷ 5` })
      await lot.first().waitFor()
    }
  })

  test('a part of it is sold, and the receipt says what was paid back and what came in', async () => {
    const { page, words } = person
    // A sell begins with all ten.
    await openTicket(person, listing, 'sell')
    await takeShares(person, 6)
    await page.getByText(words('orders', 'paidBack'), { exact: true }).waitFor()
    await placeButton(person, 'sellAtMarket', listing, 4).click()
    const dialog = page.getByRole('dialog', { name: words('orders', 'confirmSell') })
    await dialog.getByRole('button', { name: `${words('orders', 'sell')} 4`, exact: true }).click()
    await seeReceipt(person, house)
    const { side, total, financed } = await newest()
    expect([side, financed!.units > 0n]).toEqual(['sell', true])
    await page.getByText(words('orders', 'youReceived'), { exact: true }).waitFor()
    await seeFigure(person, amount({ ...financed!, units: -financed!.units }))
    await seeFigure(person, amount(total!, financed!.units))
    await expectEveryCent(house.url, await tokenOf(person))
  })

  test('the door of what is financed leads to the margin, and on to the entries of the financing alone', async () => {
    const { page, words, goTo } = person
    await goTo('/pages/mine/index')
    await page.getByRole('link', { name: new RegExp(`^${words('portfolio', 'financed')}`) }).click()
    await page.getByRole('link', { name: words('margin', 'financingEntries', { currency: '€' }), exact: true }).click()
    const entries = (kind: string) => page.getByText(words('portfolio', kind), { exact: true }).locator('visible=true')
    await page.getByRole('heading', { name: words('portfolio', 'funds'), exact: true }).waitFor()
    await entries('entry_financing').first().waitFor()
    expect(await entries('entry_buy').count()).toBe(0)
    expect(page.url()).toContain('kind=financing')
  })

  test('and nothing went wrong in the browser on the way', () => {
    expect(person.faults).toEqual([])
  })
})
