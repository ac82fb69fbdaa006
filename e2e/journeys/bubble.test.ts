import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readThread } from '@lonja/core/support/thread.contract'
import { pressBubble, register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

/** The part of it that stays visible over a figure, and the rounding of a screen pixel. */
const IN_SIGHT = 12
const ROUNDED = 1
const STEP = 16
/** Its distance from what is docked below it. */
const FROM_EDGE = 12

let browser: Browser
let person: Person
let bubble: Locator

beforeAll(async () => {
  browser = await startBrowser()
  person = await newPerson(browser, house.url)
  await person.goTo('/subPackages/register/register')
  await register(person, house)
  bubble = person.page.getByRole('link', { name: person.words('app', 'supportHere'), exact: true })
})
afterAll(() => browser.close())
beforeEach(async () => {
  await person.page.evaluate(() => localStorage.removeItem('offset'))
  await person.goTo('/pages/mine/index')
  await person.page.reload()
  await resting()
})

/** Its box at rest, after three equal readings on a page that waits for nothing: it gives way to figures that come. */
async function resting() {
  const waiting = person.page.locator('main [aria-busy="true"], main [data-waiting]').locator('visible=true')
  let [last, same] = ['', 0]
  await expect
    .poll(async () => {
      const now = JSON.stringify([await bubble.boundingBox(), await waiting.count()])
      same = now === last && now.endsWith(',0]') && !now.startsWith('[null') && !now.includes('-99') ? same + 1 : 0
      last = now
      return same
    })
    .toBeGreaterThanOrEqual(2)
  return (await bubble.boundingBox())!
}

/**
 * Drag it by its middle, or by the middle of its visible part, and drop it; `steps` is the number of move events.
 * Returns the expected place of its corner.
 */
async function dragTo(x: number, y: number, steps: number): Promise<{ x: number; y: number }> {
  const { mouse } = person.page
  const { width } = person.page.viewportSize()!
  const box = await resting()
  const seen = { left: Math.max(0, box.x), right: Math.min(width, box.x + box.width) }
  const grip = { x: (seen.left + seen.right) / 2, y: box.y + box.height / 2 }
  await mouse.move(grip.x, grip.y)
  await mouse.down()
  await mouse.move(x, y, { steps })
  await mouse.up()
  return { x: box.x + x - grip.x, y: box.y + y - grip.y }
}

const storedPlace = () => person.page.evaluate(() => JSON.parse(localStorage.getItem('offset') ?? 'null') as unknown)

/** It is on the screen and above the dock: whole, or large enough to press if something is under it. */
async function expectInSight(): Promise<void> {
  const { width } = person.page.viewportSize()!
  const dock = await person.page.locator('[data-dock]').last().boundingBox()
  const box = await resting()
  const seen = Math.min(width, box.x + box.width) - Math.max(0, box.x)
  expect(seen).toBeGreaterThanOrEqual(IN_SIGHT - ROUNDED)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(dock!.y)
}

test('it goes up with what is docked below it, also when that grows and no element is new', async () => {
  // Nothing else changes on this page, which would make it look again.
  await person.goTo('/subPackages/settings/language')
  await person.page.evaluate(() => {
    const bar = Object.assign(document.createElement('div'), { id: 'bar' })
    bar.dataset['dock'] = ''
    bar.style.cssText = 'position: fixed; inset: auto 0 0; height: 60px'
    document.body.append(bar)
  })
  const bar = person.page.locator('#bar')
  const standsOver = async () => {
    const [over, docked] = [(await bubble.boundingBox())!, (await bar.boundingBox())!]
    return Math.abs(docked.y - over.y - over.height - FROM_EDGE) <= ROUNDED
  }
  await expect.poll(standsOver).toBe(true)
  await bar.evaluate((element: HTMLElement) => void (element.style.height = '90px'))
  await expect.poll(standsOver).toBe(true)
})

test.each([1, 8])('it stays where it was let go, over a reload too; the browser heard of %i moves', async (steps) => {
  const { page } = person
  const to = await dragTo(190, 300, steps)
  const put = (await storedPlace()) as { x: number; y: number }
  const box = await resting()
  expect([Math.abs(put.x - to.x), Math.abs(put.y - to.y), Math.abs(box.y - to.y)].every((by) => by <= ROUNDED)).toBe(
    true,
  )
  expect(page.url()).toContain('/pages/mine/index')
  await page.reload()
  expect(await resting()).toEqual(box)
  expect(await storedPlace()).toEqual(put)
})

test.each([
  [-400, -400],
  [900, -400],
  [-400, 2_000],
  [900, 2_000],
])('dragged off the screen to %i, %i it stops at its edge', async (x, y) => {
  await dragTo(x, y, 4)
  await expectInSight()
})

test('it gives way to words that a late font has moved below it', async () => {
  const { page, goTo } = person
  await goTo('/subPackages/portfolio/statements')
  const isWhole = () => bubble.evaluate((link) => !('side' in (link as HTMLElement).dataset))
  // On the page before, words lay below it.
  await expect.poll(isWhole).toBe(true)
  const { x, y } = await resting()
  await page
    .locator('main p')
    .first()
    .evaluate(
      (words: HTMLElement, place) => {
        words.style.cssText = `position: fixed; left: ${place.x}px; top: ${place.y}px`
        document.fonts.dispatchEvent(new Event('loadingdone'))
      },
      { x, y },
    )
  await expect.poll(isWhole).toBe(false)
})

test('a place that was kept on a larger screen is pulled into this one', async () => {
  await person.page.evaluate(() => localStorage.setItem('offset', JSON.stringify({ x: 4_000, y: -4_000 })))
  await person.page.reload()
  await expectInSight()
})

test('the keyboard reaches it, moves it, and opens the conversation, in which a message arrives', async () => {
  const { page, words } = person
  const isReached = () => bubble.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80 && !(await isReached()); presses += 1) await page.keyboard.press('Tab')
  expect(await isReached()).toBe(true)
  expect(await bubble.getAttribute('aria-describedby')).not.toBeNull()
  const before = await resting()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  const moved = async () => {
    const after = await resting()
    return [Math.round(before.x - after.x), Math.round(before.y - after.y)]
  }
  await expect.poll(moved, { timeout: 60_000 }).toEqual([2 * STEP, STEP])

  await pressBubble(page, words('app', 'supportHere'))
  await page.waitForURL(/#\/subPackages\/support\/thread$/)
  await page.getByLabel(words('support', 'message'), { exact: true }).fill('¿Dónde veo mis comisiones?')
  expect(await bubble.count()).toBe(0)
  await page.getByRole('button', { name: words('support', 'send'), exact: true }).click()
  const token = await tokenOf(person)
  const messages = async () => (await askFor(house.url, readThread, {}, { token })).rows.map(({ text }) => text)
  await expect.poll(messages).toEqual(['¿Dónde veo mis comisiones?'])
  await page.getByRole('listitem').filter({ hasText: '¿Dónde veo mis comisiones?' }).waitFor()
  expect(person.faults).toEqual([])
})
