import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectEveryCent, seeReceipt, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { PASSWORD, newPerson, newPhone, type Person } from '../person.ts'

const house = inject('house')
const MOST_TABS = 120

let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url)
})
afterAll(() => browser.close())

/** What a screen reader would say of the element that has the focus. */
async function focused(): Promise<string> {
  return person.page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return ''
    const named = element.getAttribute('aria-labelledby')
    const label = named ? document.getElementById(named)?.textContent : element.labels?.[0]?.textContent
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })
}

/** Press Tab until the focus is on what begins so; everything on the way must be reachable and named. */
async function tabTo(start: string): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await person.page.keyboard.press('Tab')
    const name = await focused()
    if (name.startsWith(start)) return
    passed.push(name)
  }
  throw new Error(`Tab never came to "${start}"; it came by ${[...new Set(passed)].join(' | ')}`)
}

const press = (key: string): Promise<void> => person.page.keyboard.press(key)

test('from registering to sold with the keyboard alone', async () => {
  const { page, words, goTo } = person
  await goTo('/pages/home/index')
  await page.getByRole('link', { name: words('discover', 'register'), exact: true }).waitFor()
  await tabTo(words('discover', 'register'))
  await press('Enter')

  await page.getByRole('heading', { name: words('accounts', 'registerTitle') }).waitFor()
  for (const [key, text] of [
    ['phone', newPhone()],
    ['password', PASSWORD],
    ['again', PASSWORD],
    ['invitation', house.invitation],
  ] as const) {
    await tabTo(words('accounts', key))
    await page.keyboard.type(text)
  }
  await press('Enter')
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()

  await tabTo(words('discover', 'trade'))
  await press('Enter')
  await page
    .getByRole('heading', { name: words('discover', 'market') })
    .first()
    .waitFor()
  // The page before is kept and hidden, so only what is seen counts.
  const listed = page.locator('main [role="listitem"] a[href*="socketDetail?listing"]:visible').first()
  await listed.waitFor()
  const first = (await listed.textContent()) ?? ''
  await tabTo(first.trim().slice(0, 8))
  await press('Enter')

  await page.getByRole('link', { name: new RegExp(`^${words('discover', 'buy')}`) }).waitFor()
  await tabTo(words('discover', 'buy'))
  await press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${words('discover', 'buy')} 1 `) }).waitFor()
  await tabTo(`${words('discover', 'buy')} 1 `)
  await press('Enter')
  await seeReceipt(person, house)

  await tabTo(words('orders', 'seePosition'))
  await press('Enter')
  await page.getByText(/ · 1 /).first().waitFor()
  const position = (await page.locator('main button[aria-expanded]:visible').first().textContent()) ?? ''
  await tabTo(position.trim().slice(0, 8))
  await press('Enter')
  await tabTo(words('portfolio', 'sell'))
  await press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${words('discover', 'sell')} 1 `) }).waitFor()
  await tabTo(`${words('discover', 'sell')} 1 `)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(`${words('orders', 'sell')} 1`)
  await press('Enter')
  await seeReceipt(person, house)
  await expectEveryCent(house.url, await tokenOf(person))
  expect(person.faults).toEqual([])
})
