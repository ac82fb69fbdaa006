import type { Browser, CDPSession, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { findListings } from '../customers.ts'
import { newPerson, type Person } from '../person.ts'
import { house } from '../journeys.house.ts'

/** A share's chart used by touch, by arrow keys, and in full screen. */

let browser: Browser
let person: Person
let listing = ''
beforeAll(async () => {
  browser = await startBrowser()
  ;[listing = ''] = await findListings(house, 'XMAD', 1)
})
afterAll(() => browser.close())
afterEach(() => person.context.close())

type Point = readonly [x: number, y: number]

/** Touches, sent through the browser's own protocol. */
function fingersOn(cdp: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  return {
    down: (...points: Point[]) => send('touchStart', points),
    up: () => send('touchEnd', []),
    /** From one place to another in ten steps. */
    move: async (from: readonly Point[], to: readonly Point[]) => {
      for (let step = 1; step <= 10; step += 1) {
        await send(
          'touchMove',
          from.map(([x, y], id) => {
            const [toX = x, toY = y] = to[id] ?? []
            return [x + ((toX - x) * step) / 10, y + ((toY - y) * step) / 10] as const
          }),
        )
      }
    },
  }
}

async function openCandles(range: string): Promise<{ chart: Locator; legend: Locator }> {
  person = await newPerson(browser, house.url, { language: 'tur' })
  const { page, words, goTo } = person
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('radio', { name: words('discover', range), exact: true }).check()
  await page.locator('figure canvas').first().waitFor()
  const chart = page.locator('figure').getByRole('slider')
  await chart.scrollIntoViewIfNeeded()
  return { chart, legend: page.locator('figure dl').first() }
}

const bars = async (chart: Locator): Promise<number> => Number(await chart.getAttribute('aria-valuemax')) + 1
const at = async (chart: Locator): Promise<number> => Number(await chart.getAttribute('aria-valuenow'))

/** The bar that the crosshair has come to, once three readings agree: it follows a finger by the frame. */
async function stoodAt(chart: Locator): Promise<number> {
  let [last, same] = [await at(chart), 0]
  await expect
    .poll(async () => {
      const now = await at(chart)
      same = now === last ? same + 1 : 0
      last = now
      return same
    })
    .toBeGreaterThanOrEqual(2)
  return last
}

test('a long press shows a bar’s figures, two fingers come nearer, a pan brings older bars, two taps go back', async () => {
  const { chart, legend } = await openCandles('quarter')
  const { page, context } = person
  const fingers = fingersOn(await context.newCDPSession(page))
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart is not drawn.')
  const middle: Point = [box.x + box.width / 2, box.y + 60]
  const newest = await at(chart)
  const first = await legend.innerText()

  await fingers.down(middle)
  await expect.poll(() => at(chart)).toBeLessThan(newest - 10)
  const pressed = await stoodAt(chart)
  await expect.poll(() => legend.innerText()).not.toBe(first)
  await fingers.move([middle], [[middle[0] + 60, middle[1]]])
  await expect.poll(() => at(chart)).toBeGreaterThan(pressed)
  const moved = (await stoodAt(chart)) - pressed
  // The finger is lifted: the crosshair is gone, and the legend has the newest bar again.
  await fingers.up()
  await expect.poll(() => at(chart)).toBe(newest)
  await expect.poll(() => legend.innerText()).toContain(first.split('\n')[0] ?? 'no date')

  // Pinch out, after which the same drag moves fewer bars.
  const [left, right]: [Point, Point] = [
    [middle[0] - 15, middle[1]],
    [middle[0] + 15, middle[1]],
  ]
  await fingers.down(left, right)
  await fingers.move(
    [left, right],
    [
      [left[0] - 70, middle[1]],
      [right[0] + 70, middle[1]],
    ],
  )
  await fingers.up()
  await fingers.down(middle)
  await expect.poll(() => at(chart)).not.toBe(newest)
  const near = await stoodAt(chart)
  await fingers.move([middle], [[middle[0] + 60, middle[1]]])
  await expect.poll(() => at(chart)).toBeGreaterThan(near)
  expect((await stoodAt(chart)) - near).toBeLessThan(moved)
  await fingers.up()

  await fingers.down([middle[0] - 80, middle[1]])
  await fingers.up()
  await chart.focus()
  const barsBefore = await bars(chart)
  await chart.press('Home')
  await expect.poll(() => bars(chart)).toBeGreaterThan(barsBefore)
  // Two taps sent while older bars are drawn may be too far apart to count as a double tap, so tap twice again.
  const tapTwice = async () => {
    for (const _tap of [1, 2]) {
      await fingers.down(middle)
      await fingers.up()
    }
    await page.waitForTimeout(200)
    return legend.innerText()
  }
  await expect.poll(tapTwice, { interval: 1_000, timeout: 15_000 }).toContain(first.split('\n')[1] ?? 'no date')
  expect(person.faults).toEqual([])
})

test('arrows walk the bars to the beginning of the history, and their figures are those of the table', async () => {
  const { chart, legend } = await openCandles('most')
  const { page, words } = person
  await chart.focus()
  const last = await at(chart)
  await chart.press('ArrowLeft')
  await chart.press('ArrowLeft')
  await expect.poll(() => at(chart)).toBe(last - 2)
  // The table takes the place of the chart, so its figures are read before, once two readings agree.
  const read = async () => (await legend.locator('dd').allInnerTexts()).slice(0, 5)
  let figures = await read()
  const stay = async () => figures.join() === (figures = await read()).join()
  await expect.poll(stay, { interval: 300 }).toBe(true)
  await page.getByRole('button', { name: words('discover', 'table'), exact: true }).click()
  const row = page.locator('figure tbody tr').nth(2)
  const cells = [await row.getByRole('rowheader').innerText(), ...(await row.getByRole('cell').allInnerTexts())]
  expect(cells.slice(0, 5)).toEqual(figures)
  await expect.poll(() => page.locator('figure tbody tr').count()).toBe(last + 1)
  expect(person.faults).toEqual([])
})

test('a choice of indicators is kept on the device, with its own figures, and a wrong one is said', async () => {
  await openCandles('month')
  const { page, words, goTo } = person
  const chip = (name: string | RegExp): Locator =>
    page.getByRole('group', { name: words('discover', 'indicators'), exact: true }).getByRole('button', { name })
  // A pane takes nothing from the candles: the chart grows by it.
  const height = async () => (await page.locator('figure').getByRole('slider').boundingBox())?.height ?? 0
  const before = await height()
  await chip('RSI').click()
  await page.locator('figure dt', { hasText: 'RSI 14' }).waitFor()
  await page.locator('figure dt', { hasText: 'MA 20' }).waitFor()
  await expect.poll(height).toBeGreaterThan(before + 60)
  await page.getByRole('button', { name: words('discover', 'indicatorSettings'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: words('discover', 'indicators'), exact: true })
  await sheet
    .getByRole('spinbutton', { name: words('discover', 'param_period'), exact: true })
    .last()
    .fill('7')
  await sheet.getByRole('button', { name: 'MACD', exact: true }).click()
  await sheet.getByRole('spinbutton', { name: words('discover', 'param_fast'), exact: true }).fill('30')
  await sheet.getByText(words('discover', 'fastBelowSlow'), { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await chip('RSI 7').waitFor()
  await chip('MACD 12 26 9').waitFor()
  await goTo('/pages/market/index')
  await page.reload()
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('radio', { name: words('discover', 'year'), exact: true }).check()
  await chip('RSI 7').waitFor()
  await page.locator('figure dt', { hasText: 'RSI 7' }).waitFor()
  expect(person.faults).toEqual([])
})

test('alone on the screen nothing else is reached; Escape, Back and its button lead back with the focus', async () => {
  await openCandles('month')
  const { page, words } = person
  const url = page.url()
  const full = page.getByRole('button', { name: words('discover', 'fullScreen'), exact: true })
  const alone = page.getByRole('dialog', { name: words('discover', 'fullScreen'), exact: true })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => alone.getByRole('button', { name: words('discover', 'back'), exact: true }).click(),
  ]) {
    await full.focus()
    await page.keyboard.press('Enter')
    await alone.waitFor()
    const buy = page.locator('[data-dock] a').last()
    await expect.poll(() => buy.evaluate((link) => link.closest('[inert]') !== null)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await close()
    await alone.waitFor({ state: 'detached' })
    await expect.poll(() => buy.evaluate((link) => link.closest('[inert]') === null)).toBe(true)
    await expect.poll(() => page.url()).toBe(url)
    await expect.poll(() => full.evaluate((button) => button === document.activeElement)).toBe(true)
  }
  expect(person.faults).toEqual([])
})
