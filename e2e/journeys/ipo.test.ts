import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatAmount, formatCount } from '@lonja/core/base/formats'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { listOffers, readOffer, type OfferState } from '@lonja/core/ipo/ipo.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { addShares, expectEveryCent, placeButton, register, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { newCustomer } from '../customers.ts'
import { tabTo } from '../keys.ts'
import { newPerson, PASSWORD, signInAs, type Person } from '../person.ts'

/** The whole way of an offer of a practice house, whose clock the test puts forward from its deadline to its listing. */

const HOUR_MS = 3_600_000
/** A machine that does much else takes long over each day. */
const BUSY_MS = 300_000

let browser: Browser
let house: ClockedHouse
let person: Person
let phone: string
let offer: string
let token: string

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse()
  await house.passTo((await firstOpening()) + HOUR_MS)
  person = await newPerson(browser, house.url)
}, BUSY_MS)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** The opening of the first offer in Madrid: a newcomer has euros. The house publishes one of either market by turns. */
async function firstOpening(): Promise<number> {
  // A house that has just opened may be busy.
  const reader = await vi.waitFor(() => newCustomer(house), { timeout: 60_000, interval: 1_000 })
  const { rows } = await askFor(house.url, listOffers, {}, reader)
  const madrid = rows.find(({ venue }) => venue === 'XMAD')
  if (madrid) return madrid.opens
  await house.passTo(house.now() + 24 * HOUR_MS)
  return firstOpening()
}

const detail = () => askFor(house.url, readOffer, { id: offer }, { token })

/** The offer comes into a state with a round of the house. */
async function isIn(expected: OfferState): Promise<void> {
  await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe(expected)
}

/** Another day: the sessions of the day before have ended. */
async function comeBack(): Promise<void> {
  await person.context.close()
  const session = await askFor(house.url, logIn, { phone, password: PASSWORD })
  token = session.token
  person = await newPerson(browser, house.url)
  await signInAs(person, session)
}

test('from home to an application by taps: the receipt has its ticket, and says what is held', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/register/register')
  phone = await register(person, house)
  token = await tokenOf(person)
  await page.getByRole('link', { name: new RegExp(words('discover', 'entryOffers')) }).click()
  const { rows } = await askFor(house.url, listOffers, { state: 'subscribing' }, { token })
  const open = rows.find(({ venue }) => venue === 'XMAD')
  offer = open!.id
  await page.getByRole('link', { name: new RegExp(open!.company) }).click()
  await page.locator('[data-dock]').getByRole('button').click()
  const sheet = page.getByRole('dialog')
  await addShares(person, 4)
  await sheet.locator('[data-look=filled]').click()
  await page.getByText(words('ipo', 'done'), { exact: true }).first().waitFor()
  const { application } = await detail()
  const heading = page.getByRole('heading', { name: words('ipo', 'application', { number: application!.number }) })
  await heading.waitFor()
  await page.getByText(application!.row, { exact: true }).waitFor()
  await page.getByText(formatAmount(application!.hold, 'tur')).first().waitFor()
  expect(application!.lots).toBe(5n)
})

test('by keyboard alone it is changed, withdrawn and made again', async () => {
  const { page, words } = person
  const { lot } = await detail()
  const act = async (start: string) => {
    await tabTo(person, start)
    await page.keyboard.press('Enter')
  }
  const running = async () => {
    const { application } = await detail()
    return application?.state === 'subscribed' ? application.lots : null
  }
  const isFor = async (lots: bigint | null): Promise<void> => {
    await expect.poll(running).toBe(lots)
  }
  const sheet = page.getByRole('dialog')
  const send = async (key: string, lots: bigint) => {
    const shares = formatCount(lots * lot, 'tur')
    await act(words('ipo', `${key}_${lots === 1n ? 'one' : 'other'}`, { count: String(lots), shares }))
    await sheet.waitFor({ state: 'detached' })
    await isFor(lots)
  }
  await act(words('ipo', 'change'))
  await sheet.waitFor()
  await act(words('parts', 'more'))
  await send('changeTo', 6n)
  await act(words('ipo', 'withdraw'))
  await sheet.waitFor()
  await act(words('ipo', 'withdraw'))
  await sheet.waitFor({ state: 'detached' })
  await isFor(null)
  await act(words('ipo', 'subscribe'))
  await sheet.waitFor()
  for (let lots = 1; lots < 8; lots += 1) await act(words('parts', 'more'))
  await send('subscribeFor', 8n)
})

test(
  'once it is drawn the application says what was won and returned, and the draw checks out on this device',
  { timeout: BUSY_MS },
  async () => {
    const { draws } = await detail()
    await house.passTo(draws + 13 * HOUR_MS)
    await comeBack()
    await isIn('drawn')
    const { page, words, goTo } = person
    const { application } = await detail()
    const { result } = application!
    await goTo('/pages/trade/index?tab=lottery')
    await page.getByRole('link', { name: new RegExp(application!.number) }).click()
    await page.getByText(words('ipo', 'refund'), { exact: true }).waitFor()
    await page.getByText(formatAmount(result!.refund, 'tur')).first().waitFor()
    await page
      .getByRole('link', { name: words('ipo', 'check') })
      .first()
      .click()
    await page.getByRole('button', { name: words('proof', 'leafCheck'), exact: true }).click()
    await page.getByText(words('ipo', 'checkHolds'), { exact: true }).waitFor()
    await page.getByRole('heading', { name: words('ipo', 'ticket', { ticket: String(application!.ticket) }) }).waitFor()
    await expectEveryCent(house.url, token)
  },
)

test(
  'its shares are in the inventory without a price, and with the first session a message leads to their sale',
  { timeout: BUSY_MS },
  async () => {
    const { page, words, goTo } = person
    const { application, lists, company, listing } = await detail()
    expect(application!.state).toBe('won')
    await goTo('/pages/trade/index?tab=inventory')
    await page.getByRole('link', { name: new RegExp(`${company}.*${words('ipo', 'noMarket')}`) }).waitFor()
    await house.passTo(lists + HOUR_MS)
    await comeBack()
    await isIn('listed')
    const [position] = (await askFor(house.url, listPositions, {}, { token })).rows
    expect([position?.listing, position?.shares]).toEqual([listing, application!.result!.won])
    const way = (feature: 'notices' | 'discover', key: string) =>
      person.page.locator('main, [data-dock]').getByRole('link', { name: new RegExp(`^${words(feature, key)}`) }).last() // prettier-ignore
    // The message of the listing is the newest one.
    await person.goTo('/subPackages/message/message')
    await person.page.getByRole('button', { name: new RegExp(company) }).first().click() // prettier-ignore
    await way('notices', 'see_listing').click()
    // Pressed before the position is read there, too: the ticket has all shares.
    await way('discover', 'sell').click()
    const shares = String(position!.shares)
    await placeButton(person, 'sellAtMarket', listing, Number(shares)).click()
    const dialog = person.page.getByRole('dialog', { name: words('orders', 'confirmSell') })
    await dialog.getByRole('button', { name: `${words('orders', 'sell')} ${shares}`, exact: true }).click()
    await seeReceipt(person, house)
    expect((await askFor(house.url, listPositions, {}, { token })).rows).toEqual([])
    await expectEveryCent(house.url, token)
    expect(person.faults).toEqual([])
  },
)
