import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { tickerOf, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { formatAmount, formatCount, formatPrice, formatUnits } from '@lonja/core/base/formats'
import { listBlockApplications, listBlockOffers, readBlock } from '@lonja/core/blocks/blocks.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { addShares, expectEveryCent, placeButton, register, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { findListings } from '../customers.ts'
import { approveFirst, keys, newClerk, openFirst, takeSeat } from '../desk.ts'
import { newPerson, PASSWORD, signInAs, type Person } from '../person.ts'

/**
 * The whole way of a block trade: two people at the console publish an offer, a customer applies on the phone, and the clock of
 * the house goes past 16:00, when the price is made, and past the end of the lock.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A machine that does much else takes long over each day. */
const BUSY_MS = 300_000

const BLOCKS = '/subPackages/home/blockTrading/blockTrading'
const LEAST = 10
const SHARES = LEAST + 1
const LOCK_DAYS = 2

let browser: Browser
let house: ClockedHouse
let person: Person
let one: Person
let two: Person
let phone: string
let token: string
let listing: ListingId
let id: string

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse()
  person = await newPerson(browser, house.url)
  one = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Mesa'))
  two = await newClerk(browser, house.url, await takeSeat(house, house.links[1] ?? '', 'Revisión'))
}, BUSY_MS)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

const detail = () => askFor(house.url, readBlock, { id }, { token })

/** Another day: the sessions of the day before have ended, and the phone has the time of the house. */
async function comeBack(): Promise<void> {
  expect(person.faults).toEqual([])
  await person.context.close()
  const session = await askFor(house.url, logIn, { phone, password: PASSWORD })
  token = session.token
  person = await newPerson(browser, house.url)
  await person.context.addInitScript((ahead) => {
    const wall = Date.now
    Date.now = () => wall() + ahead
  }, house.now() - Date.now())
  await signInAs(person, session)
}

const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()

/** The price of a block with all its decimals: a share costs part of a cent. */
const exact = (price: PriceE4): string =>
  price % 100n === 0n ? formatPrice(price, 'tur', 'EUR') : `${formatUnits(price, 4, 'tur')} €`

