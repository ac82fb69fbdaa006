import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInvitations } from '@lonja/core/accounts/invitations.staff.contract'
import { eur } from '@lonja/core/base/amount'
import { readKyc, submitKyc } from '@lonja/core/kyc/kyc.contract'
import { listNews, readNews } from '@lonja/core/news/news.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listDeposits, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { readThread, sendMessage } from '@lonja/core/support/thread.contract'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { axeFindings } from '../axe.ts'
import { focusFindings } from '../focus.ts'
import { startBrowser } from '../browser.ts'
import { ask, askFor, newId, sendPicture } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import {
  focused,
  goByKeys,
  keys,
  newClerk,
  newPayee,
  openFirst,
  tabTo,
  takeSeat,
  withdraw,
  write,
  type Seat,
} from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import { picture } from '../noise.ts'
import type { Person } from '../person.ts'

/*
 * Every page of the console by keyboard alone, without a click. On each page the heading is reached, an act is done,
 * and the focus is not lost afterwards.
 */

let house: House
let browser: Browser
let customer: Customer
let clerk: Person
let other: Seat
let question: string
beforeAll(async () => {
  house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0' } })
  browser = await startBrowser()
  customer = await newCustomer(house)
  other = await takeSeat(house, house.links[1] ?? '', 'Tarde')
  clerk = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Caja'))
  question = await withdraw(house, customer, await newPayee(house, customer, 'Marta Ibáñez Soler'), eur(75_00n))
  await wait(customer)
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** One of each queue waits: coins, an identity check, a question. */
async function wait({ token }: Customer): Promise<void> {
  const { url } = house
  const sent = { currency: 'USDC', chain: 'polygon', amount: 250_000_000_000n, cash: 'EUR' } as const
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  await askFor(url, submitDeposit, { id: newId(), ...sent, hash }, { token })
  const papers = {
    type: 'id_card',
    number: '12345678Z',
    front: await sendPicture(url, 'kyc', picture(), token),
    back: await sendPicture(url, 'kyc', picture(), token),
    sample: true,
  } as const
  await askFor(url, submitKyc, { id: newId(), firstName: 'Marta', lastName: 'Ibáñez Soler', ...papers }, { token })
  await askFor(url, sendMessage, { id: newId(), text: '¿Cuándo llega?', pictures: [] }, { token })
}

/** Go to a page by G; its heading appears, and the focus is on the page. */
async function arrive(page: 'deposits' | 'withdrawals' | 'identities' | 'conversations' | 'customers', title?: string) {
  await arriveAt(clerk.words('console', page), title)
}
async function arriveAt(name: string, title = name): Promise<void> {
  await goByKeys(clerk, name)
  await clerk.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await standsWell()
}

/** The focus is somewhere, no dialog is open, axe finds nothing, and every visible control works by keyboard. */
async function standsWell(): Promise<void> {
  await expect.poll(() => clerk.page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => clerk.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect([...(await axeFindings(clerk.page)), ...(await focusFindings(clerk.page))]).toEqual([])
}

/** The focus is in a field, where letters are no shortcuts. */
const isWriting = () => clerk.page.waitForFunction(() => document.activeElement?.matches('input, textarea') === true)
const type = (text: string): Promise<void> => clerk.page.keyboard.type(text)
const shown = (text: string | RegExp) => clerk.page.getByText(text).locator('visible=true').first().waitFor()

test('the queues: each is opened, decided and left by keys, and who waits for an answer gets one', async () => {
  const { page, words } = clerk
  const { token } = customer
  await clerk.goTo('/health')
  await arrive('deposits')
  await openFirst(clerk)
  // Write a note and leave the field: letters are shortcuts again.
  await write(clerk, 'n', 'Visto en la cadena')
  await keys(clerk, 'Escape')
  await standsWell()
  await keys(clerk, 'a', '1', 'Control+Enter')
  await shown(words('review', 'outcome_decided'))
  await standsWell()
  expect((await askFor(house.url, listDeposits, {}, { token })).rows.map(({ state }) => state)).toEqual(['approved'])

  await arrive('withdrawals')
  await openFirst(clerk)
  await keys(clerk, 'a', '1', 'Control+Enter')
  await shown(words('review', 'outcome_decided'))
  expect(['approved', 'sent']).toContain((await askFor(house.url, readWithdrawal, { id: question }, { token })).state)

  await arrive('identities', words('kyc', 'title'))
  await openFirst(clerk)
  await keys(clerk, 'r', '1', 'Control+Enter')
  await shown(words('review', 'outcome_decided'))
  expect((await askFor(house.url, readKyc, {}, { token })).state).toBe('refused')

  await arrive('conversations')
  await page.locator('main ul a').first().waitFor()
  await keys(clerk, 'ArrowDown', 'Enter')
  await page.getByLabel(words('support', 'answer')).waitFor()
  await write(clerk, 'n', 'Hoy mismo.')
  await keys(clerk, 'Control+Enter')
  await page.getByRole('log').getByText('Hoy mismo.').waitFor()
  await keys(clerk, 'Escape', 'x')
  await page.getByRole('dialog').waitFor()
  await keys(clerk, 'Escape')
  await standsWell()
  const { rows } = await askFor(house.url, readThread, {}, { token })
  expect(rows.map(({ text }) => text)).toContain('Hoy mismo.')
  expect(clerk.faults).toEqual([])
})

test('the house speaks: a message to one customer, and an article that is published and changed', async () => {
  const { page, words } = clerk
  const { token } = customer
  await arriveAt(words('console', 'messages'), words('messages', 'title'))
  await keys(clerk, 'n')
  await expect.poll(() => focused(page)).toBe(words('messages', 'find'))
  await type(customer.phone)
  await keys(clerk, 'Enter')
  const buttons = page.getByRole('complementary').getByRole('listitem').getByRole('button')
  await buttons.first().waitFor()
  await tabTo(clerk, (await buttons.first().textContent()) ?? '')
  await keys(clerk, 'Enter')
  await expect.poll(() => focused(page)).not.toBe('')
  await tabTo(clerk, words('messages', 'heading'))
  await type('Cerramos el martes')
  await keys(clerk, 'Tab')
  await type('Volvemos el miércoles.')
  await tabTo(clerk, words('messages', 'next'))
  await keys(clerk, 'Enter')
  await page.getByRole('dialog', { name: words('messages', 'ask_one') }).waitFor()
  await tabTo(clerk, words('messages', 'send'))
  await keys(clerk, 'Enter')
  await page.getByRole('cell', { name: 'Cerramos el martes' }).waitFor()
  await standsWell()
  const notices = await askFor(house.url, listNotices, {}, { token })
  expect(notices.data.map(({ title }) => title)).toContain('Cerramos el martes')

  await arriveAt(words('console', 'news'), words('articles', 'title'))
  await keys(clerk, 'n')
  await page.getByRole('heading', { level: 1, name: words('articles', 'write_new') }).waitFor()
  await isWriting()
  await type('Nueva hora de caja')
  await keys(clerk, 'Tab')
  await type('Desde el lunes.')
  await save(words('articles', 'publish'))
  await page.getByRole('cell', { name: 'Nueva hora de caja' }).waitFor()
  await standsWell()
  await keys(clerk, 'ArrowDown', 'e')
  await page.getByRole('heading', { level: 1, name: words('articles', 'write_edit') }).waitFor()
  await keys(clerk, 'Tab', 'Control+End')
  await type(' A las nueve.')
  await save(words('articles', 'save'))
  await shown(words('articles', 'state_edited'))
  await standsWell()
  const { rows } = await askFor(house.url, listNews, { origin: 'house' })
  const read = await askFor(house.url, readNews, { id: rows[0]?.id ?? '' })
  expect([read.title, read.body, read.edits]).toEqual(['Nueva hora de caja', ['Desde el lunes. A las nueve.'], 1])
  expect(clerk.faults).toEqual([])
})

/** Confirm the typed text. */
async function save(name: string): Promise<void> {
  await keys(clerk, 'Control+Enter')
  await clerk.page.getByRole('dialog').waitFor()
  await tabTo(clerk, name)
  await keys(clerk, 'Enter')
}

test('the risk of the house is read by keys, part by part', async () => {
  const { words } = clerk
  await clerk.goTo('/health')
  await arriveAt(words('console', 'risk'), words('risk', 'title'))
  for (const [key, none] of [
    ['2', 'closeOutsNone'],
    ['3', 'exposureNone'],
    ['1', 'levelsNone'],
  ] as const) {
    await keys(clerk, key)
    await shown(words('risk', none))
    await standsWell()
  }
  expect(clerk.faults).toEqual([])
})

test('the house is kept: a code, a seat’s sessions, the ledger, the log and how it stands', async () => {
  const { page, words } = clerk
  await arriveAt(words('console', 'invitations'), words('invitations', 'title'))
  await keys(clerk, 'n')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => focused(page)).toBe(words('invitations', 'uses'))
  await type('2')
  await keys(clerk, 'Enter')
  await page.getByRole('dialog', { name: words('invitations', 'made') }).waitFor()
  await keys(clerk, 'Escape')
  await standsWell()
  const codes = await askFor(house.url, listInvitations, { which: 'open' }, { token: other.token })
  expect(codes.rows[0]?.uses).toBe(12)
  await keys(clerk, 'ArrowDown', 'e')
  await page.getByRole('dialog').waitFor()
  await tabTo(clerk, words('invitations', 'end'))
  await keys(clerk, 'Enter')
  await standsWell()

  await arriveAt(words('console', 'seats'))
  await page.getByRole('row').nth(2).waitFor()
  await keys(clerk, 'ArrowDown')
  await page.getByRole('button', { name: words('staff', 'endSessions') }).waitFor()
  await tabTo(clerk, words('staff', 'endSessions'))
  await keys(clerk, 'Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(clerk, words('staff', 'endSessions'))
  await keys(clerk, 'Enter')
  // The button with the focus disappeared with the sessions.
  await shown(words('staff', 'noSessions'))
  await standsWell()
  expect((await ask(house.url, readSeat, {}, { token: other.token })).error).toBe('not_signed_in')

  await arriveAt(words('console', 'customers'), words('customers', 'title'))
  await write(clerk, '/', customer.phone)
  await keys(clerk, 'Enter')
  await page.waitForURL(/find=/)
  await page.getByRole('row').nth(1).waitFor()
  await keys(clerk, 'Enter')
  await page.getByRole('heading', { level: 1, name: customer.phone }).waitFor()
  await standsWell()

  await arriveAt(words('console', 'ledger'), words('ledger', 'house'))
  await page.getByText(words('ledger', 'dayAgrees')).first().waitFor()
  await standsWell()
  await page.getByRole('tab', { name: words('ledger', 'viewLines') }).click()
  await page.getByRole('row').nth(1).waitFor()
  await keys(clerk, 'ArrowDown')
  await page.getByRole('heading', { name: words('ledger', 'batch') }).waitFor()
  await standsWell()

  await arriveAt(words('console', 'audit'), words('audit', 'title'))
  await keys(clerk, 'ArrowDown', 'c')
  await shown(words('audit', 'whole'))
  await standsWell()

  await arriveAt(words('console', 'health'), words('proof', 'health'))
  await keys(clerk, 'r')
  await shown(words('proof', 'jobs'))
  await goByKeys(clerk, words('console', 'seat'))
  const ownSeat = words('staff', 'seatNumber', { number: '2' })
  await page.getByRole('heading', { level: 1, name: ownSeat }).waitFor()
  await keys(clerk, '?')
  await page.getByRole('dialog').waitFor()
  await keys(clerk, 'Escape')
  await standsWell()
  expect(clerk.faults).toEqual([])
})
