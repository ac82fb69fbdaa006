import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { signOutSeat } from '@lonja/core/staff/staff.contract'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { expectEveryCent, pressBubble } from '../acts.ts'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import {
  SEAT_PASSWORD,
  codeOf,
  deskPanel,
  goByKeys,
  keys,
  newClerk,
  newPayee,
  openFirst,
  tabTo,
  takeSeat,
  withdraw,
} from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** A customer service of the operator's own. */
const SERVICE = 'https://help.example.org/chat?from=lonja'

/** A separate house, in which a new bank card has no wait. */
let house: House
let browser: Browser
let customer: Customer
let one: Person
/** The secret of the one-time codes of that person's device. */
let secretOfOne: string
let small: string
let refused: string
beforeAll(async () => {
  house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0', KEFU_URL: SERVICE } })
  browser = await startBrowser()
  customer = await newCustomer(house)
  one = await newClerk(browser, house.url, null)
  const payee = await newPayee(house, customer, 'Marta Ibáñez Soler')
  small = await withdraw(house, customer, payee, eur(75_00n))
  refused = await withdraw(house, customer, payee, eur(1_500_00n))
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

test('the first mistake of a claim is in sight with its label', async () => {
  const { page, words, context } = await newClerk(browser, house.url, null)
  await page.goto(house.links[0] ?? '')
  await page.getByRole('button', { name: words('staff', 'claim'), exact: true }).click()
  await page.getByText(words('staff', 'nameMissing')).first().waitFor()
  const label = page.locator('label', { hasText: words('staff', 'name') }).first()
  const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? NaN
  await expect.poll(async () => (await topOf(label)) >= (await topOf(page.locator('main')))).toBe(true)
  await context.close()
})

test('from the printed link to the first decision with the keyboard alone', async () => {
  const person = one
  const { page, words } = person
  await page.goto(house.links[0] ?? '')
  await page.getByRole('heading', { name: words('staff', 'claimTitle') }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  secretOfOne = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  for (const [key, text] of [
    ['name', 'Caja'],
    ['newPassword', SEAT_PASSWORD],
    ['again', SEAT_PASSWORD],
    ['code', codeOf(secretOfOne)],
  ] as const) {
    await tabTo(person, words('staff', key))
    await page.keyboard.type(text)
  }
  await keys(person, 'Enter')

  await goByKeys(person, words('console', 'withdrawals'))
  await openFirst(person)
  expect(await axeFindings(page)).toEqual([])
  await keys(person, 'a', '1', 'Control+Enter')
  await page.getByText(words('review', 'outcome_decided')).waitFor()
  const { state, steps } = await askFor(house.url, readWithdrawal, { id: small }, { token: customer.token })
  expect(['approved', 'sent']).toContain(state)
  expect(steps.some(({ seat }) => seat?.role === 'treasurer' && seat.number === 1)).toBe(true)
  expect(person.faults).toEqual([])
})

test('a refusal is proposed by one and confirmed by another, who are told of each other by their seats', async () => {
  const first = await newClerk(browser, house.url, await takeSeat(house, house.links[1] ?? '', 'Revisión'))
  await first.goTo('/withdrawals')
  await openFirst(first)
  await keys(first, 'r', '1', 'Control+Enter')
  await first.page.getByText(first.words('review', 'outcome_needs_second')).waitFor()

  // The seat of the previous journey continues with the next one in the queue.
  const second = one
  await keys(second, 'j')
  await deskPanel(second)
    .getByText(
      second.words('review', 'proposes_refuse', {
        seat: second.words('staff', 'seatNamed', { number: '2', name: 'Revisión' }),
      }),
    )
    // The name of a seat that was taken a moment ago.
    .waitFor({ timeout: 60_000 })
  expect(await axeFindings(second.page)).toEqual([])
  await keys(second, 'r', '1', 'Control+Enter')
  await second.page.getByText(second.words('review', 'outcome_decided')).waitFor()
  const { state, reason } = await askFor(house.url, readWithdrawal, { id: refused }, { token: customer.token })
  expect([state, reason !== null]).toEqual(['refused', true])
  await expectEveryCent(house.url, customer.token)

  // The first seat's queue empties by itself, and the decided review stays open.
  await first.page.getByText(first.words('review', 'empty')).waitFor()
  await first.page.getByText(first.words('review', 'outcome_needs_second')).waitFor()
  expect([first.faults, second.faults]).toEqual([[], []])
  await first.context.close()
})

/** Every address that Back passes through. */
async function addressesBehind({ page, context }: Person): Promise<string[]> {
  const browserOf = await context.newCDPSession(page)
  const { entries } = await browserOf.send('Page.getNavigationHistory')
  await browserOf.detach()
  return entries.map(({ url }) => url)
}

test('a browser keeps the session, its mark and nothing else; who signs out in one window is out in all, and nothing is behind them', async () => {
  const { page, words, context } = one
  await page.getByText(words('review', 'outcome_decided')).waitFor()
  const storedKeys = await page.evaluate(() => [Object.keys(localStorage).toSorted(), Object.keys(sessionStorage)])
  expect(storedKeys).toEqual([['lang', 'seatId', 'seatMarks', 'seatToken'], []])
  const token = await page.evaluate(() => localStorage.getItem('seatToken') ?? '')
  const link = house.links[0]?.split('/').at(-1) ?? ''
  for (const address of await addressesBehind(one)) {
    expect([link, token].filter((secret) => address.includes(secret))).toEqual([])
  }

  const other = await context.newPage()
  await other.goto(`${house.url}/staff/#/customers`)
  await other.locator('main tbody tr').first().waitFor()
  await one.goTo('/seat')
  await page.getByRole('button', { name: words('staff', 'signOut') }).click()
  for (const each of [page, other]) await each.getByRole('heading', { name: words('staff', 'signInTitle') }).waitFor()
  await expect.poll(() => other.locator('tbody tr').count()).toBe(0)
  await page.goBack()
  await page.waitForURL(/withdrawals/)
  await page.getByRole('heading', { name: words('staff', 'signInTitle') }).waitFor()
  expect(await page.getByText(words('review', 'outcome_decided')).count()).toBe(0)
  // The mark stays: by it the house knows this browser again, and it lets nobody in.
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['lang', 'seatMarks'])
  expect(one.faults).toEqual([])
  await other.close()

  for (const [key, text] of [
    ['name', 'Caja'],
    ['password', SEAT_PASSWORD],
    ['code', codeOf(secretOfOne, 1)],
  ] as const) {
    await page.getByLabel(words('staff', key), { exact: true }).fill(text)
  }
  await keys(one, 'Enter')
  await one.goTo('/withdrawals')
  await page.getByRole('heading', { level: 1, name: words('withdrawals', 'title') }).waitFor()
})

test('a session that ends is said, with the way back to where one was', async () => {
  const { page, words } = one
  const token = await page.evaluate(() => localStorage.getItem('seatToken') ?? '')
  await askFor(house.url, signOutSeat, {}, { token })
  await page.getByText(words('console', 'expired')).waitFor()
  await page.getByRole('heading', { name: words('staff', 'signInTitle') }).waitFor()
  await expect.poll(() => page.url()).toContain('/withdrawals')
  expect(await axeFindings(page)).toEqual([])
})

test('a customer service of the operator’s own opens beside the app, which it learns nothing of and cannot reach', async () => {
  const phone = await newPerson(browser, house.url)
  await signInAs(phone, customer)
  const requests: Record<string, string>[] = []
  await phone.context.route('https://help.example.org/**', async (route) => {
    requests.push(route.request().headers())
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>Atención</h1>' })
  })
  await phone.goTo('/pages/mine/index')
  const press = pressBubble(phone.page, phone.words('app', 'support'))
  const [opened] = await Promise.all([phone.context.waitForEvent('page'), press])
  await opened.getByRole('heading', { name: 'Atención' }).waitFor()
  expect(opened.url()).toBe(SERVICE)
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  expect(requests.map(({ referer, cookie, token }) => [referer, cookie, token])).toEqual([
    [undefined, undefined, undefined],
  ])
  expect(phone.page.url()).toContain('#/pages/mine/index')
  await phone.context.close()
})
