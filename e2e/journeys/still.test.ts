import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { newCustomer } from '../customers.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

const house = inject('house')

let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url)
  await signInAs(person, await newCustomer(house))
})
afterAll(() => browser.close())

/** What a thumb may aim at moves no further than this when the data come. */
const MOST = 6

const LISTING = 'XMAD:CTM'
const words: Person['words'] = (...of) => person.words(...of)

// What was there before the data, and stands where it stood once they are there.
const PLACES: readonly [screen: string, path: string, place: (page: Page) => Locator][] = [
  ['the profile', '/pages/mine/index', (page) => page.getByRole('link', { name: words('portfolio', 'withdraw') })],
  [
    'a ticket',
    `/subPackages/home/socketDetail/place?listing=${LISTING}&side=buy`,
    (page) => page.locator('[data-dock]'),
  ],
  ['the activity', '/subPackages/accounts/activity', (page) => page.getByText(words('accounts', 'activityAll'))],
]

test.each(PLACES)('%s holds still when its data come', async (_screen, path, place) => {
  const { page, goTo } = person
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.goto('about:blank')
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await goTo(path)
  const top = async (): Promise<number> => (await place(page).first().boundingBox())?.y ?? NaN
  await page.locator('main [data-waiting]').first().waitFor()
  const before = await top()
  answer()
  await page.locator('main [data-waiting]').first().waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(MOST)
})
