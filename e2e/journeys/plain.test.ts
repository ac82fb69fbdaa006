import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { countOrders, expectEveryCent, openTicket, placeButton, register, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { findListings } from '../customers.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

/**
 * A phone in the same network opens the house by a plain address without HTTPS. A browser gives such a page no
 * clipboard, no worker and no `randomUUID`.
 */

const PLAIN = 'lonja.test'
const plain = { ...house, url: house.url.replace('127.0.0.1', PLAIN) }

let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser(undefined, [`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`])
})
afterAll(() => browser.close())
beforeEach(async () => {
  person = await newPerson(browser, plain.url)
})
afterEach(() => person.context.close())

test('who comes without HTTPS registers, buys and sees the receipt', async () => {
  await person.goTo('/subPackages/register/register')
  expect(await person.page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false])
  await register(person, plain)
  const [listing = 'XMAD:'] = await findListings(house, 'XMAD', 1)
  await openTicket(person, listing, 'buy')
  await placeButton(person, 'buyAtMarket', listing, 1).click()
  await seeReceipt(person, house)
  expect(await countOrders(house.url, await tokenOf(person))).toBe(1)
  await expectEveryCent(house.url, await tokenOf(person))
})

test('copying goes the old way; where that is refused too, the app says so and what would be copied is marked', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/about/about')
  const copy = page.getByRole('button', { name: new RegExp(`^${words('app', 'copy')}: ${words('about', 'chainEnd')}`) })
  await copy.click()
  await page.getByText(words('app', 'copied'), { exact: true }).first().waitFor()

  // The root of a day is shown, and copied with the signed line that proves it.
  await page.locator('h2', { hasText: words('about', 'roots') }).waitFor()
  const root = page.getByRole('button', { name: new RegExp(`^${words('app', 'copy')}: (.* )?\\d{2}/\\d{2}/\\d{4}: `) })
  await root.first().click()
  await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus())
  const pasted = async () => {
    await page.locator('body > textarea').press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+V')
    return page.locator('body > textarea').inputValue()
  }
  await expect.poll(pasted).toMatch(/^\{"day":.*\} [\w-]{86}$/)

  await page.evaluate(() => {
    getSelection()?.removeAllRanges()
    document.execCommand = () => false
  })
  await copy.click()
  await page.getByText(words('app', 'copyFailed'), { exact: true }).first().waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^[0-9a-f]{64}$/)
})
