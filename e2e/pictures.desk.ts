import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eur } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { newId } from './client.ts'
import { newTrader } from './customers.ts'
import { newClerk, newPayee, takeSeat, withdraw } from './desk.ts'
import { focusFindings } from './focus.ts'
import { openHouse } from './house.ts'
import type { Person } from './person.ts'
import { STATES, type State } from './pictures.screens.ts'

interface Page {
  readonly path: string
  /** What opens something on it, where there is something. */
  readonly keys?: readonly string[]
  /** A part of a page that stands in the other states by another name. */
  readonly onlyFull?: true
}

/** The pages of the console by the name of their picture; `customer` is whose file is opened. */
const pagesFor = (customer: string): Readonly<Record<string, Page>> => ({
  deposits: { path: '/deposits', keys: ['Enter'] },
  withdrawals: { path: '/withdrawals', keys: ['Enter', 'r', '1'] },
  identities: { path: '/identities', keys: ['Enter'] },
  customers: { path: '/customers', keys: ['ArrowDown', 'ArrowDown'] },
  customer: { path: `/customers?id=${customer}`, keys: ['ArrowDown', 'ArrowDown', 'ArrowDown'] },
  'customer-positions': { path: `/customers?id=${customer}&tab=positions`, onlyFull: true },
  'customer-orders': { path: `/customers?id=${customer}&tab=orders`, onlyFull: true },
  'customer-withdrawals': { path: `/customers?id=${customer}&tab=withdrawals`, onlyFull: true },
  'customer-activity': { path: `/customers?id=${customer}&tab=activity`, onlyFull: true },
  'customer-restrict': { path: `/customers?id=${customer}&tab=identity`, keys: ['r'], onlyFull: true },
  'customer-message': { path: `/customers?id=${customer}&tab=deposits`, keys: ['m'], onlyFull: true },
  'customer-link': { path: `/customers?id=${customer}`, keys: ['l', 'Tab', 'Tab', 'Enter'], onlyFull: true },
  ledger: { path: '/ledger', keys: ['ArrowDown'] },
  conversations: { path: '/conversations', keys: ['ArrowDown', 'Enter'] },
  messages: { path: '/messages' },
  news: { path: '/news' },
  invitations: { path: '/invitations' },
  seats: { path: '/seats' },
  audit: { path: '/audit', keys: ['c', 'ArrowDown'] },
  health: { path: '/health' },
  seat: { path: '/seat', keys: ['?'] },
})

const WIDE = { width: 1280, height: 800 }
const WIDER = { width: 1440, height: 900 }
/** A desk is wide; on a phone nothing may be lost all the same. */
const PHONE = { width: 375, height: 812 }
const STILL_MS = 1_500

/** Take a picture of every page of the console in every state, in Spanish and Chinese, and print what axe finds. */
export async function takeDeskPictures(
  languages: readonly Language[] = ['tur', 'cn'],
  names: readonly string[] = [],
): Promise<void> {
  const some = (customer: string): [string, Page][] =>
    Object.entries(pagesFor(customer)).filter(([name]) => names.length === 0 || names.includes(name))
  const folder = join(cacheFolder, 'pictures', 'desk')
  mkdirSync(folder, { recursive: true })
  const house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  const browser = await startBrowser(findBrowser())
  try {
    const seat = await takeSeat(house, house.links[0] ?? '', 'Caja')
    // Nothing waits yet: that is the empty state. What follows is the full one.
    for (const state of STATES.filter((each) => each !== 'full')) {
      for (const language of languages)
        await walk(await newClerk(browser, house.url, seat, { language, ...WIDE }), state, folder, some(newId()))
    }
    const customer = await newTrader(house)
    const payee = await newPayee(house, customer, 'Marta Ibáñez Soler de los Montes y Vega Larga')
    for (const cents of [1_200_000n, 7_500n]) await withdraw(house, customer, payee, eur(cents))
    const pages = some(customer.userId)
    for (const language of languages) {
      await walk(await newClerk(browser, house.url, seat, { language, ...WIDE }), 'full', folder, pages)
      await walk(await newClerk(browser, house.url, seat, { language, ...WIDER }), 'full', folder, pages, '-1440')
      await walk(await newClerk(browser, house.url, seat, { language, ...PHONE }), 'full', folder, pages, '-375')
    }
    await gate(await newClerk(browser, house.url, null, WIDE), folder)
  } finally {
    await browser.close()
    await house.stop()
    house.remove()
  }
}

async function walk(
  person: Person,
  state: State,
  folder: string,
  pages: readonly [string, Page][],
  width = '',
): Promise<void> {
  const { page, language, context, goTo } = person
  // The seat itself is known: what fails or waits is the page.
  const answer = (url: string): boolean => !url.includes('/staff/seats/self')
  if (state === 'failed') {
    await page.route('**/api/**', (route) =>
      answer(route.request().url()) ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
    )
  }
  if (state === 'loading') {
    await page.route('**/api/**', (route) => (answer(route.request().url()) ? undefined : route.continue()))
  }
  for (const [name, { path, keys = [], onlyFull }] of pages) {
    if (onlyFull && state !== 'full') continue
    await goTo(path)
    await page.waitForTimeout(STILL_MS)
    for (const key of state === 'full' ? keys : []) {
      await page.keyboard.press(key)
      await page.waitForTimeout(STILL_MS / 2)
    }
    await picture(person, join(folder, `${name}-${state}-${language}${width}.png`))
    await page.keyboard.press('Escape')
  }
  await context.close()
}

async function gate(person: Person, folder: string): Promise<void> {
  await person.goTo('/')
  await person.page.waitForTimeout(STILL_MS)
  await picture(person, join(folder, 'sign-in-full-tur.png'))
  await person.context.close()
}

async function picture({ page, faults }: Person, file: string): Promise<void> {
  await page.screenshot({ path: file })
  for (const said of [...(await axeFindings(page)), ...(await focusFindings(page)), ...faults.splice(0)])
    console.log(`  ${file}: ${said}`)
}
