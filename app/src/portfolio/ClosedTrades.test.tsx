// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { downloadClosed, listClosed, readClosedTotals, type ClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket } from '../orders/market.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import type { ClosedRow } from './ClosedTrade.tsx'

const wire = withApp()

const closed = (more: Partial<ClosedRow> = {}): ClosedRow => ({
  order: newId(),
  lot: newId(),
  number: 'L-1',
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  shares: wholeShares(10n),
  openedAt: 1_000,
  closedAt: 2_000,
  openPrice: priceE4(150_000n),
  closePrice: priceE4(174_600n),
  cost: 150_00n,
  proceeds: 174_60n,
  fee: 17n,
  realised: 24_43n,
  leverage: 1,
  sellType: 'customer',
  ...more,
})

const totals = (more: Partial<ClosedTotals> = {}): ClosedTotals => ({
  currency: 'EUR',
  count: 3,
  gainCount: 2,
  gains: 40_00n,
  lossCount: 1,
  losses: -15_00n,
  realised: 25_00n,
  cost: 500_00n,
  fees: 1_20n,
  ...more,
})

async function openClosed(query = '', rows: readonly ClosedRow[] = [closed()]): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(listClosed, { rows: [...rows], cursor: null })
  wire.house.answer(readClosedTotals, {
    rows: rows.length === 0 ? [] : [totals(), totals({ currency: 'USD', count: 1 })],
  })
  enter()
  return openPage(`/pages/trade/index?tab=closed${query}`)
}

const askedLast = () => wire.house.asked(listClosed).at(-1)?.input
const pressed = (page: Page, name: string) => page.getByRole('button', { name }).getAttribute('aria-pressed')

describe('the totals', () => {
  test('are by currency: the result with its return, gains and losses apart, and the fees', async () => {
    const page = await openClosed()
    const euros = await page.findByRole('region', { name: 'EUR' })
    expect(plain(euros.textContent)).toMatch(
      /^3 posiciones cerradas\+25,00 € \+5,00%Ganancias \(2\)\+40,00 €Pérdidas \(1\)[-−]15,00 €Comisión de venta1,20 €$/,
    )
    expect(plain(page.getByRole('region', { name: 'USD' }).textContent)).toContain('1 posición cerrada')
  })

  test('follow the filters, and so does the file', async () => {
    const page = await openClosed('&currency=USD&result=losses')
    await page.findByRole('region', { name: 'USD' })
    expect(wire.house.asked(readClosedTotals).at(-1)?.input).toEqual({ currency: 'USD', result: 'losses' })
    wire.house.answer(downloadClosed, no('too_many_tries', 'Demasiadas descargas'))
    await page.user.click(page.getByRole('button', { name: 'Descargar CSV' }))
    await expect.poll(() => wire.toasts).toContain('Demasiadas descargas')
    expect(wire.house.asked(downloadClosed).map(({ input }) => input)).toEqual([{ currency: 'USD', result: 'losses' }])
  })
})

test.each([
  [5, 'Apalancamiento5×'],
  [1, null],
] as const)('a closed lot of leverage %s opens to it, and one without does not name any', async (leverage, row) => {
  const page = await openClosed('', [closed({ leverage })])
  await page.user.click(await page.findByRole('button', { name: /Bahía Verde/ }))
  await page.findByText('L-1')
  const opened = plain(document.body.textContent)
  if (row === null) expect(opened).not.toContain('Apalancamiento')
  else expect(opened).toContain(row)
})

