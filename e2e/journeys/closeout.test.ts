import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { formatPrice } from '@lonja/core/base/formats'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readMargin } from '@lonja/core/margin/margin.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { countOrders, expectEveryCent, placeButton, seeReceipt } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { openHouse, type House } from '../house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'
import { dayOfBars, replay, writeRecording } from '../recorded.ts'

/**
 * A buy with leverage to its close-out, on a recording whose price falls in three steps: below each level of the used margin
 * at which a customer is warned, and then so far that nothing is left. The replay stands still while the customer looks.
 */

const LEV: ListingId = 'XMAD:LEV'
const SHARES = 860
/** The bid from a minute of the second day on: 87 %, 69 % and less than nothing of the used margin. */
const FALLS = [
  [0, 9.98],
  [270, 9.48],
  [285, 9.08],
  [300, 7.48],
] as const
const bidAt = (minute: number): number => FALLS.findLast(([from]) => from <= minute)?.[1] ?? 9.98

const folder = writeRecording({ [LEV]: [...dayOfBars('2013-10-01', () => 9.98), ...dayOfBars('2013-10-02', bidAt)] })
const SETTINGS = {
  SOURCE: 'replay',
  REPLAY_DIR: folder,
  REPLAY_START: '2013-10-02T07:05:00Z',
  REPLAY_SPEED: '300',
  STARTING_GRANT: '2000.00 EUR',
}

let browser: Browser
let house: House
let customer: Customer
let person: Person

beforeAll(async () => {
  browser = await startBrowser()
  house = await openHouse({ settings: SETTINGS })
  await replay('pause', house, SETTINGS)
  customer = await newCustomer(house)
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
  rmSync(folder, { recursive: true })
})

test('a buy at 5 uses nearly all of the account, and its position says when it is closed out', async () => {
  const { page, words, goTo } = person
  await goTo(`/subPackages/home/socketDetail/place?listing=${LEV}&side=buy&shares=${SHARES}`)
  await page.getByRole('radio', { name: '5×', exact: true }).check()
  await page.getByRole('region', { name: words('orders', 'closeOutAlone'), exact: true }).waitFor()
  await placeButton(person, 'buyAtMarket', LEV, SHARES).click()
  await expect.poll(() => countOrders(house.url, customer.token)).toBe(1)
  await replay('resume', house, SETTINGS)
  // The price falls a minute later: the replay stands still again as soon as the order has filled.
  await expect.poll(async () => (await askFor(house.url, listPositions, {}, customer)).rows.length).toBe(1)
  await replay('pause', house, SETTINGS)
  await seeReceipt(person, house)
  const { lots } = await askFor(house.url, readMargin, {}, customer)
  expect(lots.map(({ leverage }) => leverage)).toEqual([5])
  const [position] = (await askFor(house.url, listPositions, { listing: LEV }, customer)).rows
  const price = formatPrice(position!.closeOut, 'tur', 'EUR')
  await page.getByRole('link', { name: words('orders', 'seePosition'), exact: true }).click()
  await page.getByRole('definition').filter({ hasText: words('orders', 'orLess', { price }) }).first().waitFor() // prettier-ignore
})

/** Sees a message in the list of messages, by its title and some of its text. */
const seeMessage = ({ page }: Person, title: string, body: RegExp): Promise<void> =>
  page.getByRole('button').filter({ hasText: title }).filter({ hasText: body }).first().waitFor({ timeout: 120_000 })

test('the customer is warned at both levels while the price falls, and then the house closes the position', async () => {
  await person.goTo('/subPackages/message/message')
  await replay('resume', house, SETTINGS)
  await seeMessage(person, 'Margen por debajo del 100 %', /Su cuenta vale 1\.?\d{3},\d{2}/)
  await seeMessage(person, 'Margen por debajo del 75 %', /Al 50 % la casa cierra posiciones/)
  await seeMessage(person, 'La casa está cerrando posiciones', /Vende a mercado: 860 × LEV/)
  await seeMessage(person, 'Deuda perdonada', /la casa perdonó/)
}, 240_000)

test('then the position is gone, the close-out has its evidence, and the fund flow shows what was sold and paid back', async () => {
  const { page, words, goTo } = person
  const { rows } = await askFor(house.url, listPositions, {}, customer)
  expect(rows).toEqual([])
  await goTo('/pages/trade/index?tab=positions')
  await page.getByText(words('portfolio', 'noPositions'), { exact: true }).waitFor()
  const { closeOuts } = await askFor(house.url, readMargin, {}, customer)
  expect(closeOuts.map(({ orders }) => orders.map(({ shares }) => Number(shares)))).toEqual([[SHARES]])
  await goTo('/subPackages/portfolio/funds?asset=EUR&kind=financing')
  // The house financed a part of the buy, and the sell paid it back.
  const financing = { asset: 'EUR', kind: 'financing' } as const
  const { rows: moved } = await askFor(house.url, listEntries, financing, customer)
  const entries = moved.map(({ free, held }) => free.units + held.units)
  expect(entries.map((units) => units > 0n)).toEqual([false, true])
  expect(entries[0]).toBe(-entries[1]!)
  // The name of the filter, and the two entries.
  const named = page.getByText(words('portfolio', 'entry_financing'), { exact: true }).locator('visible=true')
  await expect.poll(() => named.count()).toBe(3)
  await goTo('/subPackages/portfolio/funds?asset=EUR&kind=sell')
  await page.getByText(words('portfolio', 'entry_sell'), { exact: true }).locator('visible=true').first().waitFor()
  await expectEveryCent(house.url, customer.token)
  expect(person.faults).toEqual([])
})
