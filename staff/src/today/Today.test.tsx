// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { Role } from '@lonja/core/base/contract'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { here } from '@lonja/kit/nav'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { figuresFor, type QueueCount } from './figures.ts'

const wire = withConsole()
const NOW = Date.now()
const HOUR = 3_600_000

const count = (more: Partial<QueueCount>): QueueCount => ({
  kind: 'deposit',
  waiting: 0,
  late: 0,
  oldestAt: null,
  firstDueAt: null,
  second: 0,
  secondForYou: 0,
  mine: 0,
  mineDueAt: null,
  ...more,
})

const DEPOSITS = {
  waiting: 12,
  late: 2,
  oldestAt: NOW - 30 * HOUR,
  firstDueAt: NOW - HOUR - 60_000,
  second: 4,
  secondForYou: 3,
}

const account = (name: 'deposits' | 'withdrawals', kind: 'deposit' | 'withdrawal', came: bigint, went: bigint) => ({
  account: name,
  opening: 0n,
  came,
  went,
  closing: came - went,
  agrees: true,
  sources: [{ kind, came, went, entries: 3 }],
})

const LINE = { opening: 0n, came: 0n, went: 0n, closing: 0n }
const ENDS = { opening: 0n, closing: 0n }
const BOOKS = [
  {
    currency: 'EUR' as const,
    accounts: [account('deposits', 'deposit', 0n, 31_250_00n), account('withdrawals', 'withdrawal', 18_420_00n, 0n)],
    customers: LINE,
    sum: ENDS,
  },
  {
    currency: 'USD' as const,
    accounts: [account('deposits', 'deposit', 0n, 200_00n)],
    customers: LINE,
    sum: ENDS,
  },
]

function openToday(roles: Role[] = ['treasurer']): Promise<Page> {
  const seat = { id: newId<'seat'>(), number: 3, name: 'Eva', roles, hasCustomer: false, claimedAt: NOW }
  wire.house.answer(readSeat, seat)
  const rows = [count(DEPOSITS), count({ kind: 'withdrawal', waiting: 1, mine: 1, mineDueAt: NOW + 5 * HOUR + 30_000 })]
  wire.house.answer(countQueues, { rows, limit: 0n, onePerson: false })
  wire.house.answer(listRestricted, no('unavailable', 'Ahora no'))
  wire.house.answer(listThreads, { rows: [], cursor: null, waiting: 5 })
  wire.house.answer(readHealth, no('unavailable', 'No responde'))
  wire.house.answer(readHouseDay, { currencies: BOOKS, at: NOW })
  wire.house.answer(listQueue, ({ input }) => ({
    rows: [waiting(eur(input.late ? 7_00n : 8_00n), { kind: 'deposit', number: 'D-4F09C2' })],
    cursor: null,
    count: 1,
  }))
  enter()
  return openPage('/today')
}

const figure = (page: Page, name: string) => plain(page.getByRole('link', { name: new RegExp(`^${name}`) }).textContent)

test('the figures say what is late, what the seat has, and what waits for it as the second person', async () => {
  const page = await openToday()
  await page.findByRole('link', { name: /^Fuera de plazo/ })
  expect(figure(page, 'Fuera de plazo')).toMatch(/12la peor, 1 h 1 min tarde$/)
  expect(figure(page, 'Las tienes tú')).toMatch(/21la primera, en 5 h 0 min$/)
  expect(figure(page, 'Esperan segunda')).toMatch(/343 puedes decidirlas tú$/)
  expect(page.queryByRole('link', { name: /^Conversaciones/ })).toBeNull()
  expect(wire.house.asked(readHealth)).toEqual([])
})

test('a figure opens its list, by a press or by its key, and Escape leaves it', async () => {
  const page = await openToday()
  await page.user.click(await page.findByRole('link', { name: /^Fuera de plazo/ }))
  await expect.poll(() => wire.house.asked(listQueue).at(-1)?.input).toEqual({ late: 'yes', limit: 20 })
  expect(await page.findByRole('link', { name: /D-4F09C2 · 7,00/ })).toBeTruthy()
  await page.user.keyboard('3')
  await expect.poll(() => wire.house.asked(listQueue).at(-1)?.input).toEqual({ whose: 'second', limit: 20 })
  await page.user.keyboard('{Escape}')
  await expect.poll(() => here().query).toBe('')
})

test('the late ones of a queue open that queue with those alone, and a queue without any has no such link', async () => {
  const page = await openToday()
  const late = async (queue: string) => {
    const row = (await page.findByRole('rowheader', { name: queue })).closest('tr')
    return row?.querySelector('td:last-child a')?.getAttribute('href')
  }
  expect(await late('Depósitos')).toMatch(/\/deposits\?late=yes$/)
  expect(await late('Retiradas')).toBeUndefined()
})

