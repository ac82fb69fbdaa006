// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { CALENDAR_FAULTS } from '@lonja/core/ipo/calendar.rules'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { step } from './offers.testing.ts'

const wire = withConsole()

type Row = ReplyOf<typeof readOfferCalendar>['rows'][number]
const NOW = Date.parse('2026-12-03T18:00:00Z')
const answer = (rows: readonly Row[], hasOffers = true) => ({ day: '2026-12-03', now: NOW, hasOffers, rows: [...rows] })

async function openCalendar(): Promise<Page> {
  countNone(wire.house)
  enter()
  const page = await openPage('/offer-calendar')
  await page.findByRole('heading', { name: 'Calendario de ofertas' })
  return page
}
const side = (page: Page): string => plain(page.getByRole('complementary', { name: 'Paso' }).textContent)

test('steps are shown with their times and states, and the page has no act', async () => {
  wire.house.answer(readOfferCalendar, answer([step(), step({ step: 'draw', state: 'due', doneAt: null })]))
  const page = await openCalendar()
  await page.findByRole('cell', { name: 'Lista cerrada' })
  const rows = page.getAllByRole('row').map(({ textContent }) => plain(textContent))
  expect(rows[1]).toMatch(/18:01.*Lista cerrada.*Salinas del Faro.*18:01:10.*hecho/)
  expect(rows[2]).toMatch(/Sorteo.*-pendiente/)
  expect(page.queryAllByRole('button')).toEqual([])
})

test('the steps are read by the arrow keys', async () => {
  wire.house.answer(readOfferCalendar, answer([step(), step({ step: 'draw' })]))
  const page = await openCalendar()
  await page.findByRole('cell', { name: 'Sorteo' })
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  expect(side(page)).toContain('Sorteo')
})

test.each(CALENDAR_FAULTS)('a late step says why and what helps: %s', async (fault) => {
  const relays = fault === 'relays' ? [{ relay: 'https://one.example', fault: 'it answers 503', at: NOW }] : []
  wire.house.answer(
    readOfferCalendar,
    answer([step({ step: 'beacon', state: 'late', doneAt: null, fault, relays, round: 9_000, voidRound: 8_000 })]),
  )
  const page = await openCalendar()
  expect(await page.findByText('1 paso se retrasa')).toBeTruthy()
  await page.user.click(page.getByRole('cell', { name: 'Baliza' }))
  const REMEDIES = {
    round_missing: 'arranque un servidor',
    seed_missing: 'relojes de los servidores',
    relays: 'https://one.example: it answers 503',
    no_relays: 'Ponga dos repetidores con DRAND_RELAYS',
    before: 'primer paso con retraso',
    listing_missing: 'lleva empresas al mercado',
  }
  expect(side(page)).toContain(REMEDIES[fault])
  expect(side(page)).toContain('8.000')
})

test('another day is read, an empty one says so, and a failure is read again', async () => {
  wire.house.answer(readOfferCalendar, no('unavailable', 'La base de datos no contesta'))
  const page = await openCalendar()
  expect(await page.findByText('No hemos podido cargar el calendario')).toBeTruthy()
  wire.house.answer(readOfferCalendar, answer([]))
  const day = page.getByLabelText<HTMLInputElement>('Día, en Madrid')
  expect(day.type).toBe('text')
  await page.write(day, '04/12/2026{Enter}')
  expect(await page.findByText('Ese día no tocaba nada.')).toBeTruthy()
  expect(wire.house.asked(readOfferCalendar).at(-1)?.input).toEqual({ day: '2026-12-04' })
})

test('a house without practice prices says why it has no offers', async () => {
  wire.house.answer(readOfferCalendar, answer([], false))
  const page = await openCalendar()
  expect(await page.findByText(/solo existen con precios de práctica/)).toBeTruthy()
})
