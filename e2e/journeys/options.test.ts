import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, tickerOf, type ListingId } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { formatAmount } from '@lonja/core/base/formats'
import { dayNumberAt } from '@lonja/core/calendar/days'
import { checkEvidence } from '@lonja/core/options/evidence.check'
import { enterOption, listOptions, readOption, readOptionTerms } from '@lonja/core/options/options.contract'
import { expectAccessible, expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { findListings, newCustomer, type Customer } from '../customers.ts'
import { tabTo } from '../keys.ts'
import { newPerson, signInAs, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

/** Options from the first look to their ends, as the market makes them: two of the same second, so that one wins, and one that is sold. */

/** An option of a minute, with the round that settles it, on a machine that does much else. */
const A_MINUTE_MS = 150_000
const OPTIONS = '/subPackages/home/options/options'

let browser: Browser
let customer: Customer
let person: Person
let listing: ListingId

beforeAll(async () => {
  browser = await startBrowser()
  customer = await newCustomer(house)
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
  listing = (await findListings(house, isNearMidnight() ? 'XNYS' : 'XMAD', 1))[0] ?? 'XMAD:'
})
afterAll(() => browser.close())

/** A day of Madrid ends soon or has just begun: an option would not end within it, or have no half an hour of quotes for its sale. */
const isNearMidnight = (): boolean =>
  dayNumberAt('Europe/Madrid', Date.now() - 35 * MINUTE) !== dayNumberAt('Europe/Madrid', Date.now() + 10 * MINUTE)

const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()
const own = () => ({ token: customer.token })
const inEuros = (units: bigint): string => formatAmount(eur(units), 'tur')
const optionOf = (id: string) => askFor(house.url, readOption, { id }, own())
/** The accessible name of a button has plain spaces where an amount has fixed ones. */
const button = (name: string): Locator =>
  person.page.getByRole('button', { name: new RegExp(`^${name.replaceAll(/\s/g, String.raw`\s`)}`) })

test('the market leads there; what it costs stands before the choice of a share', async () => {
  const { page, words, goTo } = person
  await goTo('/pages/market/index')
  await page.getByRole('link', { name: words('discover', 'entryOptions') }).click()
  await see(page.getByText(words('options', 'average', { amount: inEuros(100_00n) })))
  await see(page.getByText('-6,00'))
  await see(page.getByText(words('options', 'none')))
  await expectAccessible(person)
  await page.getByRole('link', { name: words('options', 'choose') }).click()
  await page.getByRole('searchbox').fill(tickerOf(listing))
  await page
    .getByRole('link', { name: new RegExp(tickerOf(listing)) })
    .first()
    .click()
  await page.waitForURL(/options\/options\?listing=/)
})

test('an entry holds its stake, and the option counts down against its strike', { timeout: A_MINUTE_MS }, async () => {
  const { page, words, goTo } = person
  await goTo(`${OPTIONS}?listing=${listing}`)
  const field = page.getByRole('textbox', { name: words('options', 'stake') })
  await field.fill('101')
  await see(page.getByText(words('options', 'stakeLimit', { left: inEuros(100_00n) })))
  await expectAccessible(person)
  await field.fill('10')
  await page.getByRole('radio', { name: words('options', 'life_minute'), exact: true }).check()
  await button(words('options', 'enter_up', { amount: inEuros(10_00n) })).click()
  await page.waitForURL(/options\/detail\?id=/)
  await see(page.getByRole('timer'))
  await see(
    page.getByRole('img', { name: new RegExp(tickerOf(listing) + '|' + words('options', 'strike').toLowerCase()) }),
  )
  await expectAccessible(person)
  await expectEveryCent(house.url, customer.token)
  await expect
    .poll(async () => (await entries())[0]?.state, { timeout: A_MINUTE_MS, interval: 1_000 })
    .not.toBe('running')
  await see(page.getByText(words('options', 'holds')))
  const quotes = page.getByRole('list', { name: words('options', 'quotes') }).locator('li')
  await expect.poll(() => quotes.count()).toBe(10)
  await expectAccessible(person)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('options', 'save') }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain((await entries())[0]?.id)
  expect(checkEvidence(file)).toEqual([])
  await expectEveryCent(house.url, customer.token)
})

const entries = async () => (await askFor(house.url, listOptions, {}, own())).rows

test('of two options of the same second one is won and one is lost', { timeout: A_MINUTE_MS }, async () => {
  const { page, words, goTo } = person
  const before = (await askFor(house.url, readOptionTerms, {}, own())).free
  const pair = await Promise.all(
    (['up', 'down'] as const).map((side) =>
      askFor(house.url, enterOption, { id: newId(), listing, side, life: 'minute', stake: 10_00n }, own()),
    ),
  )
  await expect
    .poll(async () => (await entries()).slice(0, 2).every(({ state }) => state !== 'running'), {
      timeout: A_MINUTE_MS,
      interval: 1_000,
    })
    .toBe(true)
  const [up, down] = await Promise.all(pair.map(({ id }) => optionOf(id)))
  const { free } = await askFor(house.url, readOptionTerms, {}, own())
  expect(free - before).toBe((up?.paid ?? 0n) + (down?.paid ?? 0n) - 20_00n)
  // Their strikes are of one event, unless a second began between the two.
  if (up?.strike?.at === down?.strike?.at && up?.state !== 'tied')
    expect([up?.state, down?.state].toSorted()).toEqual(['lost', 'won'])
  for (const one of [up, down]) {
    await goTo(`/subPackages/home/options/detail?id=${one?.id}`)
    await see(page.getByText(words('options', `state_${one?.state}` as 'state_won')))
    await see(page.getByText(words('options', 'holds')))
  }
  await expectEveryCent(house.url, customer.token)
})

test(
  'with the keyboard alone an option is entered and sold back at the price that is read',
  {
    timeout: 2 * A_MINUTE_MS,
  },
  async () => {
    const { page, words, goTo } = person
    await goTo(`${OPTIONS}?listing=${listing}`)
    await page.getByRole('textbox', { name: words('options', 'stake') }).waitFor()
    await tabTo(person, words('options', 'ends_up'))
    await page.keyboard.press('ArrowRight')
    await tabTo(person, words('options', 'stake'))
    await page.keyboard.type('20')
    await tabTo(person, words('options', 'enter_down', { amount: inEuros(20_00n) }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/options\/detail\?id=/)
    const id = new URL(page.url().replace('#', '')).searchParams.get('id') ?? ''
    const sell = words('options', 'sellFor', { amount: '' }).trim()
    await button(sell).waitFor()
    await tabTo(person, sell)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.waitFor()
    await expectAccessible(person)
    await tabTo(person, sell)
    await page.keyboard.press('Enter')
    // The price may have fallen while the dialog was read: then it says so, and is asked again.
    await expect
      .poll(
        async () => {
          if ((await optionOf(id)).state === 'sold') return 'sold'
          const again = dialog.getByRole('button', { name: words('options', 'notNow') })
          if (await again.isVisible()) await again.click()
          await button(sell).click({ timeout: 10_000 })
          await dialog.getByRole('button', { name: new RegExp(`^${sell}`) }).click({ timeout: 10_000 })
          return 'running'
        },
        { timeout: A_MINUTE_MS, interval: 2_000 },
      )
      .toBe('sold')
    await see(page.getByText(words('options', 'state_sold')))
    await expectAccessible(person)
    await expectEveryCent(house.url, customer.token)
    await page.getByRole('link', { name: words('options', 'seeEntries') }).click()
    await see(page.getByText(words('portfolio', 'entry_option')))
  },
)

test('the limit is lowered at once, and a higher one waits a day', async () => {
  const { page, words, goTo } = person
  await goTo(OPTIONS)
  const set = async (amount: string, units: bigint) => {
    await page.getByRole('button', { name: words('options', 'changeLimit') }).click()
    await page.getByRole('textbox', { name: words('options', 'limitTitle') }).fill(amount)
    await button(words('options', 'setTo', { limit: inEuros(units) })).click()
    await see(page.getByText(words('options', 'limitSet')))
  }
  const limit = async () => (await askFor(house.url, readOptionTerms, {}, own())).limit
  await set('60', 60_00n)
  await expect.poll(limit).toMatchObject({ limit: 60_00n, next: null })
  await set('90', 90_00n)
  await expect.poll(limit).toMatchObject({ limit: 60_00n, next: { limit: 90_00n } })
  expect(person.faults).toEqual([])
})
