import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listDeposits, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { DEPOSITS_MAX } from '@lonja/core/deposits/deposits.rules'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import {
  deskPanel,
  focused,
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
import type { Person } from '../person.ts'

/*
 * A clerk's queue from the first page to the last decision, by keys alone: after each decision the next case is on the screen, and
 * after the last one the next queue is at hand. An hour of it, 200 cases, in the long run.
 */

const IS_LONG = process.env['LONJA_LONG'] === '1'
const OF_EACH = IS_LONG ? 10 : 3
const HOUR = IS_LONG ? 200 : 20
/** The cases of one customer: as many as may wait at once. */
const OF_ONE = IS_LONG ? DEPOSITS_MAX : 5

const ONE_COIN = 100_000_000n
/** More than one person decides on, and less than the most that a customer may deposit in a day. */
const LARGE_USD = 45_000n
const HOUR_MS = 60 * 60_000
/** A case in the long run takes at least so long, as nobody reads faster: a house limits the calls of a session. */
const READ_MS = IS_LONG ? 1_000 : 0

let house: House
let browser: Browser
let customer: Customer
let clerk: Person
const withdrawals: string[] = []
beforeAll(async () => {
  house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  browser = await startBrowser()
  customer = await newCustomer(house)
  clerk = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Caja'))
  const payee = await newPayee(house, customer, 'Marta Ibáñez Soler')
  for (let n = 1; n <= OF_EACH; n += 1) {
    withdrawals.push(await withdraw(house, customer, payee, eur(BigInt(10_00 + n))))
    await deposit(customer, 250n)
  }
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** A deposit of whole dollars that waits to be compared with what arrived. */
async function deposit({ token }: Customer, usd: bigint): Promise<void> {
  const sent = { currency: 'USDC', chain: 'polygon', amount: usd * ONE_COIN, cash: 'EUR' } as const
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  await askFor(house.url, submitDeposit, { id: newId(), ...sent, hash }, { token })
}

/** The number of the opened case, once it can be decided. */
async function opened(before: string): Promise<string> {
  const { page } = clerk
  const number = page.locator('main header p > span').first()
  await expect.poll(() => number.textContent()).not.toBe(before)
  await deskPanel(clerk).getByRole('group').first().waitFor()
  // The focus is on the case, where a screen reader begins.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  return (await number.textContent()) ?? ''
}

/** Decides the opened case and those after it, one by one. Returns their numbers. */
async function work(count: number): Promise<string[]> {
  const { page, words } = clerk
  const numbers: string[] = []
  for (let n = 1; n <= count; n += 1) {
    numbers.push(await opened(numbers.at(-1) ?? ''))
    await keys(clerk, 'a', '1', 'Control+Enter')
    await page.getByText(words('review', 'outcome_decided')).waitFor()
    if (n < count) await keys(clerk, 'j')
  }
  return numbers
}

test('a queue is worked from the first page to its end by keys, and leads on to the next one', async () => {
  const { page, words, goTo } = clerk
  await goTo('/today')
  await page
    .getByRole('region', { name: words('today', 'firstDue') })
    .getByRole('link')
    .first()
    .waitFor()
  await keys(clerk, 'j')
  await expect.poll(() => focused(page)).toContain('€')
  await keys(clerk, 'Enter')
  const first = await work(OF_EACH)
  expect(new Set(first).size).toBe(OF_EACH)

  // Nothing is after the last one of this queue: the other queue is a few tabs away.
  await page.getByText(words('review', 'noNext')).waitFor()
  const isDeposits = page.url().includes('/deposits')
  const next = words('console', isDeposits ? 'withdrawals' : 'deposits')
  await page.getByRole('complementary').getByRole('link', { name: next }).waitFor()
  await tabTo(clerk, `${next}: `)
  await keys(clerk, 'Enter')
  const title = words(isDeposits ? 'withdrawals' : 'deposits', 'title')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.locator('main ul a').first().waitFor()
  await keys(clerk, 'Enter')
  expect(await work(OF_EACH)).toHaveLength(OF_EACH)

  const { token } = customer
  for (const id of withdrawals) {
    expect(['approved', 'sent']).toContain((await askFor(house.url, readWithdrawal, { id }, { token })).state)
  }
  const { rows } = await askFor(house.url, listDeposits, {}, { token })
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'approved'))
  expect(rows).toHaveLength(OF_EACH)
  // A withdrawal may be sent between the entries that are read and the figures.
  await vi.waitFor(() => expectEveryCent(house.url, token), { timeout: 20_000 })
  expect(clerk.faults).toEqual([])
})

interface Case {
  readonly number: string
  readonly opinion: 'a' | 'r'
}

/** The number of the case on the screen, once it is another than before, can be decided, has the focus, and its row is in sight. */
async function standing({ page, words }: Person, before: string): Promise<string> {
  const shown = await page.waitForFunction(
    ({ label, before }) => {
      const number = document.querySelector('main header p > span')?.textContent ?? ''
      const group = document.querySelector(`aside[aria-label="${label}"] :is(fieldset, [role="group"])`)
      const row = document.querySelector('main li > a[aria-current]')
      const [place, view] = [row?.getBoundingClientRect(), row?.closest('ul')?.parentElement?.getBoundingClientRect()]
      const isSeen = place && view && place.top > view.top - 1 && place.bottom < view.bottom + 1
      return number !== before && group && isSeen && document.activeElement?.tagName === 'H2' ? number : ''
    },
    { label: words('review', 'decision'), before },
  )
  return shown.jsonValue()
}

/** Decides what waits for a seat until nothing is after it. Returns the cases, and how long each next one took to stand. */
async function workAll(seat: Person, opinionOn: (number: string, place: number) => Case['opinion']) {
  const { page, words } = seat
  const [cases, waits]: [Case[], number[]] = [[], []]
  const outcomes = [words('review', 'outcome_decided'), words('review', 'outcome_needs_second')]
  const outcome = page.getByText(new RegExp(outcomes.join('|'))).first()
  const next = page.getByRole('button', { name: words('review', 'next'), exact: true })
  const end = page.getByText(words('review', 'noNext'))
  await openFirst(seat)
  for (let number = await standing(seat, ''); ;) {
    const opinion = opinionOn(number, cases.length)
    cases.push({ number, opinion })
    await setTimeout(READ_MS)
    await keys(seat, opinion, '1', 'Control+Enter')
    await outcome.waitFor()
    await next.or(end).waitFor()
    if (await end.isVisible()) return { cases, waits }
    const pressedAt = performance.now()
    await keys(seat, 'j')
    number = await standing(seat, number)
    waits.push(performance.now() - pressedAt)
  }
}

const printWaits = (who: string, waits: readonly number[]): void => {
  const sorted = waits.toSorted((one, other) => one - other).map((ms) => Math.round(ms))
  console.log(
    `${who}: ${waits.length} times the next case, ${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`,
  )
}

test(
  'an hour of a queue by keys alone: each case is decided once by those whom it takes, and none is a dead end',
  async () => {
    const customers: Customer[] = []
    for (let n = 0; n < HOUR / OF_ONE; n += 1) customers.push(await newCustomer(house))
    for (let n = 0; n < OF_ONE; n += 1) {
      for (const [place, each] of customers.entries())
        await deposit(each, place % 2 === 0 ? 300n : LARGE_USD / BigInt(OF_ONE))
    }
    await clerk.goTo('/today')
    await goByKeys(clerk, clerk.words('console', 'deposits'))
    const first = await workAll(clerk, (_number, place) => (place % 7 === 3 ? 'r' : 'a'))
    printWaits('The first seat', first.waits)
    expect(first.cases).toHaveLength(HOUR)
    const opinions = new Map(first.cases.map(({ number, opinion }) => [number, opinion]))
    expect(opinions.size).toBe(HOUR)

    // Two decide on those of a customer with more than the limit: they wait for the second seat, and nothing else does.
    const other = await newClerk(browser, house.url, await takeSeat(house, house.links[1] ?? '', 'Revisión'))
    await other.goTo('/today')
    await goByKeys(other, other.words('console', 'deposits'))
    const second = await workAll(other, (number) => opinions.get(number) ?? 'a')
    printWaits('The second seat', second.waits)
    expect(new Set(second.cases.map(({ number }) => number)).size).toBe(HOUR / 2)
    expect(second.cases).toHaveLength(HOUR / 2)

    for (const { token } of customers) {
      const { rows } = await askFor(house.url, listDeposits, {}, { token })
      const stateOf = ({ number }: { number: string }) => (opinions.get(number) === 'r' ? 'refused' : 'approved')
      expect(rows).toHaveLength(OF_ONE)
      expect(rows.map(({ state }) => state)).toEqual(rows.map(stateOf))
      await expectEveryCent(house.url, token)
    }
    expect([clerk.faults, other.faults]).toEqual([[], []])
    await other.context.close()
  },
  HOUR_MS,
)
