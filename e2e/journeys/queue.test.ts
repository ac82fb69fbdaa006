import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listDeposits, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { deskPanel, focused, keys, newClerk, newPayee, tabTo, takeSeat, withdraw } from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import type { Person } from '../person.ts'

/*
 * A clerk's queue from the first page to the last decision, by keys alone: after each decision the next case is on the screen, and
 * after the last one the next queue is at hand. An hour of it in the long run.
 */

const OF_EACH = process.env['LONJA_LONG'] === '1' ? 10 : 3

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
    const sent = { currency: 'USDC', chain: 'polygon', amount: 25_000_000_000n, cash: 'EUR' } as const
    const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
    await askFor(house.url, submitDeposit, { id: newId(), ...sent, hash }, { token: customer.token })
  }
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

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
  await expectEveryCent(house.url, token)
  expect(clerk.faults).toEqual([])
})