describe('the filters', () => {
  test('of the address are asked for and shown', async () => {
    const page = await openClosed(`&listing=${BVE}&currency=EUR&result=gains&from=2026-11-02&to=2026-11-03`)
    await page.findByRole('region', { name: 'EUR' })
    expect(askedLast()).toEqual({
      listing: BVE,
      currency: 'EUR',
      result: 'gains',
      from: Date.UTC(2026, 10, 1, 23),
      to: Date.UTC(2026, 10, 3, 23),
      limit: 30,
    })
    for (const name of ['Ganancias', 'BVE', 'España', 'Vendidas desde el 02/11/2026', 'Vendidas hasta el 03/11/2026'])
      expect([name, pressed(page, name)]).toEqual([name, 'true'])
  })

  test('one is taken away by its cross, and the address follows', async () => {
    const page = await openClosed(`&listing=${BVE}&result=gains`)
    await page.user.click(await page.findByRole('button', { name: 'BVE' }))
    await expect.poll(askedLast).toEqual({ result: 'gains', limit: 30 })
    expect(whereNow()).toBe('/pages/trade/index?tab=closed&result=gains')
    await page.user.click(page.getByRole('button', { name: 'Todo' }))
    await expect.poll(askedLast).toEqual({ limit: 30 })
    expect(whereNow()).toBe('/pages/trade/index?tab=closed')
  })

  test('are chosen in the sheet: a share by its name, the market, days; and are removed together', async () => {
    const page = await openClosed()
    wire.house.answer(searchInstruments, ({ input }) => ({
      rows: [
        {
          listing: BVE,
          name: `Bahía Verde (${input.words})`,
          venue: 'XMAD' as const,
          currency: 'EUR' as const,
          sector: 'energy',
          kind: 'share' as const,
          by: 'name' as const,
          forgiven: false,
          halted: false,
          last: null,
          previousClose: null,
          line: '',
        },
      ],
      codes: 0,
      names: 1,
    }))
    await page.user.click(await page.findByRole('button', { name: 'Filtros' }))
    const sheet = await page.findByRole('dialog', { name: 'Filtros' })
    await page.user.type(page.getByRole('searchbox', { name: 'Nombre o código' }), 'ba')
    await page.user.click(await page.findByRole('button', { name: /^Bahía Verde \(ba\)/ }))
    await page.user.click(page.getByRole('button', { name: 'España' }))
    await page.user.type(page.getByLabelText('Primer día de venta'), '2026-11-05')
    await page.user.type(page.getByLabelText('Último día de venta'), '2026-11-04')
    expect(await page.findByText('El último día es anterior al primero')).toBeTruthy()
    await page.user.clear(page.getByLabelText('Último día de venta'))
    await page.user.type(page.getByLabelText('Último día de venta'), '2026-11-05')
    await expect.poll(askedLast).toEqual({
      listing: BVE,
      currency: 'EUR',
      from: Date.UTC(2026, 10, 4, 23),
      to: Date.UTC(2026, 10, 5, 23),
      limit: 30,
    })
    expect(sheet.textContent).toContain('Ver 4 posiciones cerradas')
    await page.user.click(page.getByRole('button', { name: 'Quitar los filtros' }))
    await expect.poll(whereNow).toBe('/pages/trade/index?tab=closed')
    expect(page.queryByRole('button', { name: 'Quitar los filtros' })).toBeNull()
  })
})

describe('nothing', () => {
  test('with filters it says which, and takes them away', async () => {
    const page = await openClosed(`&listing=${BVE}&result=losses`, [])
    expect(await page.findByText('Ninguna posición cerrada con estos filtros')).toBeTruthy()
    expect(page.getByText('BVE · Pérdidas')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'Ver todos' }))
    await expect.poll(askedLast).toEqual({ limit: 30 })
    expect(await page.findByText('Todavía no has cerrado ninguna posición')).toBeTruthy()
  })

  test('a failure says so', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [], cursor: null })
    wire.house.answer(listClosed, no('unavailable', 'La casa no responde.'))
    wire.house.answer(readClosedTotals, no('unavailable', 'La casa no responde.'))
    enter()
    const page = await openPage('/pages/trade/index?tab=closed')
    expect(await page.findByText('No hemos podido cargar tus posiciones cerradas')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Descargar CSV' })).toBeNull()
  })
})