test('an offer is proposed at the console by one seat, and a second one publishes its terms as they are', async () => {
  const [share] = await findListings(house, 'XMAD', 1)
  listing = share!
  expect(venueOf(listing)).toBe('XMAD')
  const { page, words, goTo } = one
  await goTo('/block-offers')
  await page.getByRole('button', { name: words('blocks', 'propose'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [key, text] of [
    ['listing', listing],
    ['discount', '4'],
    ['size', '200'],
    ['least', String(LEAST)],
    ['most', '50'],
    ['lock', String(LOCK_DAYS)],
  ] as const) {
    await dialog.getByLabel(words('blocks', key), { exact: true }).fill(text)
  }
  await dialog.getByRole('button', { name: words('blocks', 'proposeIt'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await approveFirst(two, '/block-offers')
  await see(two.page.getByText(two.words('blocks', 'state_approved')))
  expect([one.faults, two.faults]).toEqual([[], []])
})

test('from home a customer applies by taps, with a cap of their own, and the most it can cost is held', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/register/register')
  phone = await register(person, house)
  token = await tokenOf(person)
  await page.getByRole('link', { name: new RegExp(words('discover', 'entryBlocks')) }).click()
  const { rows } = await askFor(house.url, listBlockOffers, {}, { token })
  expect(rows.map((row) => [row.listing, row.discountBps, row.lockDays])).toEqual([[listing, 400, LOCK_DAYS]])
  const [offer] = rows
  const card = page.getByRole('region', { name: offer!.company, exact: true })
  await see(card.getByText(words('blocks', 'lockTitle', { days: String(LOCK_DAYS) })))
  await card.getByRole('button', { name: words('blocks', 'apply'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  await addShares(person, 2)
  // A fifth above the price of now: the market may move until it is made.
  const cap = formatUnits((offer!.price! * 12n) / 1_000n, 2, 'tur')
  await sheet.getByLabel(words('blocks', 'cap'), { exact: true }).fill(cap)
  await sheet.locator('[data-look=filled]').click()
  await see(page.getByText(words('blocks', 'done'), { exact: true }))
  const { rows: applications } = await askFor(house.url, listBlockApplications, {}, { token })
  expect(applications.map(({ shares, state }) => [Number(shares), state])).toEqual([[LEAST + 2, 'pending']])
  const [application] = applications
  id = application!.id
  await see(page.getByText(application!.number, { exact: true }))
  await see(page.getByText(words('blocks', 'state_pending'), { exact: true }))
  await see(page.getByText(formatAmount(application!.held, 'tur')))
  await expectEveryCent(house.url, token)
})

test('a reviewer approves fewer shares by keys, and the customer accepts them on the phone without a reload', async () => {
  await two.goTo('/blocks')
  await openFirst(two)
  // The second reason is for fewer shares: one less than was asked for, if no other number is written.
  await keys(two, 'a', '2', 'Control+Enter')
  await see(two.page.getByText(two.words('review', 'outcome_decided')))
  const { page, words } = person
  await see(page.getByText(words('blocks', 'fewerTitle', { count: String(SHARES) })))
  await page.getByRole('button', { name: words('blocks', 'accept'), exact: true }).click()
  await see(page.getByText(words('blocks', 'state_approved'), { exact: true }))
  await see(page.getByText(words('blocks', 'stepPriceNext'), { exact: true }))
  expect(Number((await detail()).granted)).toBe(SHARES)
  expect(two.faults).toEqual([])
  await expectEveryCent(house.url, token)
})

test(
  'after 16:00 the market makes the price, and the block shows its evidence and the time until it can be sold',
  { timeout: BUSY_MS },
  async () => {
    const { priceAfter } = await detail()
    await house.passTo(priceAfter! + 30 * MINUTE_MS)
    await comeBack()
    await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe('bought')
    const { purchase } = await detail()
    const { price, evidence, until, number } = purchase!
    expect(evidence.at).toBeGreaterThan(priceAfter!)
    expect(until).toBe(evidence.at + LOCK_DAYS * DAY_MS)
    const { page, words, goTo } = person
    await goTo(BLOCKS)
    await page.getByRole('tab', { name: words('blocks', 'tabPurchases'), exact: true }).click()
    await page.getByRole('link', { name: new RegExp(number) }).click()
    await see(page.getByText(words('blocks', 'status_hold'), { exact: true }))
    await see(page.getByText(words('blocks', 'stepBought', { price: exact(price) })))
    const left = until - house.now()
    const [days, hours] = [Math.floor(left / DAY_MS), Math.floor((left % DAY_MS) / HOUR_MS)]
    const [countdown = ''] = words('blocks', 'countdown', { days: String(days), hours: String(hours).padStart(2, '0'), minutes: '§' }).split('§') // prettier-ignore
    await see(page.getByText(countdown))
    const sell = words('blocks', 'sell', { count: String(SHARES), ticker: tickerOf(listing) })
    expect(await page.getByRole('button', { name: new RegExp(`^${sell}`) }).isDisabled()).toBe(true)
    await expectEveryCent(house.url, token)
  },
)

test(
  'once the lock is over it is sold by the ticket, and the record is sold with its result',
  { timeout: BUSY_MS },
  async () => {
    const { purchase: before } = await detail()
    await house.passTo(before!.until + HOUR_MS)
    await comeBack()
    await expect.poll(async () => (await detail()).purchase?.freedAt ?? null, { timeout: 60_000 }).not.toBeNull()
    const { page, words, goTo } = person
    const shares = SHARES
    await goTo(`${BLOCKS}?id=${id}`)
    const sell = words('blocks', 'sell', { count: formatCount(shares, 'tur'), ticker: tickerOf(listing) })
    await page.getByRole('link', { name: sell, exact: true }).click()
    await placeButton(person, 'sellAtMarket', listing, shares).click()
    const dialog = page.getByRole('dialog', { name: words('orders', 'confirmSell') })
    await dialog.getByRole('button', { name: `${words('orders', 'sell')} ${shares}`, exact: true }).click()
    await seeReceipt(person, house)
    expect((await askFor(house.url, listPositions, {}, { token })).rows).toEqual([])

    const { purchase } = await detail()
    expect([purchase!.state, Number(purchase!.sold)]).toEqual(['sold', shares])
    const result = formatAmount({ asset: 'EUR', units: purchase!.realised }, 'tur', 'results')
    await goTo(BLOCKS)
    await page.getByRole('tab', { name: words('blocks', 'tabPurchases'), exact: true }).click()
    const row = page.getByRole('link', { name: new RegExp(purchase!.number) })
    await see(row.getByText(words('blocks', 'status_sold'), { exact: true }))
    await see(row.getByText(result))
    await row.click()
    await see(page.getByText(words('blocks', 'stepSold', { price: formatPrice(purchase!.sellPrice, 'tur', 'EUR') })))
    await see(page.getByText(result, { exact: true }))
    await expectEveryCent(house.url, token)
    expect(person.faults).toEqual([])
  },
)
