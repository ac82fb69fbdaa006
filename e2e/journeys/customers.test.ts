import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { newClerk, tabTo, takeSeat } from '../desk.ts'
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
  await page.keyboard.press('/')
  await page.keyboard.type(customer.phone.slice(-4))
  await page.waitForURL(/find=/)
  await page.keyboard.press('Enter')
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
  await tabTo(clerk, words('customers', 'do_restrict'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words('customers', 'do_lift') }).waitFor()
  const { rows } = await askFor(house.url, listActivity, {}, { token: customer.token })
  const byStaff = rows.filter(({ seat }) => seat === 1).map(({ act }) => act)
  expect(byStaff).toEqual(['account_restricted', 'viewed_entries', 'viewed_customer'])

  await page.keyboard.press('Escape')
  await list.getByText(words('customers', 'restricted')).waitFor()
  expect(faults).toEqual([])
})
