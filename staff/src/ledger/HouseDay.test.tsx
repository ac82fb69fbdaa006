// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { Role } from '@lonja/core/base/contract'
import { listAccountSources } from '@lonja/core/customers/sources.staff.contract'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { dayAfter, dayAt, dayStart } from '@lonja/kit/day-filter'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const NOW = Date.now()
const REVIEW = newId()
const CUSTOMER = newId<'customer'>()

const day = (sum: bigint, agrees = true) => ({
  currencies: [
    {
      currency: 'EUR' as const,
      accounts: [
        {
          account: 'deposits' as const,
          opening: -1_000_00n,
          came: 0n,
          went: 310_00n,
          closing: -1_310_00n,
          agrees,
          sources: [{ kind: 'deposit' as const, came: 0n, went: 310_00n, entries: 2 }],
        },
      ],
      customers: { opening: 1_000_00n, came: 310_00n, went: 0n, closing: 1_310_00n },
      sum: { opening: 0n, closing: sum },
    },
  ],
  at: NOW,
})

const source = (more: object) => ({
  customer: CUSTOMER,
  number: 'L-4F09C2',
  version: 1,
  posting: 1,
  kind: 'deposit' as const,
  change: eur(-300_00n),
  causeKind: 'deposit' as const,
  causeNumber: 'D-4F09C2',
  review: REVIEW,
  at: NOW,
  ...more,
})

function openLedger(roles: Role[], reply = day(0n)): Promise<Page> {
  const seat = { id: newId<'seat'>(), number: 3, name: 'Eva', roles, hasCustomer: false, claimedAt: NOW }
  wire.house.answer(readSeat, seat)
  wire.house.answer(readHouseDay, reply)
  wire.house.answer(listAccountSources, {
    rows: [source({}), source({ version: 2, causeKind: null, causeNumber: null, review: null, change: eur(-10_00n) })],
    cursor: null,
  })
  enter()
  return openPage('/ledger')
}

const rowOf = (page: Page, name: string) => plain(page.getByRole('row', { name: new RegExp(`^${name}`) }).textContent)

test('a day stands from its opening to its closing with what customers have, and sums to zero', async () => {
  const page = await openLedger(['treasurer'])
  expect(await page.findByText('Cuadra')).toBeTruthy()
  expect(rowOf(page, 'Depósitos')).toContain('-1.000,00')
  expect(rowOf(page, 'Clientes')).toMatch(/1\.000,00.*310,00.*1\.310,00/)
  expect(rowOf(page, 'Suma')).toMatch(/0,00.*0,00/)
})

test('a kind of entry opens to its entries, and each to its deposit, or to its customer without one', async () => {
  const page = await openLedger(['treasurer'])
  await page.user.click(await page.findByRole('button', { name: /2 apuntes en total$/ }))
  const record = await page.findByRole('link', { name: /^D-4F09C2/ })
  expect(record.getAttribute('href')).toBe(`#/deposits?id=${REVIEW}`)
  const customer = page.getAllByRole('link', { name: /L-4F09C2/ }).at(-1)
  expect(customer?.getAttribute('href')).toBe(`#/customers?id=${CUSTOMER}&tab=entries`)
  expect(wire.house.asked(listAccountSources).at(-1)?.input).toMatchObject({
    account: 'deposits',
    currency: 'EUR',
    kind: 'deposit',
    from: dayStart(dayAt(NOW)),
  })
})

test('the day before is asked for by its key, and a typed day by its field', async () => {
  const page = await openLedger(['treasurer'])
  await page.findByText('Cuadra')
  await page.user.keyboard('k')
  const before = dayAfter(dayAt(NOW), -1)
  await expect.poll(() => wire.house.asked(readHouseDay).at(-1)?.input).toMatchObject({ from: dayStart(before) })
  const field = page.getByRole('textbox', { name: 'Día' })
  await page.user.clear(field)
  await page.user.type(field, '3/2/2026{Enter}')
  const typed = dayStart('2026-02-03')
  await expect.poll(() => wire.house.asked(readHouseDay).at(-1)?.input).toMatchObject({ from: typed })
  await page.user.clear(field)
  await page.user.type(field, '31/02/2026{Enter}')
  expect(await page.findByText('No es una fecha')).toBeTruthy()
})

test('the day is saved as a file, whose name has the day', async () => {
  const saved: Blob[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
  const page = await openLedger(['treasurer'])
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await page.user.click(await page.findByRole('button', { name: 'Exportar CSV' }))
  for (const spy of [create, click]) spy.mockRestore()
  const today = dayAt(NOW)
  expect(names).toEqual([`lonja-ledger-${today}.csv`])
  const reader = new FileReader()
  reader.readAsText(saved[0] as Blob)
  await expect.poll(() => reader.result as string).toContain(`${today};EUR;customers;;1000,00;310,00;0,00;1310,00;`)
})

test('operations see the sums and not the entries behind them', async () => {
  const page = await openLedger(['operations'])
  await page.findByText('Cuadra')
  expect(page.queryByRole('button', { name: /2 apuntes en total$/ })).toBeNull()
  expect(page.getByText(/^Tu puesto ve las sumas/)).toBeTruthy()
})

test('books that do not balance say so, with the account', async () => {
  const page = await openLedger(['treasurer'], day(1n, false))
  expect(await page.findByText('No cuadra')).toBeTruthy()
  expect(page.getByText('las anotaciones de los clientes dicen otra cosa')).toBeTruthy()
})

test('an account that disagrees is named though the sums are zero', async () => {
  const page = await openLedger(['treasurer'], day(0n, false))
  expect(await page.findByText('No cuadra')).toBeTruthy()
  expect(page.queryByText('Cuadra')).toBeNull()
})

test('without an answer the page says why', async () => {
  const opening = openLedger(['treasurer'])
  wire.house.answer(readHouseDay, no('unavailable', 'La casa está ocupada'))
  expect(await (await opening).findByText('La casa está ocupada')).toBeTruthy()
})
