// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { listCustomers, searchCustomers } from '@lonja/core/customers/customers.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { goTo } from '@lonja/kit/nav'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

const LOLA = {
  id: newId<'customer'>(),
  number: 'L-4F09C2',
  phone: '••••••482',
  displayName: 'L•••',
  kyc: 'none' as const,
  joinedAt: 0,
  restricted: false,
}
const RECORD = {
  id: '01912f3a-0000-7000-8000-0000004f09c2',
  kind: 'deposit',
  number: 'D-4F09C2',
  state: 'refused' as const,
  at: 0,
}

const searched = (): readonly unknown[] => wire.house.asked(searchCustomers)

test('a search runs when it is submitted, not while it is typed; coming back to its hits is no new one', async () => {
  wire.house.answer(listCustomers, { rows: [LOLA], cursor: null })
  wire.house.answer(searchCustomers, { rows: [{ ...LOLA, records: [RECORD] }], more: false })
  enter()
  const page = await openPage('/customers')
  expect(await page.findByText('L•••')).toBeTruthy()
  await page.user.type(page.getByRole('searchbox', { name: 'Buscar un cliente' }), 'D-4F09C2')
  expect(searched()).toHaveLength(0)
  await page.user.click(page.getByRole('button', { name: 'Buscar' }))
  expect(await page.findByText('D-4F09C2 rechazada')).toBeTruthy()
  expect(page.getByText('1 cliente')).toBeTruthy()
  expect(wire.house.asked(searchCustomers)).toMatchObject([{ input: { words: 'D-4F09C2' } }])
  act(() => goTo('/customers'))
  await expect.poll(() => page.queryByText('D-4F09C2 rechazada')).toBeNull()
  act(() => goTo('/customers?find=D-4F09C2'))
  expect(await page.findByText('D-4F09C2 rechazada')).toBeTruthy()
  expect(searched()).toHaveLength(1)
})

test('no hit says that a part finds nothing, and from when a name is found', async () => {
  wire.house.answer(searchCustomers, { rows: [], more: false })
  enter()
  const page = await openPage('/customers?find=Lol')
  expect(await page.findByText('Nadie coincide con la búsqueda.')).toBeTruthy()
  expect(
    page.getByText(
      'Una parte de un número o de una palabra no encuentra nada: escribe el dato entero. El nombre de una identidad se encuentra cuando está verificada.',
    ),
  ).toBeTruthy()
})

test('too many searches say so, and are asked again by hand alone', async () => {
  wire.house.answer(searchCustomers, no('too_many_searches', 'Máximo de 30 búsquedas por minuto'))
  enter()
  const refused = await openPage('/customers?find=Lola')
  expect(await refused.findByText('No se pudo buscar')).toBeTruthy()
  const before = searched().length
  wire.house.answer(searchCustomers, { rows: [{ ...LOLA, records: [] }], more: false })
  await refused.user.click(refused.getByRole('button', { name: 'Reintentar' }))
  expect(await refused.findByText('L•••')).toBeTruthy()
  expect(searched()).toHaveLength(before + 1)
})
