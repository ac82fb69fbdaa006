import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { findListings, newCustomer } from '../customers.ts'
import { newPerson, PASSWORD, signInAs, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

/* A placeholder is as high as the part it replaces, so that nothing below moves when the part appears. */

let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url, { keepsPages: true })
  await signInAs(person, await newCustomer(house))
})
afterAll(() => browser.close())

/** Hold every answer of the house until it is released. */
async function hold(page: Page): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

const middleOf = async (of: Locator): Promise<number> => {
  const box = await of.first().boundingBox()
  return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2
}

test.each([
  ['home', '/pages/home/index', 375],
  ['the market', '/pages/market/index?venue=all', 320],
  ['one market', '/pages/market/index?venue=XMAD', 375],
  ['the calendar of reports', '/pages/market/index?venue=all&list=earnings', 430],
])('the lists of %s stand where they will be', async (_page, path, width) => {
  const { page, goTo, context } = await newPerson(browser, house.url, {
    language: 'tur',
    width,
    height: 900,
    keepsPages: true,
  })
  const letGo = await hold(page)
  await goTo(path)
  await page.locator('main [data-waiting]').first().waitFor()
  const tabs = page.locator('main [role=tablist]')
  const row = page.locator('main [data-waiting] > div > span').locator('visible=true')
  const before = [await middleOf(tabs), await middleOf(row)]
  letGo()
  await page.locator('main [role=tabpanel] a').first().waitFor()
  expect(Math.abs((await middleOf(tabs)) - before[0]!)).toBeLessThan(1)
  const name = page.locator('main [role=tabpanel] a > span').locator('visible=true')
  expect(Math.abs((await middleOf(name)) - before[1]!)).toBeLessThan(4)
  await context.close()
})

test.each([375, 320])('the range and the figures of an instrument stand where they will be: %s wide', async (width) => {
  const [listing = ''] = await findListings(house, 'XMAD', 1)
  const { page, goTo, context } = await newPerson(browser, house.url, {
    language: 'tur',
    width,
    height: 900,
    keepsPages: true,
  })
  const letGo = await hold(page)
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  const bars = page.locator('main [data-waiting] i')
  await bars.first().waitFor()
  const before = await Promise.all([0, 1, 2, 3].map((at) => middleOf(bars.nth(at))))
  letGo()
  const [ranges, candles] = [page.locator('main fieldset'), page.locator('main fieldset').nth(1)]
  const there = [ranges, candles, page.locator('main [role=tablist]'), page.locator('main dl > *')]
  await page.locator('main dl').first().waitFor()
  for (const [at, part] of there.entries()) expect(Math.abs((await middleOf(part)) - before[at]!)).toBeLessThan(2)
  await context.close()
})

/** A tap target moves at most this far when the data arrive. */
const MOST = 6

const LISTING = 'XMAD:CTM'
const words: Person['words'] = (...of) => person.words(...of)

// Elements that exist before the data and must keep their place.
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
  await page.goto('about:blank')
  const letGo = await hold(page)
  await goTo(path)
  const top = async (): Promise<number> => (await place(page).first().boundingBox())?.y ?? NaN
  await page.locator('main [data-waiting]').first().waitFor()
  const before = await top()
  letGo()
  await page.locator('main [data-waiting]').first().waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(MOST)
})

/** Note where the button that buys stands in each frame of home, in each document from the next one on. */
const watchBuyButton = async ({ page, words }: Person): Promise<void> => {
  await page.addInitScript(
    (label) => {
      const tops: number[] = []
      Object.assign(globalThis, { tops })
      const look = () => {
        for (const link of document.querySelectorAll('[data-page="/pages/home/index"] a')) {
          const { top, height } = link.getBoundingClientRect()
          if (link.textContent === label && height > 0) tops.push(top)
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    words('discover', 'buy'),
  )
}

/** The distance by which the button has moved in this document, once home has all its answers. */
async function moveOf({ page, words }: Person): Promise<number> {
  const home = page.locator('[data-page="/pages/home/index"]')
  await home.getByRole('link', { name: words('discover', 'buy'), exact: true }).waitFor()
  await expect.poll(() => home.locator('[data-waiting]').count()).toBe(0)
  return page.evaluate(() => {
    const { tops } = globalThis as unknown as { tops: number[] }
    return Math.max(...tops) - Math.min(...tops)
  })
}

test.each([
  ['a newcomer', false],
  ['a customer after the first steps', true],
])('the buttons of home of %s stand still, after signing in and after a reload', async (_who, isAway) => {
  const { phone, token } = await newCustomer(house)
  if (isAway) await askFor(house.url, noteFirstSteps, { away: true }, { token })
  const visitor = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  const { page, words: own } = visitor
  await watchBuyButton(visitor)
  // An answer takes a moment, as on a phone.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await route.continue()
  })
  await visitor.goTo('/subPackages/login/login')
  await page.getByLabel(own('accounts', 'phone'), { exact: true }).fill(phone)
  await page.getByLabel(own('accounts', 'password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: own('accounts', 'logIn'), exact: true }).click()
  expect(await moveOf(visitor)).toBeLessThan(MOST)
  await page.reload()
  expect(await moveOf(visitor)).toBeLessThan(MOST)
  await visitor.context.close()
})
