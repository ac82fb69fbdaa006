// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { exportQueue, listQueue } from '@lonja/core/reviews.contract'
import { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { no } from '@lonja/kit/house.testing'
import { here } from '@lonja/kit/nav'
import { openPage, withConsole } from '../screens.testing.tsx'
import type { QueueRow } from './queue.ts'
import { countNone, evidence, waiting } from './queue.testing.ts'

const wire = withConsole()

// Only the polling timer is faked; everything else uses the real clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const rowsOf = (...rows: QueueRow[]) => ({ rows, cursor: null, count: null })

async function openQueue(...rows: QueueRow[]): Promise<Page> {
  countNone(wire.house)
  wire.house.answer(listQueue, rowsOf(...rows))
  enter()
  return openPage('/withdrawals')
}

const links = (page: Page) => page.queryAllByRole('link').map(({ textContent }) => plain(textContent))

describe('the queue', () => {
  test('asks for its own kind and what is open, and shows each by amount, number and customer', async () => {
    const page = await openQueue(waiting(eur(500_00n)), waiting(eur(70_00n), { number: 'R-2' }))
    await expect.poll(() => links(page)).toHaveLength(2)
    expect(links(page)[0]).toMatch(/^500,00 €.*R-7K2M-91QX · Marta Ruiz.*Pendiente$/)
    expect(links(page)[1]).toMatch(/^70,00 €.*R-2 · Marta Ruiz/)
    expect(wire.house.asked(listQueue)[0]?.input).toEqual({ kind: 'withdrawal', state: 'open' })
  })

  test('asks again by itself, so that what others decide leaves it and what is new comes', async () => {
    const page = await openQueue(waiting(eur(500_00n)))
    await expect.poll(() => links(page)).toHaveLength(1)
    wire.house.answer(listQueue, rowsOf(waiting(eur(70_00n))))
    const before = wire.house.asked(listQueue).length
    await vi.advanceTimersByTimeAsync(8_000)
    await expect.poll(() => wire.house.asked(listQueue).length).toBe(before + 1)
    await expect.poll(() => links(page)[0]).toMatch(/^70,00 €/)
    await vi.advanceTimersByTimeAsync(8_000)
    await expect.poll(() => wire.house.asked(listQueue).length).toBe(before + 2)
  })

  test('says who has one, whom it waits for, and what is late', async () => {
    const seat = { role: 'treasurer', number: 4 } as const
    const holder = { seat, at: 0, own: false, silent: false }
    const opinion = { opinion: 'approve', seat, reason: { code: 'x', title: 'x', next: '' }, own: false } as const
    const page = await openQueue(
      waiting(eur(1_00n), { holder }),
      waiting(eur(2_00n), { holder: { ...holder, own: true } }),
      waiting(eur(3_00n), { opinions: [opinion] }),
      waiting(eur(4_00n), { round: 2 }),
      waiting(eur(5_00n), { ownAccount: true }),
      waiting(eur(6_00n), { dueAt: Date.now() - 60_000 * 61, late: true }),
    )
    await expect.poll(() => links(page)).toHaveLength(6)
    const ends = ['Puesto 4', 'La tienes tú', '1 de 2', 'Desacuerdo', 'Cuenta propia', 'Pendiente']
    expect(links(page).map((link, n) => link.endsWith(ends[n]!))).toEqual(ends.map(() => true))
    expect(links(page)[5]).toContain('1 h 1 min tarde')
  })

  test('an empty one says so; one that could not be read says why and can be asked again', async () => {
    const page = await openQueue()
    expect(await page.findByText('No espera nada.')).toBeTruthy()
    wire.house.answer(listQueue, no('unavailable', 'La casa está ocupada'))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await page.findByText('La casa está ocupada')).toBeTruthy()
    expect(page.queryByText('No espera nada.')).toBeNull()
    wire.house.answer(listQueue, rowsOf(waiting(eur(9_00n))))
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    await expect.poll(() => links(page)[0]).toMatch(/^9,00 €/)
  })

  test('another state is another question', async () => {
    const page = await openQueue(waiting(eur(500_00n)))
    await expect.poll(() => links(page)).toHaveLength(1)
    wire.house.answer(listQueue, ({ input }) => rowsOf(waiting(eur(input.state === 'refused' ? 8_00n : 9_00n))))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Filtro' }), 'Rechazadas')
    await expect.poll(() => links(page)[0]).toMatch(/^8,00 €/)
  })
})

