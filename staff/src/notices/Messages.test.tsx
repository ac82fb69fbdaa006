// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Role } from '@lonja/core/base/contract'
import { searchCustomers } from '@lonja/core/customers/customers.staff.contract'
import { listHouseMessages } from '@lonja/core/notices/messages.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

async function openMessages(role: Role): Promise<Page> {
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles: [role] })
  wire.house.answer(listHouseMessages, { rows: [], cursor: null })
  enter()
  return openPage('/messages')
}

test.each<[Role, boolean]>([
  ['support', false],
  ['admin', false],
  ['operations', true],
])('a seat of %s writes to all: %s', async (role, may) => {
  const page = await openMessages(role)
  expect(await page.findByRole('textbox', { name: /^Buscar cliente/ })).toBeTruthy()
  expect(page.queryByRole('radio', { name: 'Todos' }) !== null).toBe(may)
})

test('a search for the recipient shows every customer found, and says if there are more', async () => {
  const hits = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: newId<'customer'>(),
      number: `L-${at}`,
      phone: `••••••${at}`,
      displayName: null,
      kyc: 'none' as const,
      joinedAt: 0,
      restricted: false,
      records: [],
    }))
  wire.house.answer(searchCustomers, ({ input }) =>
    input.words === 'Ana' ? { rows: hits(50), more: true } : { rows: hits(6), more: false },
  )
  const page = await openMessages('support')
  const box = await page.findByRole('textbox', { name: /^Buscar cliente/ })
  await page.user.type(box, 'Ana{Enter}')
  expect(await page.findByText('Los primeros 50; hay más. Añade otra palabra.')).toBeTruthy()
  expect(page.getAllByRole('button', { name: /^•/ })).toHaveLength(50)
  await page.user.clear(box)
  await page.user.type(box, 'Leo{Enter}')
  await expect.poll(() => page.getAllByRole('button', { name: /^•/ })).toHaveLength(6)
  expect(page.queryByText(/hay más/)).toBeNull()
})
