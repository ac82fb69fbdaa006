// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { cents, eur, priceE4, usd, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  listExpiries,
  listExposure,
  listHouseCloseOuts,
  listMarginLevels,
  openCloseOut,
  readRisk,
} from '@lonja/core/risk/risk.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

type Sums = ReplyOf<typeof readRisk>
type Level = ReplyOf<typeof listMarginLevels>['rows'][number]
type Row = ReplyOf<typeof listHouseCloseOuts>['rows'][number]
type CloseOut = ReplyOf<typeof openCloseOut>

const wire = withConsole()
const AT = Date.UTC(2026, 10, 23, 13, 33, 7)

const sums = (more: Partial<Sums> = {}): Sums => ({
  at: AT,
  accounts: 12,
  fallen: { full: 2, near: 1, closeOut: 0 },
  unjudged: 0,
  financed: [eur(8_008_000n), usd(320_32n)],
  used: [eur(2_002_000n)],
  night: { at: AT, interest: [eur(1_113n)] },
  forgiven: [eur(0n)],
  ...more,
})

const levelRow = (level: bigint, more: Partial<Level> = {}): Level => ({
  customer: newId<'customer'>(),
  number: 'L-204118',
  standing: { currency: 'EUR', equity: 12_345_67n, used: 20_020_00n, financed: 80_080_00n, toCloseOut: 2_335_67n },
  level,
  ...more,
})

const closeOutRow = (more: Partial<Row> = {}): Row => ({
  id: newId(),
  customer: newId<'customer'>(),
  number: 'L-204118',
  minute: AT,
  at: AT,
  currency: 'EUR',
  equity: 9_000_00n,
  used: 20_020_00n,
  usedOpen: 20_020_00n,
  financed: 80_080_00n,
  level: 4_495n,
  ...more,
})

function closeOut(row: Row): CloseOut {
  const lot = { lot: newId<'lot'>(), number: 'T-19877', listing: 'XMAD:BVE' as const, name: 'Bahía Verde' }
  return {
    ...row,
    rate: null,
    quotes: [{ listing: 'XMAD:BVE', name: 'Bahía Verde', at: AT, last: priceE4(83_000n) }],
    lots: [
      {
        ...lot,
        shares: 1_000n,
        closing: 0n,
        financed: 8_000_00n,
        order: {
          id: newId<'order'>(),
          shares: 120n,
          filled: 100n,
          fills: [{ at: AT + 1_000, shares: 100n, price: priceE4(82_500n) }],
        },
      },
      { ...lot, lot: newId<'lot'>(), number: 'T-19878', shares: 5n, closing: 2n, financed: 10_00n, order: null },
    ],
  }
}

async function openRisk(path = '/risk', rows: readonly Level[] = [levelRow(6_166n)]): Promise<Page> {
  wire.house.answer(readRisk, sums())
  wire.house.answer(listMarginLevels, { rows: [...rows], cursor: null, at: AT })
  enter()
  return openPage(path)
}

const rowOf = (page: Page, name: string): string => plain(page.getByRole('link', { name }).closest('tr')?.textContent)
const requests = () => wire.house.asked(listMarginLevels).map(({ input }) => input)

describe('the head', () => {
  test('has the sums of the house by currency, and says that nothing is changed here', async () => {
    const page = await openRisk()
    await page.findByText(/^Cifras de las 14:33:07\. Desde aquí no se cambia nada\.$/)
    const figures = plain(page.getByText('Cuentas con apalancamiento').closest('dl')?.textContent)
    for (const part of ['12', '80.080,00 €', '320,32 US$', '20.020,00 €', '11,13 €', '0,00 €'])
      expect(figures).toContain(part)
  })

  test('before the first night it says so, and how many accounts cannot be judged', async () => {
    wire.house.answer(readRisk, sums({ night: null, unjudged: 3 }))
    wire.house.answer(listMarginLevels, { rows: [], cursor: null, at: AT })
    enter()
    const page = await openPage('/risk')
    expect(await page.findByText('ninguna todavía')).toBeTruthy()
    expect(page.getByText('3 sin tipo de cambio')).toBeTruthy()
    expect(page.getByText('Nadie tiene lotes que la casa haya financiado.')).toBeTruthy()
  })

  test('a failure of the sums leaves the list alone, and they are read again', async () => {
    wire.house.answer(readRisk, no('unavailable', 'La casa está ocupada'))
    wire.house.answer(listMarginLevels, { rows: [levelRow(6_166n)], cursor: null, at: AT })
    enter()
    const page = await openPage('/risk')
    expect(await page.findByText('No hemos podido cargar las sumas')).toBeTruthy()
    expect(await page.findByRole('link', { name: 'L-204118' })).toBeTruthy()
    wire.house.answer(readRisk, sums())
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByText('320,32 US$')).toBeTruthy()
  })
})