describe('keys', () => {
  test('arrows move, Enter opens, J goes on, Escape leaves', async () => {
    wire.house.answer(openWithdrawal, ({ input }) => evidence({ id: input.id }))
    const rows = [waiting(eur(1_00n)), waiting(eur(2_00n))]
    const page = await openQueue(...rows)
    await expect.poll(() => links(page)).toHaveLength(2)
    await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.poll(() => wire.house.asked(openWithdrawal).map(({ input }) => input.id)).toEqual([rows[1]?.id])
    await page.user.keyboard('k')
    await expect.poll(() => wire.house.asked(openWithdrawal).at(-1)?.input.id).toBe(rows[0]?.id)
    await page.user.keyboard('j')
    await expect.poll(() => wire.house.asked(openWithdrawal).at(-1)?.input.id).toBe(rows[1]?.id)
    await page.user.keyboard('{Escape}')
    await expect.poll(() => here().query).toBe('')
  })
})

describe('once the last one was decided and has left the queue', () => {
  const seat = { role: 'treasurer', number: 4 } as const
  const own = { opinion: 'approve', seat, reason: { code: 'x', title: 'x', next: '' }, own: true } as const
  const [proposal, free, last] = [waiting(eur(1_00n), { opinions: [own] }), waiting(eur(2_00n)), waiting(eur(3_00n))]

  test.each([
    ['J opens the first that the seat can decide on', [proposal, free], [last.id, free.id]],
    ['J opens none that waits for another person after this seat', [proposal], [last.id]],
  ])('%s', async (_what, left, opened) => {
    wire.house.answer(openWithdrawal, ({ input }) => evidence({ id: input.id }))
    const page = await openQueue(...left, last)
    await expect.poll(() => links(page)).toHaveLength(left.length + 1)
    await page.user.keyboard(`${'{ArrowDown}'.repeat(left.length + 1)}{Enter}`)
    await expect.poll(() => wire.house.asked(openWithdrawal)).toHaveLength(1)
    wire.house.answer(listQueue, rowsOf(...left))
    await vi.advanceTimersByTimeAsync(8_000)
    await expect.poll(() => links(page).filter((link) => link.includes('€'))).toHaveLength(left.length)
    await page.user.keyboard('j')
    expect(here().query).toBe(`id=${opened.at(-1)}`)
    await expect.poll(() => wire.house.asked(openWithdrawal).map(({ input }) => input.id)).toEqual(opened)
  })
})

