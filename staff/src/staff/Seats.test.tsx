// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  confirmSeatChange,
  listSeats,
  listSessionsOfSeat,
  makeSeatLink,
  withdrawSeatChange,
} from '@lonja/core/staff/seats.staff.contract'
import { listColleagues, readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

type Seats = ReplyOf<typeof listSeats>
const NOW = Date.now()

const seat = (number: number, more: Partial<Seats['seats'][number]> = {}): Seats['seats'][number] => ({
  id: newId<'seat'>(),
  number,
  name: `Persona ${number}`,
  roles: ['reviewer', 'admin'],
  hasCustomer: false,
  claimedAt: NOW,
  seatedBy: null,
  confirmed: false,
  confirmable: false,
  endedAt: null,
  seenAt: NOW,
  sessions: 1,
  own: false,
  ...more,
})
const third = seat(3, { roles: ['reviewer'] })
const change = (more: Partial<Seats['changes'][number]> = {}): Seats['changes'][number] => ({
  id: newId(),
  act: 'end',
  seat: { id: third.id, number: 3, name: third.name },
  before: ['reviewer'],
  roles: [],
  proposedBy: 1,
  own: false,
  madeAt: NOW,
  endsAt: NOW + 1,
  refused: null,
  ...more,
})

async function openSeats(
  changes: Seats['changes'],
  takesTwo = true,
  role: 'admin' | 'auditor' = 'admin',
): Promise<Page> {
  const seats = [seat(1), seat(2, { own: true, roles: [role] }), third]
  wire.house.answer(readSeat, {
    id: newId<'seat'>(),
    number: 2,
    name: 'Persona 2',
    roles: [role],
    hasCustomer: false,
    claimedAt: 0,
  })
  wire.house.answer(listSeats, () => ({ seats, links: [], changes, takesTwo, twoPerson: true }))
  wire.house.answer(listSessionsOfSeat, () => ({ rows: [] }))
  enter()
  return openPage('/seats')
}

test('a proposed change says what would be lost, and is confirmed by its own button', async () => {
  const proposed = change()
  const page = await openSeats([proposed])
  wire.house.answer(confirmSeatChange, ({ input }) => ({ id: input.id }))
  await page.user.click(await page.findByRole('button', { name: 'Confirmar' }))
  const dialog = page.getByRole('dialog', { name: '¿Confirmar? Cerrar el puesto 3' })
  expect(dialog.textContent).toContain('Una sola persona comprueba identidades')
  expect(wire.house.asked(confirmSeatChange)).toEqual([])
  const [, confirm] = page.getAllByRole('button', { name: 'Confirmar' })
  await page.user.click(confirm as HTMLElement)
  await expect.poll(() => wire.house.asked(confirmSeatChange)).toMatchObject([{ input: { id: proposed.id } }])
})

test('a proposed change names the admin who made it', async () => {
  wire.house.answer(listColleagues, { rows: [{ number: 1, name: 'Ana' }] })
  const page = await openSeats([change()])
  expect(await page.findByRole('cell', { name: 'Ana · puesto 1' })).toBeTruthy()
})

test('an auditor reads the proposed changes, and neither confirms nor takes them back', async () => {
  const page = await openSeats([change()], true, 'auditor')
  expect(await page.findByRole('cell', { name: 'Cerrar el puesto 3' })).toBeTruthy()
  for (const name of ['Confirmar', 'Retirar']) expect(page.queryByRole('button', { name })).toBeNull()
})

test('the own proposal cannot be confirmed, says why, and is taken back after a question', async () => {
  const own = change({ own: true, proposedBy: 2, refused: 'own_change' })
  const page = await openSeats([own])
  expect(await page.findByText('lo confirma otro administrador')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Confirmar' })).toBeNull()
  wire.house.answer(withdrawSeatChange, ({ input }) => ({ id: input.id }))
  await page.user.click(page.getByRole('button', { name: 'Retirar' }))
  const [, take] = page.getAllByRole('button', { name: 'Retirar' })
  await page.user.click(take as HTMLElement)
  await expect.poll(() => wire.house.asked(withdrawSeatChange)).toMatchObject([{ input: { id: own.id } }])
})

test.each([
  [
    true,
    'Otro administrador tiene que confirmarlo. Desde entonces sirve 24 horas.',
    'desde que otro administrador lo confirme',
  ],
  [false, 'Vale al momento.', 'Dalo solo a su persona. Se ve'],
])('a new link says whether it waits for a second admin: %s', async (waits, before, after) => {
  const page = await openSeats([], waits)
  wire.house.answer(makeSeatLink, () => ({ id: newId(), path: '/staff/#/claim/x', endsAt: NOW, waits }))
  await page.user.click(await page.findByRole('button', { name: /^Nuevo enlace/ }))
  expect(page.getByText(before)).toBeTruthy()
  await page.user.click(page.getByRole('checkbox', { name: 'soporte' }))
  await page.user.click(page.getByRole('button', { name: 'Hacer el enlace' }))
  expect((await page.findByRole('dialog', { name: 'Enlace hecho' })).textContent).toContain(after)
})
