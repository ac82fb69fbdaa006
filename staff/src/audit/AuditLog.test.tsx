// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { customerNumber } from '@lonja/core/base/numbers'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { back, here } from '@lonja/kit/nav'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const customer = newId<'customer'>()
const ROW = {
  id: newId(),
  act: 'searched_customers',
  at: 0,
  customer,
  seat: { id: newId<'seat'>(), number: 3, role: 'treasurer' as const },
  about: null,
  reason: null,
  detail: { hits: 1 },
}

beforeEach(() => {
  wire.house.answer(listAudit, { rows: [ROW], cursor: null })
  enter()
})
const inputs = () => wire.house.asked(listAudit).map(({ input }) => input)

test('a filter stands in the address and is undone by Back; a row names the role and leads to the customer', async () => {
  const page = await openPage('/audit')
  expect(await page.findByText('Puesto 3 · tesorería')).toBeTruthy()
  const link = page.getByRole('link', { name: customerNumber(customer) })
  expect(link.getAttribute('href')).toBe(`#/customers?id=${customer}`)
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Qué' }), 'searched_customers')
  await expect.poll(() => inputs().at(-1)).toEqual({ act: 'searched_customers' })
  await page.user.type(page.getByRole('textbox', { name: 'N.º de puesto' }), '3{Enter}')
  await expect.poll(() => inputs().at(-1)).toEqual({ act: 'searched_customers', seatNumber: 3 })
  expect(here().query).toBe('seat=3&act=searched_customers')
  act(() => back())
  await expect.poll(() => here().query).toBe('act=searched_customers')
  await expect.poll(() => page.getByRole<HTMLInputElement>('textbox', { name: 'N.º de puesto' }).value).toBe('')
})

test('an address with days asks for whole days of Madrid; nothing left and a failure say so', async () => {
  wire.house.answer(listAudit, { rows: [], cursor: null })
  const page = await openPage('/audit?from=2026-11-21&to=2026-11-22&account=4f09c2')
  expect(await page.findByText('Ningún acto cumple los filtros.')).toBeTruthy()
  expect(inputs()[0]).toEqual({
    account: 'L-4F09C2',
    from: Date.parse('2026-11-20T23:00:00Z'),
    to: Date.parse('2026-11-22T23:00:00Z'),
  })
  wire.house.answer(listAudit, no('unavailable', 'La casa está ocupada'))
  await page.user.type(page.getByRole('textbox', { name: 'N.º de puesto' }), '7{Enter}')
  expect(await page.findByText('La casa está ocupada')).toBeTruthy()
})