describe('the margin levels', () => {
  test('say of each account its level, equity, used margin, what is financed and what may be lost', async () => {
    const page = await openRisk()
    await page.findByRole('link', { name: 'L-204118' })
    for (const part of ['61,66', '12.345,67 €', '20.020,00 €', '80.080,00 €', '2.335,67 €'])
      expect(rowOf(page, 'L-204118')).toContain(part)
  })

  test('an account that cannot be judged says so instead of figures', async () => {
    const page = await openRisk('/risk', [levelRow(0n, { standing: null, level: null })])
    await page.findByRole('link', { name: 'L-204118' })
    expect(rowOf(page, 'L-204118')).toContain('sin tipo de cambio')
  })

  test('are filtered and searched by the house, which is told the level and the number', async () => {
    const page = await openRisk()
    await page.findByRole('link', { name: 'L-204118' })
    wire.house.answer(listMarginLevels, { rows: [], cursor: null, at: AT })
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Nivel de la cuenta' }), '50 % o menos')
    expect(await page.findByText('Ninguna cuenta coincide.')).toBeTruthy()
    await page.user.type(page.getByRole('searchbox', { name: 'Buscar una cuenta' }), 'L-4F09C2')
    await expect.poll(() => requests().at(-1)).toEqual({ fallen: 'closeOut', find: 'L-4F09C2' })
  })

  test('are worked by keys: an arrow chooses, Enter opens the customer', async () => {
    const rows = [levelRow(4_000n), levelRow(9_000n, { number: 'L-4F09C2' })]
    const page = await openRisk('/risk', rows)
    await page.findByRole('link', { name: 'L-204118' })
    await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(location.hash).toBe(`#/customers?id=${rows[1]?.customer}`)
  })

  test('that cannot be read say so in their place', async () => {
    wire.house.answer(readRisk, sums())
    wire.house.answer(listMarginLevels, no('unavailable', 'La casa está ocupada'))
    enter()
    expect(await (await openPage('/risk')).findByText('No hemos podido cargar los niveles')).toBeTruthy()
  })
})

describe('a close-out', () => {
  test('is opened once, by a press; the list alone asks for none', async () => {
    const row = closeOutRow()
    wire.house.answer(listHouseCloseOuts, { rows: [row], cursor: null })
    wire.house.answer(openCloseOut, closeOut(row))
    const page = await openRisk('/risk?tab=closeOuts')
    const link = await page.findByRole('link', { name: '23/11/2026 14:33:07' })
    await page.user.keyboard('{ArrowDown}')
    expect(wire.house.asked(openCloseOut)).toEqual([])
    await page.user.click(link)
    expect(await page.findByText('Cierre de L-204118')).toBeTruthy()
    expect(wire.house.asked(openCloseOut).map(({ input }) => input)).toEqual([{ customer: row.customer, id: row.id }])
  })

  test('has its quotes, its lots, its orders and what they filled at, and leads to the entries of an order', async () => {
    const row = closeOutRow()
    const detail = closeOut(row)
    wire.house.answer(listHouseCloseOuts, { rows: [row], cursor: null })
    wire.house.answer(openCloseOut, detail)
    const page = await openRisk(`/risk?tab=closeOuts&customer=${row.customer}&id=${row.id}`)
    await page.findByText('Cierre de L-204118')
    const side = plain(page.getByRole('complementary', { name: 'Cierres forzosos' }).textContent)
    for (const part of [
      '8,30 €',
      '1.000 BVE, lote T-19877',
      '120 a mercado',
      '100 de 120',
      '100 a 8,25 €',
      'No se tocó',
    ])
      expect(side).toContain(part)
    const order = page.getByRole('link', { name: 'ver sus apuntes' })
    expect(order.getAttribute('href')).toBe(
      `#/customers?id=${row.customer}&tab=entries&cause=${detail.lots[0]?.order?.id}`,
    )
  })

  test('without any, and if they cannot be read, the list says so', async () => {
    wire.house.answer(listHouseCloseOuts, no('unavailable', 'La casa está ocupada'))
    const page = await openRisk('/risk?tab=closeOuts')
    expect(await page.findByText('No hemos podido cargar los cierres')).toBeTruthy()
    wire.house.answer(listHouseCloseOuts, { rows: [], cursor: null })
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByText('La casa no ha cerrado nada.')).toBeTruthy()
  })
})

