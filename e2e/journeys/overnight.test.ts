import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newCustomer, order, type Customer } from '../customers.ts'
import { openHouse, type House } from '../house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'
import { dayOfBars, replay, writeRecording } from '../recorded.ts'

/**
 * Orders over a night of a replay whose prices the test has written: a stop that is reached, a pair, a limit that was
 * changed, a split and a dividend. The replay stands still while the orders are placed.
 */

/** Three days of Madrid, in the summer time of 2013. The replay begins in the night before the second. */
const DAYS = ['2013-10-01', '2013-10-02', '2013-10-03'] as const
const BEGIN = '2013-10-02T01:00:00Z'
/** So many minutes of the third day are as the days before. */
const CALM_MINUTES = 30

/** The bid of each listing: on the first two days, at the open of the third, and after its first half hour. */
const PRICES = {
  STP: [9.98, 9.98, 8.98],
  PAR: [9.98, 9.98, 11.98],
  LIM: [9.98, 9.98, 9.38],
  SPL: [9.98, 4.98, 4.98],
  DIV: [9.98, 9.98, 9.98],
} as const

const ACTIONS = ['2013-10-03,XMAD:SPL,split,2:1,', '2013-10-03,XMAD:DIV,dividend,0.50,EUR']

const listingOf = (ticker: keyof typeof PRICES): ListingId => `XMAD:${ticker}`

const barsOf = ([before, open, after]: readonly [number, number, number]): string[] =>
  DAYS.flatMap((day, n) => dayOfBars(day, (minute) => (n < 2 ? before : minute < CALM_MINUTES ? open : after)))

let browser: Browser
let house: House
let holder: Person
let owner: Customer
let limit: OrderId
const recorded = Object.entries(PRICES).map(([ticker, prices]) => [`XMAD:${ticker}`, barsOf(prices)] as const)
const folder = writeRecording(Object.fromEntries(recorded), ACTIONS)
const SETTINGS = { SOURCE: 'replay', REPLAY_DIR: folder, REPLAY_START: BEGIN, REPLAY_SPEED: '1500' }

const openOf = async ({ token }: Customer) =>
  (await askFor(house.url, listOrders, { which: 'open' }, { token })).rows.length

const HELD = ['STP', 'PAR', 'SPL', 'DIV'] as const

beforeAll(async () => {
  browser = await startBrowser()
  house = await openHouse({ settings: SETTINGS })
  owner = await newCustomer(house)
  for (const ticker of HELD) await order(house, owner.token, { listing: listingOf(ticker), side: 'buy', shares: 10n })
  limit = await order(house, owner.token, { listing: listingOf('LIM'), side: 'buy', shares: 5n, limit: 80_000n })
  // The buys fill at the open of the second day.
  while ((await openOf(owner)) > 1) await setTimeout(200)
  await replay('pause', house, SETTINGS)
  holder = await newPerson(browser, house.url)
  await signInAs(holder, owner)
}, 300_000)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
  rmSync(folder, { recursive: true })
})

/** Puts an exit on the one lot of a listing: a stop, and a profit beside it. */
async function putExit(ticker: 'STP' | 'PAR', stop: string, profit: string | null): Promise<void> {
  const { page, words, goTo } = holder
  await goTo(`/subPackages/portfolio/position?listing=${listingOf(ticker)}`)
  await page.getByRole('button', { name: words('portfolio', 'putExitHere'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: new RegExp(`^${words('portfolio', 'exitIfBelow')}`) }).fill(stop)
  if (profit !== null) {
    await sheet.getByRole('switch', { name: words('portfolio', 'takeProfit') }).press('Space')
    await sheet.getByRole('textbox', { name: new RegExp(`^${words('portfolio', 'exitIfAbove')}`) }).fill(profit)
  }
  await sheet.locator('[data-look=filled]').click()
  await page.getByText(words('portfolio', 'exitPlaced'), { exact: true }).first().waitFor()
}

test('a stop, and a pair of a stop and a profit, are put on lots', async () => {
  await putExit('STP', '9,50', null)
  await putExit('PAR', '9,50', '11,50')
  // The words of the first may still stand when the second is sent.
  await expect.poll(() => openOf(owner), { timeout: 30_000 }).toBe(3)
})

test('a limit is replaced', async () => {
  const { page, words, goTo } = holder
  await goTo(`/subPackages/trade/detail?id=${limit}`)
  await page.getByRole('link', { name: words('orders', 'changeOrder') }).click()
  await page.getByRole('textbox', { name: words('orders', 'limitPrice'), exact: true }).fill('9,50')
  await page.keyboard.press('Tab')
  const [before = ''] = words('orders', 'changeTo', { terms: '§' }).split('§')
  await page.locator('[data-dock]').getByRole('button', { name: before.trim() }).first().click()
  await page.getByRole('listitem').getByText(words('orders', 'stepChanged'), { exact: true }).waitFor()
})

/** Sees a notice in the list of messages: its title, and its text. */
async function seeNotice({ page }: Person, title: string, body: RegExp): Promise<void> {
  const notice = page.getByRole('button').filter({ hasText: title }).filter({ hasText: body })
  await notice.first().waitFor({ timeout: 120_000 })
}

test('over the night the split and the dividend are carried out; then the stop, the profit and the limit sell and buy', async () => {
  await replay('resume', house, SETTINGS)
  await holder.goTo('/subPackages/message/message')
  await seeNotice(holder, 'Desdoblamiento hecho: SPL', /Tenías 10 de SPL \(SPL\) y ahora tienes 20\./)
  await seeNotice(holder, 'Dividendo cobrado: 4,05', /Por 10 acciones de DIV \(DIV\): .*5,00.*, menos .*0,95/)
  await seeNotice(
    holder,
    'Stop de pérdidas vendido: STP',
    /Tu stop de pérdidas vendió 10 acciones de STP \(STP\) a .*8,98/,
  )
  await seeNotice(holder, 'Toma de beneficios vendida: PAR', /vendió 10 acciones de PAR \(PAR\) a .*11,98/)
  await seeNotice(holder, 'Comprado: LIM', /5 acciones de LIM \(LIM\) se ejecutó a .*9,40/)
  expect(await openOf(owner)).toBe(0)
}, 180_000)
