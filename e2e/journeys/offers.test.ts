import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { formatClock } from '@lonja/core/base/dates'
import { formatAmount } from '@lonja/core/base/formats'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { overEverywhere } from '@lonja/core/calendar/sessions'
import { seedDayFor } from '@lonja/core/ipo/beacon.rules'
import { consoleDayAt } from '@lonja/core/ipo/calendar.rules'
import { readOffer, subscribeToOffer } from '@lonja/core/ipo/ipo.contract'
import { listHouseOffers } from '@lonja/core/ipo/offers.staff.contract'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { addShares, expectEveryCent, placeButton, seeReceipt } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { approveFirst, newClerk, takeSeat, type Seat } from '../desk.ts'
import { PASSWORD, newPerson, signInAs, type Person } from '../person.ts'

/**
 * Two offers that operations make, each drafted by one seat at the console and published by a second one, while a customer follows them
 * on the phone. One is postponed, drawn, checked, listed and sold; the other is withdrawn in public.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BUSY_MS = 300_000

const COMPANY = 'Salinas del Faro'
const WITHDRAWN = 'Molinos de Levante'
const DECISIONS = '/offer-decisions'
/** The places of the reasons of an approval in their list. */
const REASONS = { publish: 1, withdraw: 2, postpone: 3 } as const

let browser: Browser
let house: ClockedHouse
let customer: Customer
let other: Customer
let person: Person
let seat: Seat
let one: Person
let two: Person
let offer: string
let withdrawn: string
let opens: number

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse()
  customer = await newCustomer(house)
  other = await newCustomer(house)
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

/** The beginning of a sentence of the app, up to its first blank. */
const begin = (key: string): string => person.words('ipo', key).split('{')[0] ?? ''

const detail = (id = offer) => askFor(house.url, readOffer, { id }, customer)

/** The euros that the customer has in holds. */
async function heldEuros(): Promise<bigint | undefined> {
  const { byCurrency } = await askFor(house.url, readFigures, {}, customer)
  return byCurrency.find(({ currency }) => currency === 'EUR')?.held
}

/** Another day: the sessions of the day before have ended. */
async function comeBack(): Promise<void> {
  await person.context.close()
  const session = await askFor(house.url, logIn, { phone: customer.phone, password: PASSWORD })
  customer = { ...customer, token: session.token }
  person = await newPerson(browser, house.url)
  await signInAs(person, session)
}

/** Types an instant into the fields of a form, as a day and a time in Madrid. */
async function typeMoment(form: Locator, name: string, at: number): Promise<void> {
  const label = one.words('offers', name)
  await form.getByLabel(label, { exact: true }).fill(consoleDayAt(at))
  await form.getByLabel(one.words('offers', 'timeOf', { date: label }), { exact: true }).fill(formatClock(at))
}

/** Chooses an offer, or its draft, in the list, and begins an act on it in the dialog. */
async function openAct(company: string, act: 'propose' | 'postpone' | 'withdraw'): Promise<Locator> {
  const { page, words } = one
  await page.getByRole('row').filter({ hasText: company }).click()
  const side = page.getByRole('complementary')
  await side.getByRole('button', { name: new RegExp(`^${words('offers', act)}`) }).click()
  return page.getByRole('dialog')
}

