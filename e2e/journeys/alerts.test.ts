import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { formatNumber } from '@lonja/core/base/formats'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listAlerts, makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { ask, askFor, newId } from '../client.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

/** The market moves every second; a loaded machine shows it late. */
const ARRIVES_WITHIN_MS = 90_000
const CENTS = 2n

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('an alert is made close to the price, arrives by itself, is said at once and leads to its instrument', async () => {
  const person = await newPerson(browser, house.url, { keepsPages: true })
  const { page, context, words, goTo } = person
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  // The most expensive one: a cent is smallest relative to it, so that one of two close alerts is soon met.
  const dearest = { list: 'all', venue: 'XMAD', sort: 'last', direction: 'down', limit: 1 } as const
  const [listing] = (await askFor(house.url, listInstruments, dearest)).listing
  if (!listing) throw new Error('There is a listing in Madrid')
  const ownAlerts = async () => (await askFor(house.url, listAlerts, {}, { token })).rows
  const cents = async (): Promise<bigint> =>
    ((await askFor(house.url, readInstrument, { listing })).quote?.last ?? 0n) / 100n

  // From the instrument's own page, at first with a level far above, so that no alert fires too early.
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('button', { name: words('watchlist', 'alertOn') }).click()
  const level = page.getByRole('spinbutton')
  await level.fill(formatNumber(String((await cents()) / 10n), 'tur', 2))
  const act = page.getByRole('button', { name: new RegExp(`^${words('alerts', 'actAbove').split('{')[0]}`) })
  await act.dblclick()
  await expect.poll(async () => (await ownAlerts()).length).toBe(1)

  // Another window of the same person shows it too. Without the network nothing is created, and the page says so.
  const other = await context.newPage()
  await other.goto(`${house.url}/#/subPackages/watchlist/alerts`)
  await other.getByRole('switch').first().waitFor()
  await context.setOffline(true)
  await act.click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  expect((await ownAlerts()).length).toBe(1)
  await context.setOffline(false)

  // Two close ones, on either side: whichever way the price moves, one of them is met.
  const seeButton = page.getByRole('button', { name: words('notices', 'see_message'), exact: true })
  const arrival = seeButton.waitFor({ state: 'attached', timeout: ARRIVES_WITHIN_MS })
  for (const [kind, by] of [
    ['above', CENTS],
    ['below', -CENTS],
  ] as const) {
    for (let isCreated = false, tries = 0; !isCreated && tries < 20; tries += 1) {
      const terms = {
        kind,
        level: priceE4(((await cents()) + by) * 100n),
        percentBps: null,
        repeats: 'once',
        note: null,
      } as const
      isCreated = (await ask(house.url, makeAlert, { id: newId(), listing, ...terms }, { token })).status === 200
    }
  }
  await arrival
  await seeButton.dispatchEvent('click')
  await page.getByRole('heading', { name: words('notices', 'title') }).waitFor()
  const notices = async () => (await askFor(house.url, listNotices, { kind: 'prices' }, { token })).data.length
  expect(await notices()).toBeGreaterThan(0)
  await page
    .getByRole('link', { name: words('notices', 'see_alerts') })
    .first()
    .click()
  // Earlier pages stay mounted behind, hidden.
  const firedText = new RegExp(words('alerts', 'told').split('{')[0] ?? '')
  for (const window of [page, other]) await window.getByText(firedText).locator('visible=true').first().waitFor()
  // The other one may be met at any time: each that was told has one notice.
  const alertsSent = async () => (await ownAlerts()).filter(({ state }) => state === 'told').length
  await expect.poll(async () => (await alertsSent()) - (await notices())).toBe(0)
  expect(person.faults).toEqual([])
})
