import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eur } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import type { Browser } from 'playwright-core'
import { axeFindings } from './axe.ts'
import { findBrowser, startBrowser } from './browser.ts'
import { cacheFolder } from './checkout.ts'
import { cutFindings } from './cut.ts'
import { newId } from './client.ts'
import { newClerk, sizeBrowserText, takeSeat, withdraw, type Seat } from './desk.ts'
import { focusFindings } from './focus.ts'
import { openHouse, type Welcome } from './house.ts'
import type { Person } from './person.ts'
import { chineseFont, offerFont, wearFont, type Font } from './pictures.font.ts'
import { STATES, type State } from './pictures.entry.ts'
import { offerPages, type DeskPage } from './pictures.offers.ts'
import { CLOSE_OUTS, EXPIRIES, ILL } from './pictures.altered.ts'
import { addRestricted, send } from './scenes.levels.ts'
import { addBlocks } from './scenes.blocks.ts'
import { addLoans } from './scenes.loans.ts'
import { addHouseOffers } from './scenes.offers.ts'
import { addResets } from './scenes.resets.ts'
import { addLevered } from './scenes.leverage.ts'
import { alter, newPayer, newSaver } from './scenes.ts'
import { addMoney, addOne, addWords, type MoneyScene } from './scenes.money.ts'

/** A file of corporate actions in the queue of publications. */
const ACTION_FILE = 'div[class*=above] button'

/** The dialog of a restriction while the notice that the customer will read is on its way, and without it. */
const noticePages = (path: string): Readonly<Record<string, DeskPage>> => {
  const notice = '/staff/customers/restrict-notice'
  const page = { path, keys: ['r'], onlyFull: true } as const
  return {
    'customer-restrict-loading': { ...page, alters: { path: notice, state: 'loading' } },
    'customer-restrict-failed': { ...page, alters: { path: notice, state: 'failed' } },
  }
}

/** Margin levels, close-outs and holdings by listing. */
const RISK_PAGES: Readonly<Record<string, DeskPage>> = {
  risk: { path: '/risk', keys: ['ArrowDown'] },
  'risk-closeouts': { path: '/risk?tab=closeOuts' },
  'risk-closeout': { path: '/risk?tab=closeOuts', alters: CLOSE_OUTS, keys: ['ArrowDown', 'Enter'], onlyFull: true },
  'risk-exposure': { path: '/risk?tab=exposure' },
  'risk-expiries': { path: '/risk?tab=expiries' },
  'risk-expiries-many': { path: '/risk?tab=expiries', alters: EXPIRIES, onlyFull: true },
}

/** The console's pages by the name of their picture; `customer` is the file to open, `names` are existing records. */
const pagesFor = (customer: string, names: Readonly<Record<string, string>>): Readonly<Record<string, DeskPage>> => ({
  today: { path: '/today', queue: true },
  'today-late': { path: '/today?show=late', onlyFull: true },
  deposits: { path: '/deposits', keys: ['Enter'], queue: true },
  'deposits-narrowed': { path: '/deposits?joined=new&least=1&sort=largest', onlyFull: true },
  withdrawals: { path: '/withdrawals', keys: ['Enter', 'r', '1'], queue: true },
  identities: { path: '/identities', keys: ['Enter'], queue: true },
  reversals: { path: '/reversals', queue: true },
  'reversal-second': { path: `/reversals?id=${names['waiting']}`, keys: ['a', '1'], onlyFull: true },
  'reversal-begin': {
    path: `/deposits?id=${names['reversedReview']}`,
    press: 'section[class*=card] button',
    onlyFull: true,
  },
  debts: { path: '/debts' },
  'withdrawal-recall': {
    path: `/withdrawals?id=${names['approved']}`,
    press: 'div[class*=notice] button',
    onlyFull: true,
  },
  'withdrawal-restricted': { path: `/withdrawals?id=${names['stoppedReview']}`, onlyFull: true },
  resets: { path: '/resets', queue: true },
  'reset-second': { path: `/resets?id=${names['noticed']}`, keys: ['a', '1'], onlyFull: true },
  customers: { path: '/customers', keys: ['ArrowDown', 'ArrowDown'] },
  'customers-hits': { path: `/customers?find=${customer}`, onlyFull: true },
  'customers-none': { path: '/customers?find=600', onlyFull: true },
  customer: { path: `/customers?id=${customer}`, keys: ['ArrowDown', 'ArrowDown', 'ArrowDown'] },
  'customer-positions': { path: `/customers?id=${customer}&tab=positions`, onlyFull: true },
  'customer-orders': { path: `/customers?id=${customer}&tab=orders`, onlyFull: true },
  'customer-withdrawals': { path: `/customers?id=${customer}&tab=withdrawals`, onlyFull: true },
  'customer-activity': { path: `/customers?id=${customer}&tab=activity`, onlyFull: true },
  'customer-restrict': { path: `/customers?id=${customer}&tab=identity`, keys: ['r'], onlyFull: true },
  ...noticePages(`/customers?id=${customer}&tab=identity`),
  'customer-restricted': { path: `/customers?id=${names['saver']}`, onlyFull: true },
  'customer-lift': { path: `/customers?id=${names['saver']}&tab=identity`, keys: ['l'], onlyFull: true },
  'customer-message': { path: `/customers?id=${customer}&tab=deposits`, keys: ['m'], onlyFull: true },
  restrictions: { path: '/restrictions', queue: true },
  'restriction-long': { path: `/restrictions?id=${names['long']}`, keys: ['a', '1'], onlyFull: true },
  'restriction-lift': { path: `/restrictions?id=${names['lift']}`, keys: ['a', '1'], onlyFull: true },
  restricted: { path: '/restricted' },
  ...RISK_PAGES,
  ...offerPages(names),
  ledger: { path: '/ledger' },
  'ledger-lines': { path: '/ledger?view=lines', keys: ['ArrowDown'] },
  conversations: { path: '/conversations', keys: ['ArrowDown', 'Enter'] },
  messages: { path: '/messages', keys: ['ArrowDown'] },
  news: { path: '/news', keys: ['ArrowDown'] },
  invitations: { path: '/invitations' },
  seats: { path: '/seats', keys: ['ArrowDown'] },
  publications: { path: '/publications', keys: ['Enter'], queue: true },
  'publications-actions': { path: '/publications', press: ACTION_FILE, onlyFull: true },
  'publications-article': { path: '/publications', keys: ['j', 'j'], onlyFull: true },
  audit: { path: '/audit', keys: ['c', 'ArrowDown'] },
  'audit-filtered': { path: '/audit?seat=1&act=viewed_customer', onlyFull: true },
  health: { path: '/health' },
  'health-ill': { path: '/health', alters: ILL, onlyFull: true },
  seat: { path: '/seat', keys: ['?'] },
})