test('each queue says how much waits, since when the oldest does, and how much is late', async () => {
  const page = await openToday()
  const cells = async (queue: string) => {
    const row = (await page.findByRole('rowheader', { name: queue })).closest('tr')
    return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => plain(textContent))
  }
  expect(await cells('Depósitos')).toEqual(['12', '30 h 0 min', '2'])
  expect(await cells('Retiradas')).toEqual(['1', '-', '0'])
})

test('J and K go down and up what is due first, each with how late it is', async () => {
  const page = await openToday()
  wire.house.answer(listQueue, {
    rows: [
      waiting(eur(7_00n), { number: 'R-1', dueAt: NOW - HOUR - 60_000, late: true }),
      waiting(eur(8_00n), { number: 'R-2', dueAt: NOW + 3 * HOUR + 30_000 }),
    ],
    cursor: null,
    count: 2,
  })
  await page.user.click(await page.findByRole('link', { name: /^Fuera de plazo/ }))
  expect(plain((await page.findByRole('link', { name: /R-1/ })).textContent)).toContain('1 h 1 min tarde')
  expect(plain(page.getByRole('link', { name: /R-2/ }).textContent)).toMatch(/3 h 0 min(?! tarde)/)
  const at = () => /R-\d/.exec(document.activeElement?.textContent ?? '')?.[0]
  const passed = []
  for (const key of ['j', 'j', 'k']) {
    await page.user.keyboard(key)
    passed.push(at())
  }
  expect(passed).toEqual(['R-1', 'R-2', 'R-1'])
})

test('support sees the conversations that wait, administration the state of the house, or why it is not there', async () => {
  const page = await openToday(['support', 'admin'])
  expect((await page.findByRole('link', { name: /^Conversaciones/ })).getAttribute('href')).toBe('#/conversations')
  expect(figure(page, 'Conversaciones')).toMatch(/5esperan respuesta$/)
  expect(await page.findByText('No responde')).toBeTruthy()
})

test('a figure has its place and its number before its answer is there, and without an answer none', async () => {
  const opening = openToday(['support', 'treasurer'])
  wire.house.answer(listThreads, () => new Promise(() => undefined))
  const page = await opening
  await page.findByRole('link', { name: /^Entró hoy/ })
  // The list of the restricted is refused in this house.
  await expect.poll(() => page.queryByText('Limitados ahora')).toBeNull()
  const cards = [...page.getByRole('list', { name: 'Cifras de hoy' }).children]
  expect(cards.map(({ textContent }) => textContent?.match(/^[\p{L} ]+\d/u)?.[0])).toEqual([
    'Fuera de plazo1',
    'Las tienes tú2',
    'Esperan segunda3',
    'Conversaciones4',
    'Salió hoy5',
    'Entró hoy6',
  ])
  expect(page.queryByRole('link', { name: /^Conversaciones/ })).toBeNull()
})

test('the cash of today leads to the books of the day, and only seats that read them see it', async () => {
  const page = await openToday()
  expect((await page.findByRole('link', { name: /^Entró hoy/ })).getAttribute('href')).toBe('#/ledger')
  expect(figure(page, 'Entró hoy')).toMatch(/31\.250,00 €200,00 US\$ · 6 depósitos$/)
  expect(figure(page, 'Salió hoy')).toMatch(/18\.420,00 €3 retiradas$/)
})

test('a seat of support does not ask for the books', async () => {
  const page = await openToday(['support'])
  await page.findByRole('link', { name: /^Conversaciones/ })
  expect(page.queryByRole('link', { name: /^Entró hoy/ })).toBeNull()
  expect(wire.house.asked(readHouseDay)).toEqual([])
})

test('without an answer the page says so, and asks again', async () => {
  const opening = openToday()
  wire.house.answer(countQueues, no('unavailable', 'La casa está ocupada'))
  const page = await opening
  expect(await page.findByText('La casa está ocupada')).toBeTruthy()
  expect(page.queryByText('La más antigua')).toBeNull()
  const before = wire.house.asked(countQueues).length
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => wire.house.asked(countQueues).length).toBeGreaterThan(before)
})

test('nothing late is not bad, and more restricted accounts than are counted say so', () => {
  const known = { counts: [count({ waiting: 3 })], threads: undefined, day: undefined, now: NOW }
  const restricted = Array.from({ length: 100 }, (_, n) => ({ untilAt: NOW + n }))
  const figures = figuresFor({ ...known, restricted })
  expect(figures.map(({ name, count: of, isBad, isMore }) => [name, of, isBad, isMore])).toEqual([
    ['late', 0, false, false],
    ['mine', 0, false, false],
    ['second', 0, false, false],
    ['restricted', 100, false, true],
  ])
})
