import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatClock } from '@lonja/core/base/dates'
import { consoleDayAt } from '@lonja/core/ipo/calendar.rules'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { listHouseOffers } from '@lonja/core/ipo/offers.staff.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { approveFirst, newClerk, takeSeat, type Seat } from '../desk.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/**
 * An offer that operations make: drafted by one seat at the console and published by a second one, until a customer applies for it
 * on the phone.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BUSY_MS = 300_000

const COMPANY = 'Salinas del Faro'

let browser: Browser
let house: ClockedHouse
let customer: Customer
let person: Person
let seat: Seat
let one: Person
let two: Person
let offer: string
let opens: number

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse()
  customer = await newCustomer(house)
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
  seat = await takeSeat(house, house.links[0] ?? '', 'Mesa')
  one = await newClerk(browser, house.url, seat)
  two = await newClerk(browser, house.url, await takeSeat(house, house.links[1] ?? '', 'Revisión'))
}, BUSY_MS)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()

const detail = () => askFor(house.url, readOffer, { id: offer }, customer)

/** The euros that the customer has in holds. */
async function heldEuros(): Promise<bigint | undefined> {
  const { byCurrency } = await askFor(house.url, readFigures, {}, customer)
  return byCurrency.find(({ currency }) => currency === 'EUR')?.held
}

/** Types an instant into the fields of a form, as a day and a time in Madrid. */
async function typeMoment(form: Locator, name: string, at: number): Promise<void> {
  const label = one.words('offers', name)
  await form.getByLabel(label, { exact: true }).fill(consoleDayAt(at))
  await form.getByLabel(one.words('offers', 'timeOf', { date: label }), { exact: true }).fill(formatClock(at))
}

test('operations draft an offer and propose its terms, and a second seat publishes them', async () => {
  const { page, words, goTo } = one
  await goTo('/offers')
  await page.getByRole('button', { name: new RegExp(`^${words('offers', 'newDraft')}`) }).click()
  const form = page.locator('main form')
  opens = Math.ceil(house.now() / MINUTE_MS) * MINUTE_MS + 5 * MINUTE_MS
  const closes = opens + 2 * DAY_MS
  const draws = closes + 37 * HOUR_MS
  for (const [key, text] of [
    ['company', COMPANY],
    ['price', '8,50'],
    ['lot', '40'],
    ['lots', '30'],
    ['most', '10'],
  ] as const) {
    await form.getByLabel(words('offers', key), { exact: true }).fill(text)
  }
  for (const [name, at] of Object.entries({ opens, closes, draws, lists: draws + 2 * DAY_MS })) {
    await typeMoment(form, name, at)
  }
  await form.getByRole('button', { name: new RegExp(`^${words('offers', 'save')}`) }).click()
  await page.getByRole('row').filter({ hasText: COMPANY }).click()
  const side = page.getByRole('complementary')
  await side.getByRole('button', { name: new RegExp(`^${words('offers', 'propose')}`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('offers', 'propose'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await see(page.getByText(words('offers', 'state_waits')))

  await approveFirst(two, '/offer-decisions')
  const { rows } = await askFor(house.url, listHouseOffers, {}, seat)
  const own = rows.filter(({ isOwn }) => isOwn)
  expect(own.map(({ company, state }) => [company, state])).toEqual([[COMPANY, 'not_started']])
  offer = own[0]!.id
})

test('it stands in the list of the customer, who applies once it is open', { timeout: BUSY_MS }, async () => {
  await house.passTo(opens + MINUTE_MS)
  const { page, words, goTo } = person
  await goTo('/pages/home/index')
  await page.getByRole('link', { name: new RegExp(words('discover', 'entryOffers')) }).click()
  await page.getByRole('link', { name: new RegExp(COMPANY) }).click()
  await page.locator('[data-dock]').getByRole('button').click()
  await page.getByRole('dialog').locator('[data-look=filled]').click()
  await see(page.getByText(words('ipo', 'done'), { exact: true }))
  const { application } = await detail()
  expect([application!.state, await heldEuros()]).toEqual(['subscribed', application!.hold.units])
  expect([person.faults, one.faults, two.faults]).toEqual([[], [], []])
})
