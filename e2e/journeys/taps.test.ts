import { setTimeout } from 'node:timers/promises'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares, type ListingId } from '@lonja/core/base/amount'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { expectEveryCent, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { findListings } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { PASSWORD, newPerson, newPhone, type Person } from '../person.ts'

/*
 * The number of taps that a newcomer with a phone needs. A tap into a field counts, typing does not; nothing else than taps and
 * typing leads from one screen to the next.
 */

/** From the address to the first sale: four of them are the fields of the registration. */
const TO_FIRST_SALE = 14
const TO_A_STOP = 2

let browser: Browser
let person: Person
let taps = 0
beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url)
})
afterAll(() => browser.close())

async function tap(target: Locator): Promise<void> {
  taps += 1
  await target.locator('visible=true').first().tap()
}

async function type(field: string, text: string): Promise<void> {
  const { page, words } = person
  await tap(page.getByLabel(words('accounts', field), { exact: true }))
  await page.keyboard.type(text)
}

test('from opening the address to the first sale', async () => {
  const { page, words } = person
  await page.goto(house.url)
  await tap(page.getByRole('link', { name: words('discover', 'register'), exact: true }))
  await type('phone', newPhone())
  await type('password', PASSWORD)
  await type('again', PASSWORD)
  await type('invitation', house.invitation)
  await tap(page.getByRole('button', { name: words('accounts', 'register'), exact: true }))
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  await tap(page.getByRole('link', { name: words('discover', 'buy'), exact: true }))
  await tap(page.locator('[data-choices] a[href*="socketDetail?listing"]'))
  await tap(page.locator('a[href*="side=buy"]').filter({ hasText: words('discover', 'buy') }))
  await tap(page.locator('[data-dock]').getByRole('button', { name: new RegExp(`^${words('orders', 'buy')} 1 `) }))
  await seeReceipt(person, house)
  await tap(page.getByRole('link', { name: words('orders', 'seePosition'), exact: true }))
  await tap(page.locator('[data-dock]').getByRole('link', { name: new RegExp(`^${words('orders', 'sell')} 1 `) }))
  await tap(page.locator('[data-dock]').getByRole('button', { name: new RegExp(`^${words('orders', 'sell')} 1 `) }))
  await tap(page.getByRole('dialog').getByRole('button', { name: `${words('orders', 'sell')} 1`, exact: true }))
  await seeReceipt(person, house)
  await page.getByText(words('orders', 'realisedResult')).locator('visible=true').first().waitFor()
  expect(taps).toBeLessThanOrEqual(TO_FIRST_SALE)
  await expectEveryCent(house.url, await tokenOf(person))
})

test('from the page of a position to a stop', async () => {
  const { page, words, goTo } = person
  const token = await tokenOf(person)
  const [share] = await findListings(house, 'XMAD', 1)
  await bought(share!, token)
  await goTo(`/subPackages/portfolio/position?listing=${share}`)
  const putExit = page.getByRole('button', { name: words('portfolio', 'putExitHere'), exact: true })
  await putExit.waitFor()
  taps = 0
  await tap(putExit)
  await tap(page.getByRole('dialog').locator('[data-look=filled]'))
  await page.getByText(words('portfolio', 'exitPlaced'), { exact: true }).first().waitFor()
  expect(taps).toBeLessThanOrEqual(TO_A_STOP)
  const { rows } = await askFor(house.url, listOrders, { which: 'open', listing: share }, { token })
  expect(rows).toMatchObject([{ kind: 'stop', side: 'sell', exit: true, shares: 3n }])
  expect(person.faults).toEqual([])
})

async function bought(listing: ListingId, token: string): Promise<void> {
  const terms = { listing, side: 'buy', shares: wholeShares(3n), limit: null, timeInForce: 'day' } as const
  await askFor(house.url, placeOrder, { id: newId<'order'>(), ...terms }, { token })
  const held = async () => (await askFor(house.url, listPositions, { listing }, { token })).rows[0]?.shares
  while ((await held()) !== 3n) await setTimeout(200)
}
