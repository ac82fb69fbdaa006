import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { isCurrency, tickerOf, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { axeFindings } from './axe.ts'
import { askFor } from './client.ts'
import { focusFindings } from './focus.ts'
import type { Welcome } from './house.ts'
import { PASSWORD, newPhone, type Person } from './person.ts'

/**
 * The acts of a person on the screens, one function each. Elements are found by role and text, as a person finds them.
 */

/** Fill in the registration and send it; ends at home, signed in. */
export async function register({ page, words }: Person, { invitation }: Welcome): Promise<string> {
  const phone = newPhone()
  const field = (key: string): Locator => page.getByLabel(words('accounts', key), { exact: true })
  await field('phone').fill(phone)
  await field('password').fill(PASSWORD)
  await field('again').fill(PASSWORD)
  await field('invitation').fill(invitation)
  await page.getByRole('button', { name: words('accounts', 'register'), exact: true }).click()
  await page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  return phone
}

/** The token of this browser's session. */
export async function tokenOf({ page }: Person): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).not.toBeNull()
  return token ?? ''
}

/** Open the ticket of a listing from anywhere, by its own page. */
export async function openTicket(person: Person, listing: ListingId, side: 'buy' | 'sell'): Promise<void> {
  const { page, words, goTo } = person
  await goTo(`/subPackages/home/socketDetail/socketDetail?listing=${listing}`)
  await page.getByRole('link', { name: new RegExp(`^${words('discover', side)}`) }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Add one share, several times. */
export const addShares = (person: Person, times: number): Promise<void> => step(person, 'more', times)

/** Take one share away, several times. */
export const takeShares = (person: Person, times: number): Promise<void> => step(person, 'less', times)

async function step({ page, words }: Person, key: 'more' | 'less', times: number): Promise<void> {
  const button = page.getByRole('button', { name: words('parts', key), exact: true })
  for (let time = 0; time < times; time += 1) await button.click()
}

/** The one button of the ticket, whose label names the act. */
export function placeButton({ page, words }: Person, act: string, listing: ListingId, shares: number): Locator {
  const blanks = { shares: String(shares), code: tickerOf(listing), price: '§' }
  const [before = ''] = words('orders', act, blanks).split('§')
  return page.getByRole('button', { name: new RegExp(`^${escaped(before)}`) })
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A price in whole units of its currency, a fifth below the market, so that an order at it waits. */
export async function limitBelow(url: string, listing: ListingId): Promise<bigint> {
  const { quote } = await askFor(url, readInstrument, { listing })
  const last = quote?.last ?? 0n
  expect(last).toBeGreaterThan(20_000n)
  return (last * 8n) / 100_000n
}

/** Wait for the receipt: the order says that it was filled. If it does not come, report the house's answers. */
export async function seeReceipt(person: Person, house: Welcome): Promise<void> {
  const { page, words } = person
  const heading = page.getByRole('heading', { name: words('orders', 'receipt'), exact: true })
  try {
    await heading.waitFor({ timeout: RECEIPT_MS })
  } catch (error) {
    const { rows } = await askFor(house.url, listOrders, { which: 'open' }, { token: await tokenOf(person) })
    const shown = await page.locator('h1:visible, h2:visible').allTextContents()
    throw new Error(`No receipt at ${page.url()}: shown is ${shown.join(' · ')}; ${rows.length} orders are open`, {
      cause: error,
    })
  }
}

const RECEIPT_MS = 75_000

/** Check that axe finds nothing on the page as it is, and that keys reach all of it. */
export const expectAccessible = async ({ page }: Person): Promise<void> =>
  expect([await axeFindings(page), await focusFindings(page)]).toEqual([[], []])

/**
 * Check every cent: the entries add up to the free and held balances, each begins where the one before ended, and the
 * total equals deposits, conversions, realised and unrealised results.
 */
export async function expectEveryCent(url: string, token: string): Promise<void> {
  const sums = new Map<string, { free: bigint; held: bigint }>()
  const rows = await allEntries(url, token)
  for (const [at, entry] of rows.toSorted((one, other) => one.version - other.version).entries()) {
    const { asset } = entry.free
    const before = sums.get(asset) ?? { free: 0n, held: 0n }
    expect([entry.freeBefore.units, entry.heldBefore.units, entry.version]).toEqual([before.free, before.held, at + 1])
    sums.set(asset, { free: entry.freeAfter.units, held: entry.heldAfter.units })
  }
  const { byCurrency } = await askFor(url, readFigures, {}, { token })
  for (const figures of byCurrency) {
    const sum = sums.get(figures.currency) ?? { free: 0n, held: 0n }
    expect([figures.free, figures.held]).toEqual([sum.free, sum.held])
    const { paidIn, paidOut, convertedIn, convertedOut, accumulated, unrealised } = figures
    expect(figures.total).toBe(paidIn - paidOut + convertedIn - convertedOut + accumulated + unrealised)
  }
  expect([...sums.keys()].some(isCurrency)).toBe(true)
}

type Entry = ReplyOf<typeof listEntries>['rows'][number]

async function allEntries(url: string, token: string): Promise<Entry[]> {
  const rows: Entry[] = []
  let cursor: string | null = null
  do {
    const page: ReplyOf<typeof listEntries> = await askFor(
      url,
      listEntries,
      { limit: 100, ...(cursor === null ? {} : { cursor }) },
      { token },
    )
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  return rows
}

/** The number of this person's orders on the server, open and ended. */
export async function countOrders(url: string, token: string): Promise<number> {
  const [open, ended] = [
    await askFor(url, listOrders, { which: 'open' }, { token }),
    await askFor(url, listOrders, { which: 'ended' }, { token }),
  ]
  return open.rows.length + ended.rows.length
}

/** Wait until the house answers again: the offline bar goes then, and all below it moves under a pointer. */
export async function isBack({ page }: Person): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['away'] === undefined)
}

/** Press the support bubble by keyboard: the focus brings it out of the gutter, whatever is under it. */
export async function pressBubble(page: Page, label: string): Promise<void> {
  const bubble = page.getByRole('link', { name: label, exact: true })
  await bubble.focus()
  await bubble.and(page.locator(':not([data-side])')).waitFor()
  await page.keyboard.press('Enter')
}