const HEIGHTS: Readonly<Record<number, number>> = { 1280: 800, 1440: 900, 375: 812 }
/** A desk is wide, but nothing may be lost on a phone either. */
const WIDTHS = [1280, 375]
/** Between empty and full queues there is a state with one row in each. */
const DESK_STATES = [...STATES.filter((each) => each !== 'full'), 'one', 'full'] as const
type DeskState = (typeof DESK_STATES)[number]
const STILL_MS = 1_500

/** The pictures to take; an omitted field means all. */
export interface DeskSelection {
  readonly pages?: readonly string[]
  readonly languages?: readonly Language[]
  readonly widths?: readonly number[]
  readonly states?: readonly State[]
  /** Text size in per cent: the browser's own setting, which the console follows. */
  readonly textSize?: number
}

/** One viewer of the console: person, width, language and state. */
interface Eyes {
  readonly house: Welcome
  readonly browser: Browser
  readonly font: Font | null
  readonly seat: Seat | null
  readonly language: Language
  readonly width: number
  readonly textSize: number
}

/** Take a picture of every console page in every state, in Spanish and Chinese, and print axe's findings. */
export async function takeDeskPictures(options: DeskSelection = {}): Promise<void> {
  const { languages = ['tur', 'cn'], widths = WIDTHS, states = STATES, pages: names = [], textSize = 100 } = options
  const folder = join(cacheFolder, 'pictures', 'desk')
  mkdirSync(folder, { recursive: true })
  // An approved withdrawal can be recalled until it is sent: a long wait keeps one.
  const house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0', WITHDRAWAL_SEND_SECONDS: '86400' } })
  const program = findBrowser()
  const browser = await startBrowser(program)
  const shared = { house, browser, font: chineseFont(program), textSize }
  const eyes = languages.flatMap((language) => widths.map((width) => ({ ...shared, language, width })))
  const pagesIn = (state: DeskState, customer: string, records: MoneyScene['names']): [string, DeskPage][] =>
    Object.entries(pagesFor(customer, records))
      .filter(([name]) => names.length === 0 || names.includes(name))
      .filter(([, { onlyFull, queue }]) => (state === 'one' ? queue : state === 'full' || !onlyFull))
  try {
    if (names.length === 0) for (const each of eyes) await gate({ ...each, seat: null }, folder)
    const seat = await takeSeat(house, house.links[0] ?? '', 'Mesa')
    const look = async (state: DeskState, customer: string, records: MoneyScene['names'] = {}): Promise<void> => {
      if (!states.includes(state === 'one' ? 'full' : state)) return
      for (const each of eyes) await walk({ ...each, seat }, state, folder, pagesIn(state, customer, records))
    }
    // Nothing waits yet: that is the empty state. Then one of each, and then everything.
    for (const state of ['empty', 'loading', 'failed'] as const) await look(state, newId())
    const payer = await newPayer(house)
    await addOne(house, payer, payer.payees)
    await look('one', payer.userId)
    const { desk, names: money } = await addMoney(house, payer, payer.payees, seat)
    await addWords(house, seat, desk.one)
    const saver = await newSaver(house)
    const { names: restricted } = await addRestricted(desk, saver, payer)
    const { names: resets } = await addResets(desk)
    const offers = await addHouseOffers(desk)
    const blocks = await addBlocks(desk, payer)
    const loans = await addLoans(desk)
    await addLevered(house)
    const other = await newSaver(house)
    const late = await withdraw(house, other, other.payees.card, eur(64_00n))
    const approved = await send(house.url, desk.one, late)
    await look('full', payer.userId, {
      ...money,
      ...restricted,
      ...resets,
      ...offers,
      ...blocks,
      ...loans,
      approved,
      saver: saver.userId,
    })
  } finally {
    await browser.close()
    await house.stop()
    house.remove()
  }
}

