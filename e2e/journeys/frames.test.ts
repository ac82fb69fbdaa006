import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { placeButton } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { findListings, newTrader } from '../customers.ts'
import { house } from '../journeys.house.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** Every frame that the browser draws while a person walks through the screens, twice: none of them is empty. */

let browser: Browser
let person: Person
let paths: readonly string[]
let bought: ListingId
beforeAll(async () => {
  browser = await startBrowser()
  const trader = await newTrader(house)
  person = await newPerson(browser, house.url, { language: 'tur', keepsPages: true })
  await signInAs(person, trader)
  const [listing] = await findListings(house, 'XMAD', 1)
  bought = listing!
  paths = walkFor(bought)
})
afterAll(() => browser.close())

/** Every screen that needs no record of its own. Home is the first. */
const walkFor = (listing: string): readonly string[] => [
  '/pages/market/index',
  '/pages/trade/index',
  '/pages/optional/index',
  '/pages/mine/index',
  `/subPackages/home/socketDetail/socketDetail?listing=${listing}`,
  `/subPackages/home/socketDetail/place?listing=${listing}&side=buy`,
  `/subPackages/portfolio/position?listing=${listing}`,
  '/subPackages/portfolio/funds',
  '/subPackages/portfolio/statements',
  '/subPackages/margin/margin',
  '/subPackages/message/message',
  '/subPackages/news/list',
  '/subPackages/recharge/type',
  '/subPackages/recharge/recharge?way=online',
  '/subPackages/recharge/record',
  '/subPackages/withdraw/index',
  '/subPackages/withdraw/record',
  '/subPackages/bank/list',
  '/subPackages/bank/bankCard',
  '/subPackages/bank/currency',
  '/subPackages/real/real',
  '/subPackages/accounts/security',
  '/subPackages/accounts/sessions',
  '/subPackages/accounts/activity',
  '/subPackages/settings/language',
  '/subPackages/watchlist/alerts',
  '/subPackages/discover/search',
  '/subPackages/support/thread',
  '/subPackages/about/about',
]

interface Frame {
  /** The page on the screen. */
  readonly path: string
  readonly isEmpty: boolean
  /** Any part of it waits for an answer. */
  readonly waits: boolean
}

/** Write down each frame from now on. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: Frame[] = []
    Object.assign(globalThis, { frames })
    const look = () => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-page]')].filter(
        (each) => each.getClientRects().length > 0,
      )
      const text = shown.map((each) => each.innerText.trim()).join('')
      const waits = shown.some((each) => each.querySelector('[data-waiting]') !== null)
      frames.push({ path: shown[0]?.dataset['page'] ?? '', isEmpty: text === '', waits })
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const framesOf = (page: Page): Promise<Frame[]> =>
  page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames.splice(0))

/** Open a screen as a link does, and wait until a frame has it and nothing of it waits any more. */
async function open({ page }: Person, path: string): Promise<Frame[]> {
  await page.evaluate((to) => (location.hash = to), path)
  const at = path.split('?')[0] ?? ''
  await page.waitForFunction((name) => {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-page]')].find(
      (each) => each.getClientRects().length > 0,
    )
    // The page can be there before the next frame is drawn.
    const isDrawn = (globalThis as unknown as { frames: Frame[] }).frames.some((frame) => frame.path === name)
    return (
      isDrawn &&
      shown?.dataset['page'] === name &&
      shown.querySelector('[data-waiting]') === null &&
      shown.innerText !== ''
    )
  }, at)
  return framesOf(page)
}

test('no frame is empty on the first visit of a screen, and the first frame of the second has all of it', async () => {
  const { page, goTo } = person
  // Code takes a moment, so that each first visit waits for it.
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await route.continue()
  })
  await goTo('/pages/home/index')
  await page.getByRole('region', { name: person.words('discover', 'total') }).waitFor()
  await watchFrames(page)
  const empty = new Set<string>()
  for (const path of paths) {
    for (const frame of await open(person, path)) if (frame.isEmpty) empty.add(path)
  }
  expect([...empty]).toEqual([])
  const bare = new Set<string>()
  for (const path of paths) {
    const at = path.split('?')[0]
    const [first] = (await open(person, path)).filter((frame) => frame.path === at)
    if (first === undefined || first.isEmpty || first.waits) bare.add(path)
  }
  expect([...bare]).toEqual([])
  expect(person.faults).toEqual([])
})

test('the first frame after a buy has the order, before the house has said more of it', async () => {
  const { page, goTo } = person
  const held: (() => void)[] = []
  await page.route('**/orders/one**', async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await goTo(`/subPackages/home/socketDetail/place?listing=${bought}&side=buy`)
  await placeButton(person, 'buyAtMarket', bought, 1).waitFor()
  await watchFrames(page)
  await placeButton(person, 'buyAtMarket', bought, 1).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const drawn = (await framesOf(page)).filter(({ path }) => path === '/subPackages/trade/detail')
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.filter(({ isEmpty, waits }) => isEmpty || waits)).toEqual([])
  held.forEach((go) => go())
  expect(person.faults).toEqual([])
})
