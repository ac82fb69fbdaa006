import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { newClerk, tabTo, takeSeat, write } from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import type { Person } from '../person.ts'

let house: House
let browser: Browser
let customer: Customer
let clerk: Person
beforeAll(async () => {
  house = await openHouse()
  browser = await startBrowser()
  customer = await newCustomer(house)
  clerk = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Caja'))
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

test('a customer is found, opened, read down to a posting and held back with the keyboard alone, and reads of it', async () => {
  const { page, words, goTo, faults } = clerk
  await goTo('/customers')
  const list = page.getByRole('region', { name: words('customers', 'title') })
  await list.getByRole('row').nth(1).waitFor()
  expect(await list.textContent()).not.toContain(customer.phone)
  expect(await axeFindings(page)).toEqual([])
  await write(clerk, '/', customer.phone)
  await page.keyboard.press('Enter')
  await page.waitForURL(/find=/)
  await list.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: customer.phone }).waitFor()
  await page
    .getByRole('region', { name: words('ledger', 'entries') })
    .getByRole('row')
    .nth(1)
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: words('ledger', 'posting', { number: '1' }) }).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await tabTo(clerk, words('restrictions', 'restrictNow'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words('customers', 'do_lift') }).waitFor()
  const { rows } = await askFor(house.url, listActivity, {}, { token: customer.token })
  const byStaff = rows.filter(({ seat }) => seat === 1).map(({ act }) => act)
  expect(byStaff).toEqual(['account_restricted', 'viewed_entries', 'viewed_customer', 'searched_customers'])

  await page.keyboard.press('Escape')
  await list.getByText(words('customers', 'restricted')).waitFor()
  expect(faults).toEqual([])
})

test('the file of nobody leads back to all who are there: asking again would hear the same', async () => {
  const { page, words, goTo } = clerk
  await goTo(`/customers?id=${newId()}`)
  const main = page.getByRole('main')
  await main.getByRole('alert').waitFor()
  expect(await main.getByRole('button').count()).toBe(0)
  await main.getByRole('link', { name: words('customers', 'toAll') }).click()
  await page.getByRole('heading', { level: 1, name: words('customers', 'title') }).waitFor()
})

test('rows are as high before their data come as after', async () => {
  const { page, words, goTo } = clerk
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.goto('about:blank')
  await page.route('**/api/**/staff/audit/**', async (route) => {
    await held
    await route.continue()
  })
  await goTo('/audit')
  const rows = page.getByRole('region', { name: words('audit', 'title') }).locator('tbody tr')
  const high = async (): Promise<number> => (await rows.first().boundingBox())?.height ?? NaN
  await page.locator('main [data-waiting]').first().waitFor()
  const before = await high()
  answer()
  await page.locator('main [data-waiting]').first().waitFor({ state: 'detached' })
  await expect.poll(async () => Math.abs((await high()) - before)).toBeLessThan(3)
  await page.unrouteAll({ behavior: 'wait' })
})

test('on a phone the state of the house is read in lines, not in letters one below the other', async () => {
  const { page, goTo } = clerk
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo('/health')
  const lines = page.locator('[data-state]')
  await expect.poll(() => lines.count()).toBeGreaterThan(5)
  const heights = () => lines.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  // The last one gives advice, in three sentences.
  await expect.poll(async () => Math.max(...(await heights()).slice(0, -1))).toBeLessThan(110)
})