const openDesk = async ({ house, browser, font, seat, language, width, textSize }: Eyes): Promise<Person> => {
  const height = HEIGHTS[width] ?? 800
  const person = await newClerk(browser, house.url, seat, { language, width, height, bypassCSP: font !== null })
  if (font) await offerFont(person.context, font)
  if (textSize !== 100) await sizeBrowserText(person.page, textSize)
  return person
}

const fileOf = (folder: string, name: string, state: DeskState, { language, width, textSize }: Eyes): string =>
  join(folder, `${name}-${state}-${language}-${width}${textSize === 100 ? '' : `-${textSize}`}.png`)

async function walk(eyes: Eyes, state: DeskState, folder: string, pages: readonly [string, DeskPage][]): Promise<void> {
  const person = await openDesk(eyes)
  const { page, context } = person
  // The seat itself is loaded, so that only the page fails or waits.
  const answer = (url: string): boolean => !url.includes('/staff/seats/self')
  if (state === 'failed') {
    await page.route('**/api/**', (route) =>
      answer(route.request().url()) ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
    )
  }
  if (state === 'loading') {
    await page.route('**/api/**', (route) => (answer(route.request().url()) ? undefined : route.continue()))
  }
  for (const [name, desk] of pages) {
    const file = fileOf(folder, name, state, eyes)
    // One that cannot be opened is reported, and the rest continue.
    try {
      await open(person, desk, state)
      await picture(person, eyes.font, file)
    } catch (error) {
      process.exitCode = 1
      console.log(`  ${file}: not taken: ${error instanceof Error ? error.message : String(error)}`)
    }
    await page.keyboard.press('Escape')
    if (desk.alters) await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await context.close()
}

async function open(
  { page, goTo }: Person,
  { path, keys = [], press, alters }: DeskPage,
  state: DeskState,
): Promise<void> {
  if (alters) {
    await page.goto('about:blank')
    for (const each of [alters].flat()) await alter(page, each)
  }
  await goTo(path)
  await page.getByRole('main').locator('h1, h2').first().waitFor()
  await page.waitForTimeout(STILL_MS)
  if (state !== 'full') return
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(STILL_MS / 2)
  }
  if (press === undefined) return
  await page.locator(press).first().click()
  await page.waitForTimeout(STILL_MS / 2)
}

/** The pages before the console: signing in, the link of a free seat, and an invalid link. */
async function gate(eyes: Eyes, folder: string): Promise<void> {
  const person = await openDesk(eyes)
  const { page, goTo, context } = person
  const places: [string, () => Promise<unknown>][] = [
    ['sign-in', () => goTo('/')],
    ['claim', () => page.goto(eyes.house.links[0] ?? '')],
    ['claim-none', () => page.goto((eyes.house.links[0] ?? '').replace(/[^/]+$/, 'none'))],
  ]
  for (const [name, go] of places) {
    await page.goto('about:blank')
    await go()
    await page.waitForTimeout(STILL_MS)
    await picture(person, eyes.font, fileOf(folder, name, 'full', eyes))
  }
  await context.close()
}

async function picture({ page, faults }: Person, font: Font | null, file: string): Promise<void> {
  if (font) {
    await wearFont(page, font)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.waitForTimeout(300)
  }
  await page.screenshot({ path: file })
  const findings = [...(await axeFindings(page)), ...(await focusFindings(page)), ...(await cutFindings(page))]
  for (const fault of [...findings, ...faults.splice(0)]) console.log(`  ${file}: ${fault}`)
}
