import { TOTP } from 'otpauth'
import type { Browser, Locator, Page } from 'playwright-core'
import { setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import type { Amount } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { addBankCard } from '@lonja/core/payees/payees.contract'
import { claimSeat, readSeatLink, signInSeat } from '@lonja/core/staff/staff.contract'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { askFor, newId } from './client.ts'
import type { Customer } from './customers.ts'
import type { Welcome } from './house.ts'
import { PASSWORD, newPerson, type Person } from './person.ts'
import { wordsOf } from './words.ts'

/** A signed-in seat, as a program sees it. */
export interface Seat {
  readonly token: string
  readonly id: string
  readonly number: number
  /** The name and the secret of its codes, by which it signs in again. */
  readonly name: string
  readonly secret: string
}

/** An authenticator app's code for a secret, now or a number of half-minute steps later. A code is accepted once. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: Date.now() + later * 30_000 })

/** The secret at the end of a printed link. */
const secretIn = (link: string): string => link.split('/').at(-1) ?? ''

export const SEAT_PASSWORD = 'un puesto de la casa'

/** Claim the seat of a one-time link. */
export async function takeSeat({ url }: Welcome, link: string, name: string): Promise<Seat> {
  const opened = await askFor(url, readSeatLink, { link: secretIn(link) })
  const { token, seat } = await askFor(url, claimSeat, {
    link: secretIn(link),
    setUp: opened.setUp,
    name,
    password: SEAT_PASSWORD,
    again: SEAT_PASSWORD,
    code: codeOf(opened.secret),
  })
  return { token, id: seat.id, number: seat.number, name, secret: opened.secret }
}

/** Sign a seat in again in a house whose clock is ahead. */
export async function signInAgain({ url }: Welcome, seat: Seat, aheadMs: number): Promise<Seat> {
  const code = codeOf(seat.secret, Math.floor(aheadMs / 30_000))
  const { token } = await askFor(url, signInSeat, { name: seat.name, password: SEAT_PASSWORD, code })
  return { ...seat, token }
}

/** A person at a desk: a wide window at the console, signed in to the seat if one is given. */
export async function newClerk(
  browser: Browser,
  url: string,
  seat: Seat | null,
  {
    language = 'tur',
    width = 1280,
    height = 800,
    bypassCSP = false,
  }: { language?: Language; width?: number; height?: number; bypassCSP?: boolean } = {},
): Promise<Person> {
  const person = await newPerson(browser, `${url}/staff`, { language, width, height, bypassCSP })
  if (seat) {
    await person.context.addInitScript(
      ({ token, id }) => {
        if (location.protocol === 'about:') return
        localStorage.setItem('seatToken', token)
        localStorage.setItem('seatId', id)
      },
      { token: seat.token, id: seat.id },
    )
  }
  return { ...person, words: wordsOf(language, 'staff') }
}

const BROWSER_TEXT_PX = 16

/** Sets the text size of the browser itself, in per cent. The console has no setting of its own and follows this one. */
export async function sizeBrowserText(page: Page, percent: number): Promise<void> {
  const px = (BROWSER_TEXT_PX * percent) / 100
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
}

export const deskPanel = ({ page, words }: Person): Locator =>
  page.getByRole('complementary', { name: words('review', 'decision') })

/** Press keys one after the other, waiting only for the screen. */
export async function keys({ page }: Person, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
}

/** The label of the focused element; empty without a focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return ''
    return (element.labels?.[0]?.textContent ?? element.textContent ?? '').trim()
  })

const MOST_TABS = 40
/** A control may come with an answer that a busy house gives late. */
const COMES_WITHIN_MS = 30_000

/** Press a key that puts the focus into a field, and write there: letters are shortcuts until then. */
export async function write(person: Person, key: string, text: string): Promise<void> {
  const { page } = person
  await keys(person, key)
  await page.waitForFunction(() => document.activeElement?.matches('input, textarea') === true)
  await page.keyboard.type(text)
}

/** Press Tab until the focused element's label begins with the text. */
export async function tabTo({ page }: Person, label: string): Promise<void> {
  const until = performance.now() + COMES_WITHIN_MS
  for (let tabs = 0; tabs < MOST_TABS || performance.now() < until; tabs += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).startsWith(label)) return
  }
  throw new Error(`Tab never came to "${label}"`)
}

/** Go to another page by the sheet of all pages: G, arrows, Enter. */
export async function goByKeys(person: Person, name: string): Promise<void> {
  const { page } = person
  await page.getByRole('navigation').getByRole('link', { name }).waitFor()
  await keys(person, 'g')
  await page.getByRole('dialog').waitFor()
  for (let tries = 0; tries < MOST_TABS && (await focused(page)) !== name; tries += 1) await keys(person, 'ArrowDown')
  await keys(person, 'Enter')
}

/** Open the first row of the queue by Enter, and wait for its decision panel. */
export async function openFirst(person: Person): Promise<void> {
  await person.page.locator('main ul a').first().waitFor()
  await keys(person, 'Enter')
  await deskPanel(person).getByRole('group').first().waitFor()
}

/** Approve the first review of a page's queue by keyboard, with one of its reasons, which count from 1. */
export async function approveFirst(person: Person, path: string, reason = 1): Promise<void> {
  const { page, words, goTo } = person
  await goTo(path)
  await openFirst(person)
  await keys(person, 'a', String(reason), 'Control+Enter')
  await page.getByText(words('review', 'outcome_decided')).locator('visible=true').first().waitFor()
}

export const TRADING = 'retirar-2026'
const CARD = { iban: 'ES9121000418450200051332', bankName: 'Banco de Ensayo', bankAddress: 'Calle Mayor 1, Madrid' }

/** Prepare a customer for withdrawals: a trading password and a bank card without a wait (`PAYEE_WAIT_HOURS=0`). */
export async function newPayee({ url }: Welcome, { token }: Customer, accountName: string): Promise<string> {
  const id = newId()
  await askFor(url, setTradingPassword, { old: PASSWORD, password: TRADING, again: TRADING }, { token })
  await askFor(url, addBankCard, { id, ...CARD, accountName }, { token })
  return id
}

/** Submit a withdrawal; returns its id. */
export async function withdraw({ url }: Welcome, { token }: Customer, payee: string, amount: Amount): Promise<string> {
  const id = newId()
  await askFor(url, submitWithdrawal, { id, amount, payee, password: TRADING }, { token })
  return id
}
