import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, venueOf, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { expectEveryCent, limitBelow } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { newTrader, type Customer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** An order that is changed after it was placed, and all orders of one side, cancelled. */
describe.each(['tur', 'cn'] as const)('in %s', (language) => {
  let trader: Customer
  let person: Person
  let listing: ListingId
  let id: OrderId
  let low: bigint
  beforeAll(async () => {
    trader = await newTrader(house)
    person = await newPerson(browser, house.url, { language })
    await signInAs(person, trader)
    // One that is held, because it is sold too: the most active ones may be others by now.
    const { rows } = await askFor(house.url, listPositions, {}, { token: trader.token })
    listing = rows.find((row) => venueOf(row.listing) === 'XMAD')?.listing ?? 'XMAD:'
    low = await limitBelow(house.url, listing)
    id = await waiting('buy', low)
  }, 240_000)
  afterAll(() => person.context.close())

  /** An order of two shares at a limit in whole units, which waits. */
  async function waiting(side: 'buy' | 'sell', limit: bigint): Promise<OrderId> {
    const ticket = { id: newId<'order'>(), listing, side, shares: wholeShares(2n), timeInForce: 'gtc' } as const
    await askFor(house.url, placeOrder, { ...ticket, limit: priceE4(limit * 10_000n) }, { token: trader.token })
    return ticket.id
  }
  const read = () => askFor(house.url, readOrder, { id }, { token: trader.token })
  const open = async () => (await askFor(house.url, listOrders, { which: 'open' }, { token: trader.token })).rows

  test('an order is changed from its page: the house has the new terms and the old ones, and the page shows both', async () => {
    const { page, words, goTo } = person
    await goTo(`/subPackages/trade/detail?id=${id}`)
    await page.getByRole('heading', { name: words('orders', 'openOrder'), exact: true }).waitFor()
    await page.getByRole('link', { name: words('orders', 'changeOrder') }).click()
    const limit = page.getByRole('textbox', { name: words('orders', 'limitPrice'), exact: true })
    await limit.fill(String(low - 1n))
    await page.getByRole('spinbutton', { name: words('orders', 'shares'), exact: true }).fill('3')
    await page.keyboard.press('Tab')
    const [before = ''] = words('orders', 'changeTo', { terms: '§' }).split('§')
    await page.locator('[data-dock]').getByRole('button', { name: before.trim() }).first().click()
    await page.getByRole('listitem').getByText(words('orders', 'stepChanged'), { exact: true }).waitFor()
    const { order, former } = await read()
    expect([order.shares, order.limit, order.changes]).toEqual([3n, (low - 1n) * 10_000n, 1])
    expect(former.map(({ shares, limit: was }) => [shares, was])).toEqual([[2n, low * 10_000n]])
    await expectEveryCent(house.url, trader.token)
  })

  test('all buys are cancelled after their preview; a sale goes on waiting', async () => {
    const { page, words, goTo } = person
    const sale = await waiting('sell', low * 3n)
    const buys = (await open()).filter(({ side }) => side === 'buy')
    expect(buys.length).toBeGreaterThan(0)
    await goTo('/pages/trade/index?tab=open')
    const cancelAll = words('orders', 'cancelAll')
    await page.getByRole('main').getByRole('button', { name: cancelAll, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: cancelAll, exact: true })
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(buys.length + 1)
    await sheet.getByRole('button', { name: words('orders', 'allBuys') }).click()
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(buys.length)
    await sheet.locator('[data-look=filled]').click()
    const one = buys.length === 1 ? 'cancelledCount_one' : 'cancelledCount_other'
    await sheet.getByText(words('orders', one, { count: `${buys.length}` }), { exact: true }).waitFor()
    expect((await open()).map((order) => order.id)).toEqual([sale])
    await expectEveryCent(house.url, trader.token)
  })

  test('and nothing went wrong in the browser on the way', () => {
    expect(person.faults).toEqual([])
  })
})
