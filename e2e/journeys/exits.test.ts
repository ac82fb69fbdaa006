import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares, type ListingId } from '@lonja/core/base/amount'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { findListings, newCustomer, type Customer } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** A customer with two lots of one share: an exit on the younger one, of which one price ends the other, and a close of the older. */

let browser: Browser
let person: Person
let trader: Customer
let share: ListingId

const position = async () =>
  (await askFor(house.url, listPositions, { listing: share }, { token: trader.token })).rows[0]
const openExits = async () =>
  (await askFor(house.url, listOrders, { which: 'open', listing: share }, { token: trader.token })).rows

async function bought(shares: bigint): Promise<void> {
  const before = (await position())?.shares ?? 0n
  const ticket = { id: newId<'order'>(), listing: share, side: 'buy', limit: null, timeInForce: 'day' } as const
  await askFor(house.url, placeOrder, { ...ticket, shares: wholeShares(shares) }, { token: trader.token })
  while (((await position())?.shares ?? 0n) < before + shares) await setTimeout(200)
}

beforeAll(async () => {
  browser = await startBrowser()
  trader = await newCustomer(house)
  const [first] = await findListings(house, 'XMAD', 1)
  if (!first) throw new Error('Madrid has a share')
  share = first
  await bought(1n)
  await bought(2n)
  person = await newPerson(browser, house.url, { language: 'en' })
  await signInAs(person, trader)
}, 240_000)
afterAll(() => browser.close())

test('a stop with a profit is put on one lot, and holds its shares alone', async () => {
  const { page, words, goTo } = person
  await goTo(`/subPackages/portfolio/position?listing=${share}`)
  const lots = page.getByRole('list', { name: words('portfolio', 'lots') })
  await lots
    .getByRole('button', { name: words('portfolio', 'putExitHere'), exact: true })
    .last()
    .click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('switch', { name: words('portfolio', 'takeProfit') }).press('Space')
  await sheet.locator('[data-look=filled]').click()
  await page.getByText(words('portfolio', 'exitPlaced'), { exact: true }).first().waitFor()
  const [exit] = await openExits()
  expect(exit).toMatchObject({ kind: 'pair', exit: true, heldNow: [{ units: exit?.shares }] })
  expect((await position())?.lots.at(-1)).toMatchObject({
    lot: exit?.lot,
    reserved: exit?.shares,
    inExits: exit?.shares,
  })
})

test('the price meets its profit: it sells there, and its stop is gone', async () => {
  const { page, words } = person
  const [exit] = await openExits()
  await page.getByRole('button', { name: words('portfolio', 'changeExit'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  // Above its stop and below any bid of today: the next quote meets it.
  const stop = Number(exit?.stop ?? 0n) / 10_000
  await sheet.getByLabel(words('portfolio', 'exitIfAbove')).fill((stop * 1.01).toFixed(2))
  await sheet.locator('[data-look=filled]').click()
  await page.getByText(words('portfolio', 'exitChanged'), { exact: true }).first().waitFor()
  await expect.poll(async () => (await openExits()).length, { timeout: 60_000 }).toBe(0)
  const { rows } = await askFor(house.url, listClosed, {}, { token: trader.token })
  expect(rows.every(({ sellType, lot }) => sellType === 'take_profit' && lot === exit?.lot)).toBe(true)
})

test('a lot is closed by its button, and every cent is there', async () => {
  const { page, words } = person
  await page
    .getByRole('link', { name: words('portfolio', 'closeShares', { shares: '1' }), exact: true })
    .first()
    .click()
  await page.locator('[data-dock] button[data-look=filled]').click()
  await page.getByRole('dialog').locator('[data-look=filled]').click()
  await expect.poll(async () => (await position())?.shares ?? 0n, { timeout: 60_000 }).toBe(0n)
  await expectEveryCent(house.url, trader.token)
  expect(person.faults).toEqual([])
}, 90_000)