describe('the holdings by listing', () => {
  const held = (name: string, shares: bigint, share: bigint) => ({
    listing: `XMAD:${name}` as const,
    name: `Casa ${name}`,
    currency: 'EUR' as const,
    customers: 3,
    shares,
    last: priceE4(83_000n),
    value: cents(shares * 830n),
    sharesFinanced: wholeShares(40n),
    financed: 32_000n,
    share,
  })
  const listings = (page: Page) =>
    page
      .getAllByRole('row')
      .slice(1)
      .map((row) => plain(row.textContent).slice(0, 8))

  test('have their shares, value, financed ones and part, and are sorted by any of them', async () => {
    wire.house.answer(listExposure, { at: AT, rows: [held('BVE', 900n, 9_000n), held('ACS', 100n, 1_000n)] })
    const page = await openRisk('/risk?tab=exposure')
    await page.findByText('Casa BVE')
    const [, first] = page.getAllByRole('row')
    for (const part of ['900', '8,30 €', '7.470,00 €', '40', '320,00 €', '90,00'])
      expect(plain(first?.textContent)).toContain(part)
    expect(listings(page)).toEqual(['Casa BVE', 'Casa ACS'])
    for (const [head, first] of [
      ['Valor', 'Casa ACS'],
      ['Valor de mercado', 'Casa BVE'],
      ['Acciones', 'Casa BVE'],
    ] as const) {
      await page.user.click(page.getByRole('button', { name: head }))
      expect([head, listings(page)[0]]).toEqual([head, first])
    }
  })

  test('without a holding say so', async () => {
    wire.house.answer(listExposure, { at: AT, rows: [] })
    expect(await (await openRisk('/risk?tab=exposure')).findByText('Ningún cliente tiene acciones.')).toBeTruthy()
  })
})

describe('running options', () => {
  test('stand by the minute of their expiry, with the most that the house can lose', async () => {
    wire.house.answer(listExpiries, {
      at: AT,
      rows: [
        { minute: AT, count: 3, listings: 2, staked: 90_00n, lossMost: 79_20n },
        { minute: AT + 60_000, count: 1, listings: 1, staked: 5_00n, lossMost: 4_40n },
      ],
    })
    const page = await openRisk('/risk?tab=expiries')
    await page.findByText('79,20 €')
    const [, first, second] = page.getAllByRole('row')
    for (const part of ['3', '2', '90,00 €', '79,20 €']) expect(plain(first?.textContent)).toContain(plain(part))
    expect(plain(second?.textContent)).toContain(plain('4,40 €'))
  })

  test('without any say so', async () => {
    wire.house.answer(listExpiries, { at: AT, rows: [] })
    const page = await openRisk('/risk?tab=expiries')
    expect(await page.findByText('No hay ninguna opción en curso.')).toBeTruthy()
  })

  test('that could not be read are read again', async () => {
    wire.house.answer(listExpiries, no('unavailable', 'Ahora no'))
    const page = await openRisk('/risk?tab=expiries')
    const again = await page.findByRole('button', { name: 'Reintentar' })
    wire.house.answer(listExpiries, { at: AT, rows: [] })
    await page.user.click(again)
    expect(await page.findByText('No hay ninguna opción en curso.')).toBeTruthy()
  })
})

test('nothing on the page changes anything: every part reads, and its buttons sort, filter, page and choose', async () => {
  const row = closeOutRow()
  wire.house.answer(listHouseCloseOuts, { rows: [row], cursor: 'more' })
  wire.house.answer(openCloseOut, closeOut(row))
  wire.house.answer(listExposure, { at: AT, rows: [] })
  const page = await openRisk(`/risk?tab=closeOuts&customer=${row.customer}&id=${row.id}`)
  await page.findByText('Cierre de L-204118')
  const buttons = [...document.querySelectorAll('button')].map((button) => [
    button.getAttribute('role'),
    button.textContent,
  ])
  expect(buttons).toEqual([
    ['tab', 'Niveles de margen'],
    ['tab', 'Cierres forzosos'],
    ['tab', 'Por valor cotizado'],
    ['tab', 'Opciones por vencimiento'],
    [null, 'Cargar más'],
  ])
  expect(document.querySelectorAll('form, input:not([type=search])')).toHaveLength(0)
})