async function send(dialog: Locator, key: 'propose' | 'proposeIt'): Promise<void> {
  await dialog.getByRole('button', { name: one.words('offers', key), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await see(one.page.getByText(one.words('offers', 'state_waits')))
}

/** Opens the page of offers anew. */
async function openOffers(): Promise<void> {
  await one.goTo('/today')
  await one.goTo('/offers')
}

/** Drafts an offer of 8 lots of 40 shares without a crowd, has its terms published, and returns its id. */
async function publish(company: string): Promise<string> {
  const { page, words } = one
  await openOffers()
  await page.getByRole('button', { name: new RegExp(`^${words('offers', 'newDraft')}`) }).click()
  const form = page.locator('main form')
  const closes = opens + 2 * HOUR_MS
  const draws = closes + 37 * HOUR_MS
  const figures = { company, price: '8,50', lot: '40', lots: '8', most: '6' }
  for (const [key, text] of Object.entries(figures))
    await form.getByLabel(words('offers', key), { exact: true }).fill(text)
  for (const [name, at] of Object.entries({ opens, closes, draws, lists: draws + 2 * DAY_MS }))
    await typeMoment(form, name, at)
  await form.getByRole('switch', { name: words('offers', 'crowd') }).click()
  await form.getByRole('button', { name: new RegExp(`^${words('offers', 'save')}`) }).click()
  await send(await openAct(company, 'propose'), 'propose')
  await approveFirst(two, DECISIONS, REASONS.publish)
  const { rows } = await askFor(house.url, listHouseOffers, {}, seat)
  const own = rows.filter((row) => row.isOwn && row.company === company)
  expect(own.map(({ state, crowd }) => [state, crowd])).toEqual([['not_started', false]])
  return own[0]!.id
}

test('operations draft two offers and propose their terms, and a second seat publishes them', async () => {
  opens = Math.ceil(house.now() / MINUTE_MS) * MINUTE_MS + 5 * MINUTE_MS
  offer = await publish(COMPANY)
  withdrawn = await publish(WITHDRAWN)
})

test('they stand in the list of the customer, who applies once they are open', { timeout: BUSY_MS }, async () => {
  await house.passTo(opens + MINUTE_MS)
  const { page, words, goTo } = person
  await goTo('/pages/home/index')
  for (const [company, id] of [
    [COMPANY, offer],
    [WITHDRAWN, withdrawn],
  ] as const) {
    await page.getByRole('link', { name: new RegExp(words('discover', 'entryOffers')) }).click()
    await page.getByRole('link', { name: new RegExp(company) }).click()
    await page.locator('[data-dock]').getByRole('button').click()
    await addShares(person, 5)
    await page.getByRole('dialog').locator('[data-look=filled]').click()
    await see(page.getByText(words('ipo', 'done'), { exact: true }))
    // The receipt of the first one may still be on the screen.
    await expect.poll(async () => (await detail(id)).application?.state).toBe('subscribed')
    await goTo('/pages/home/index')
  }
  const holds = await Promise.all([offer, withdrawn].map(async (id) => (await detail(id)).application!.hold.units))
  expect([holds, await heldEuros()]).toEqual([[204_000n, 204_000n], 408_000n])
  // Twelve lots are asked for then, of eight.
  await askFor(house.url, subscribeToOffer, { id: newId(), offer, wish: { lots: wholeLots(6n) } }, other)
})

test('one is postponed by two people: the customer is told, and reads the dates before and after', async () => {
  const before = await detail()
  await openOffers()
  const dialog = await openAct(COMPANY, 'postpone')
  await typeMoment(dialog, 'closes', before.closes + HOUR_MS)
  await send(dialog, 'proposeIt')
  await approveFirst(two, DECISIONS, REASONS.postpone)
  const { postponements, closes, draws } = await detail()
  expect(postponements.map((each) => [each.before.closes, each.after.closes])).toEqual([[before.closes, closes]])
  expect([closes > before.closes, draws]).toEqual([true, before.draws])
  await house.passTo(house.now() + MINUTE_MS)
  const isTold = async () =>
    (await askFor(house.url, listNotices, {}, customer)).data.filter(({ code }) => code === 'application_postponed')
      .length
  await expect.poll(isTold, { timeout: 60_000 }).toBe(1)
  await person.goTo(`/subPackages/home/ipo/detail?id=${offer}`)
  await see(person.page.getByText(begin('postponed')))
  await see(person.page.getByText(begin('postponedCloses')))
})

test('one is withdrawn in public by two people: its hold is free again, and the calendar shows it', async () => {
  const { hold } = (await detail(withdrawn)).application!
  await openOffers()
  await send(await openAct(WITHDRAWN, 'withdraw'), 'proposeIt')
  await approveFirst(two, DECISIONS, REASONS.withdraw)
  await house.passTo(house.now() + MINUTE_MS)
  await expect.poll(async () => (await detail(withdrawn)).application?.state, { timeout: 60_000 }).toBe('refused')
  const { state, withdrawal, money } = await detail(withdrawn)
  expect([state, withdrawal!.reason, await heldEuros()]).toEqual(['cancelled', 'terms_mistaken', 204_000n])
  expect(money.at(-1)!.free).toEqual(hold)
  await person.goTo(`/subPackages/home/ipo/detail?id=${withdrawn}`)
  await see(person.page.getByText(begin('withdrawnByHouse')))
  await see(person.page.getByText(formatAmount(hold, 'tur')))

  await one.goTo('/offer-calendar')
  await one.page.getByLabel(one.words('offerCalendar', 'day'), { exact: true }).fill(consoleDayAt(withdrawal!.at))
  await one.page.keyboard.press('Enter')
  for (const step of ['step_withdrawal', 'step_release']) {
    const row = one.page.getByRole('row').filter({ hasText: one.words('offerCalendar', step) })
    await see(row.filter({ hasText: WITHDRAWN }).filter({ hasText: one.words('offerCalendar', 'state_done') }))
  }
  expect([one.faults, two.faults]).toEqual([[], []])
})

test('once drawn, the draw checks out in the browser, and the customer has the lots and the rest back', { timeout: BUSY_MS }, async () => {
  const { closes, draws, termsHash } = await detail()
    await house.passTo(closes + 2 * MINUTE_MS)
    const { rootAt } = await detail()
    // The seed of a whole day orders the tickets, and is revealed once that day is over in every venue.
    const revealed = overEverywhere(dayNumberOf(seedDayFor(rootAt!)))
  await house.passTo(Math.max(draws, revealed) + HOUR_MS)
  await comeBack()
  await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe('drawn')
  const drawn = await detail()
  const { result, number, ticket } = drawn.application!
  // Eight lots for two who ask for six each: four for each of them, whatever the order.
  expect([result!.won, result!.refund.units, await heldEuros()]).toEqual([160n, 68_000n, 0n])
  expect([drawn.termsHash, drawn.root !== null]).toEqual([termsHash, true])
  const { page, words, goTo } = person
  await goTo('/pages/trade/index?tab=lottery')
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await see(page.getByText(formatAmount(result!.refund, 'tur')))
  await page.getByRole('link', { name: words('ipo', 'check') }).first().click()
  await page.getByRole('button', { name: words('proof', 'leafCheck'), exact: true }).click()
  await page.getByText(words('ipo', 'checkHolds'), { exact: true }).waitFor()
  await page.getByRole('heading', { name: words('ipo', 'ticket', { ticket: String(ticket) }) }).waitFor()
}) // prettier-ignore

test('its shares wait without a price, and are sold in the first session', { timeout: BUSY_MS }, async () => {
  const { listing, lists } = await detail()
  await house.passTo(lists + HOUR_MS)
  await comeBack()
  await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe('listed')
  const { rows } = await askFor(house.url, listPositions, {}, customer)
  expect(rows.map((row) => [row.listing, row.shares])).toEqual([[listing, 160n]])
  const { page, words, goTo } = person
  await goTo(`/subPackages/home/socketDetail/place?listing=${listing}&side=sell&shares=160`)
  await placeButton(person, 'sellAtMarket', listing, 160).click()
  const dialog = page.getByRole('dialog', { name: words('orders', 'confirmSell') })
  await dialog.getByRole('button', { name: `${words('orders', 'sell')} 160`, exact: true }).click()
  await seeReceipt(person, house)
  expect((await askFor(house.url, listPositions, {}, customer)).rows).toEqual([])
  await expectEveryCent(house.url, customer.token)
  await expectEveryCent(house.url, (await askFor(house.url, logIn, { phone: other.phone, password: PASSWORD })).token)
  expect(person.faults).toEqual([])
})