describe('a queue of several pages', () => {
  const FIRST = [...Array(12).keys()].map((n) => waiting(eur(BigInt(n + 1) * 100n), { number: `R-${n}` }))
  const SECOND = [waiting(eur(99_00n), { number: 'R-99' })]
  const openedIds = () => wire.house.asked(openWithdrawal).map(({ input }) => input.id)
  const shown = (page: Page) => links(page).filter((link) => link.includes('R-'))
  const pagesAsked = () => wire.house.asked(listQueue).map(({ input }) => input.cursor)

  async function openAt(place: number): Promise<Page> {
    countNone(wire.house)
    wire.house.answer(openWithdrawal, ({ input }) => evidence({ id: input.id }))
    wire.house.answer(listQueue, ({ input }) =>
      input.cursor === undefined ? { rows: FIRST, cursor: 'second', count: null } : rowsOf(...SECOND),
    )
    enter()
    const page = await openPage(`/withdrawals?id=${FIRST[place]?.id}`)
    await expect.poll(openedIds).toHaveLength(1)
    await expect.poll(() => shown(page).length).toBeGreaterThan(11)
    return page
  }

  test('has its next page before the last row of those that are there is opened', async () => {
    const page = await openAt(1)
    expect(shown(page)).toHaveLength(12)
    expect(pagesAsked()).not.toContain('second')
    await page.user.keyboard('j')
    await expect.poll(() => shown(page)).toHaveLength(13)
  })

  test('goes on from the last row of a page once the next page has come', async () => {
    const page = await openAt(11)
    await page.user.keyboard('j')
    await expect.poll(openedIds).toEqual([FIRST[11]?.id, SECOND[0]?.id])
    await page.user.keyboard('j')
    expect(openedIds()).toHaveLength(2)
  })

  test('is not asked over and over for a page that does not come', async () => {
    countNone(wire.house)
    wire.house.answer(openWithdrawal, ({ input }) => evidence({ id: input.id }))
    wire.house.answer(listQueue, ({ input }) =>
      input.cursor === undefined ? { rows: FIRST, cursor: 'second', count: null } : no('unavailable', 'Ocupada'),
    )
    enter()
    const page = await openPage(`/withdrawals?id=${FIRST[11]?.id}`)
    expect(await page.findByText('Ocupada')).toBeTruthy()
    await page.user.keyboard('j')
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Once for what is opened, and once more after the list was read again.
    expect(pagesAsked().filter((cursor) => cursor === 'second').length).toBeLessThan(4)
    expect(page.queryByText('No hay ninguna después de esta.')).toBeNull()
  })
})

describe('filters', () => {
  test('are sent with the list and its export, stand in the address, and their number is said', async () => {
    const page = await openQueue(waiting(eur(500_00n)))
    await page.user.click(await page.findByText('Filtros'))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Turno' }), 'Esperan tu segunda opinión')
    await page.user.click(page.getByRole('checkbox', { name: 'Fuera de plazo' }))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Vía' }), 'A una cuenta bancaria')
    await page.user.type(page.getByRole('textbox', { name: 'Desde €' }), '100{Enter}')
    const input = { kind: 'withdrawal', state: 'open', whose: 'second', late: 'yes', way: 'card', least: 100 }
    await expect.poll(() => wire.house.asked(listQueue).at(-1)?.input).toEqual(input)
    expect(here().query).toBe('whose=second&late=yes&way=card&least=100')
    expect(page.getByText('4 filtros')).toBeTruthy()
    wire.house.answer(exportQueue, no('unavailable', 'Ahora no se exporta'))
    await page.user.click(page.getByRole('button', { name: 'Exportar' }))
    await expect.poll(() => wire.house.asked(exportQueue).map(({ input: sent }) => sent)).toEqual([input])
  })

  test('show how many rows they leave on all pages, and say when they leave none', async () => {
    const page = await openQueue(waiting(eur(500_00n)))
    wire.house.answer(listQueue, ({ input }) =>
      input.late ? { rows: [], cursor: null, count: 0 } : { rows: [waiting(eur(1_00n))], cursor: 'next', count: 103 },
    )
    await page.user.click(await page.findByText('Filtros'))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Ordenar por' }), 'Primero el mayor importe')
    expect((await page.findByText('103')).textContent).toBe('103')
    expect(wire.house.asked(listQueue).at(-1)?.input).toMatchObject({ sort: 'largest' })
    await page.user.click(page.getByRole('checkbox', { name: 'Fuera de plazo' }))
    expect(await page.findByText('Ninguna con estos filtros.')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'Quitar filtros' }))
    await expect.poll(() => here().query).toBe('')
  })

  test('of turn and order are not asked of what is decided', async () => {
    const page = await openQueue(waiting(eur(500_00n)))
    await page.user.click(await page.findByText('Filtros'))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Turno' }), 'Puedes decidirlas')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Filtro' }), 'Aprobadas')
    await expect
      .poll(() => wire.house.asked(listQueue).at(-1)?.input)
      .toEqual({ kind: 'withdrawal', state: 'approved' })
    expect(page.queryByRole('combobox', { name: 'Turno' })).toBeNull()
  })
})
