import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { findListings, newTrader, type Customer } from '../customers.ts'
import { newPerson, signInAs, type Person } from '../person.ts'

/** Windows that are left open over the midnight of a venue, and over the hour that a spring night leaves out. */

/** In the night of Madrid to Sunday, 28 March 2027, the clock goes from 2:00 to 3:00. */
const EVENING = Date.parse('2027-03-27T22:50:00Z')
const AFTER_MIDNIGHT = Date.parse('2027-03-27T23:04:00Z')
const AFTER_CHANGE = Date.parse('2027-03-28T01:06:00Z')
/** A screen reads some of its parts once in a minute: both windows have read each of them since, and have a minute to spare. */
const AGREES_MS = 180_000
/** Euros, or the part of it, by which a figure that is fetched once in a minute may differ from a newer one. */
const MOVED = 10
const MOVED_PART = 0.002

let browser: Browser
let house: ClockedHouse
let trader: Customer
let left: readonly Person[]
let paths: readonly string[]

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse({ at: EVENING })
  trader = await newTrader(house)
  const [madrid = ''] = await findListings(house, 'XMAD', 1)
  paths = [
    '/pages/home/index',
    '/pages/mine/index',
    `/subPackages/home/socketDetail/socketDetail?listing=${madrid}`,
    `/subPackages/portfolio/position?listing=${madrid}`,
    '/subPackages/portfolio/funds',
    '/subPackages/portfolio/results',
    '/subPackages/message/message',
  ]
  left = await Promise.all(paths.map(opened))
}, 300_000)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** A window at a screen that is drawn, whose clock is that of the house. */
async function opened(path: string): Promise<Person> {
  const person = await newPerson(browser, house.url)
  await person.context.clock.install({ time: house.now() })
  await signInAs(person, trader)
  await person.goTo(path)
  const { page } = person
  const isWhole = async () =>
    (await page.getByRole('main').getByRole('alert').count()) === 0 && (await drawn(person)) !== null
  // A busy machine may refuse a read, and the screen then waits for its customer.
  while (!(await isWhole())) {
    const again = page.getByRole('button', { name: person.words('parts', 'retry'), exact: true })
    if ((await again.count()) > 0) await again.first().click()
    await setTimeout(500)
  }
  return person
}

/** The lines of text on the screen that is shown, and the points of its charts; null while it waits for some. */
const drawn = ({ page }: Person): Promise<string[] | null> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-page]')].find((each) => each.checkVisibility())
    if (!shown || shown.innerText === '' || shown.querySelector('[data-waiting], [aria-busy="true"]')) return null
    const lines = [...shown.querySelectorAll('svg path')].map((path) => path.getAttribute('d') ?? '')
    const points = lines.map((line) => line.split(/[a-z ]/i).length).filter((count) => count > 100)
    return [...shown.innerText.split('\n'), ...points.map((count) => `${count} points`)]
  })

// A change close to zero has either sign, by the second in which it is read.
const FIGURE = /[-+]?[\d.]*\d(,\d+)?/g
const figuresOf = (line: string): number[] =>
  [...line.matchAll(FIGURE)].map(([figure]) => Number(figure.replaceAll('.', '').replace(',', '.')))

/** True if both lines have the same words, and figures that differ by no more than a market of a minute moves them. */
function agrees(line: string, fresh: string | undefined): boolean {
  if (fresh === undefined || line.replace(FIGURE, '#') !== fresh.replace(FIGURE, '#')) return false
  const figures = figuresOf(fresh)
  return figuresOf(line).every(
    (figure, at) => Math.abs(figure - (figures[at] ?? Infinity)) <= Math.max(MOVED, Math.abs(figure) * MOVED_PART),
  )
}

/** Each window that was left open comes to show what a fresh one shows. */
async function expectAgreement(): Promise<void> {
  for (const [n, path] of paths.entries()) {
    const [old, fresh] = [left[n]!, await opened(path)]
    const differences = async () => {
      const [before, now] = await Promise.all([drawn(old), drawn(fresh)])
      if (before === null || now === null) return 'waits'
      const length = Math.max(before.length, now.length)
      return Array.from({ length }, (_, at) => [before[at], now[at]]).filter(
        ([line, other]) => line === undefined || !agrees(line, other),
      )
    }
    await expect.poll(differences, { timeout: AGREES_MS, message: path }).toEqual([])
    expect([old.faults, fresh.faults]).toEqual([[], []])
    await fresh.context.close()
  }
}

/** The night goes on, for the house and for the clock of each window. */
async function pass(to: number): Promise<void> {
  const ms = to - house.now()
  await house.passTo(to)
  for (const { context } of left) await context.clock.fastForward(ms)
}

test('over midnight', async () => {
  await pass(AFTER_MIDNIGHT)
  await expectAgreement()
}, 900_000)

test('over the hour that is left out', async () => {
  await pass(AFTER_CHANGE)
  await expectAgreement()
}, 900_000)
