// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { lotOf } from '@lonja/core/base/ids'
import { readMargin } from '@lonja/core/margin/margin.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()
const ABC: ListingId = 'XNYS:ABC'
const lot = lotOf(newId<'fill'>())
const order = newId<'order'>()

type Account = ReplyOf<typeof readMargin>

const CLOSE_OUT: Account['closeOuts'][number] = {
  id: newId(),
  minute: Date.UTC(2026, 10, 20, 15, 4),
  at: Date.UTC(2026, 10, 20, 15, 4, 1),
  currency: 'USD',
  equity: 5_900n,
  used: 20_020n,
  usedOpen: 20_020n,
  financed: 80_080n,
  rate: null,
  quotes: [{ listing: ABC, name: 'Abacus Works', at: Date.UTC(2026, 10, 20, 15, 3, 59), last: priceE4(85_000n) }],
  orders: [{ order, lot, number: '8QWX-2041', listing: ABC, name: 'Abacus Works', shares: 42n }],
}

const ACCOUNT: Account = {
  standing: { currency: 'USD', equity: 40_040n, used: 20_020n, financed: 80_080n, levelBps: 20_000 },
  lots: [
    {
      lot,
      number: '8QWX-2041',
      listing: ABC,
      name: 'Abacus Works',
      currency: 'USD',
      shares: 100n,
      cost: 100_100n,
      leverage: 5,
      financed: 80_080n,
      used: 20_020n,
      night: 12n,
      closeOutPrice: priceE4(90_090n),
    },
  ],
  closeOuts: [],
}

async function openMargin(account: Account): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(readMargin, account)
  enter()
  return openPage('/subPackages/margin/margin')
}
const words = (page: Page) => plain(page.getByRole('main').textContent)

test('the margin has its formula, the equity, the level, and what happens at which', async () => {
  const page = await openMargin(ACCOUNT)
  const used = await page.findByRole('region', { name: 'Margen usado' })
  expect(plain(used.textContent)).toMatch(
    /^Margen usado200,20 US\$El coste de cada lote apalancado ÷ su apalancamiento/,
  )
  expect(figureOf('Financiado')).toBe('800,80 US$')
  expect(figureOf('Patrimonio de la cuenta')).toBe('400,40 US$')
  expect(figureOf('Nivel de margen')).toBe('200,00%')
  expect(figureOf('100%')).toBe('200,20 US$')
  expect(figureOf('75%')).toBe('150,15 US$')
  expect(figureOf('50%')).toBe('100,10 US$')
  expect(words(page)).toContain('Ningún saldo baja de cero: lo que falta se debe')
})

test.each([
  [20_020n, 'Tu cuenta cubre su margen.'],
  [20_019n, 'Tu cuenta ya no cubre su margen'],
  [15_014n, 'Tu cuenta cubre menos de tres cuartos de su margen.'],
  [10_010n, 'Tu cuenta está en el nivel de cierre'],
] as const)('an account with an equity of %s of 200.20 says where it stands', async (equity, text) => {
  const levelBps = Number((equity * 10_000n) / 20_020n)
  const page = await openMargin({ ...ACCOUNT, standing: { ...ACCOUNT.standing!, equity, levelBps } })
  await page.findByText(/^Tu cuenta/)
  expect(words(page)).toContain(text)
})

test('each lot has what it uses, what is financed of it, its night and its close-out, and opens its position', async () => {
  const page = await openMargin(ACCOUNT)
  const row = await page.findByRole('link', { name: /^Abacus Works 5×/ })
  expect(plain(row.textContent)).toBe(
    'Abacus Works 5×100 ABC, lote 8QWX-2041Financiado 800,80; cada noche 0,12' +
      'Cierre a 9,01 o menos, solo con este lote200,20 US$1.001,00 ÷ 5',
  )
  expect(row.getAttribute('href')).toBe(`#/subPackages/portfolio/position?listing=${ABC}`)
  expect(await page.findByText('5% al año, por día')).toBeTruthy()
  const entries = page.getByRole('link', { name: /^Movimientos de la financiación/ })
  expect(entries.getAttribute('href')).toBe('#/subPackages/portfolio/funds?asset=USD&kind=financing')
})

test('each close-out has its minute, its evidence and its orders', async () => {
  const page = await openMargin({ ...ACCOUNT, closeOuts: [CLOSE_OUT] })
  const link = await page.findByRole('link', { name: /vendidas/ })
  expect(link.getAttribute('href')).toContain(`/subPackages/trade/detail?id=${order}`)
  const closeOut = plain(page.getByRole('region', { name: /^20\/11\/2026/ }).textContent)
  for (const part of ['59,00 US$', '200,20 US$', '29,47', '8,50 US$', '42 de Abacus Works, vendidas'])
    expect(closeOut).toContain(part)
})

test('an account without financed lots says so, and keeps its close-outs', async () => {
  const standing = { currency: 'EUR', equity: 5n, used: 0n, financed: 0n, levelBps: null } as const
  const page = await openMargin({ standing, lots: [], closeOuts: [CLOSE_OUT] })
  expect(await page.findByText('Ninguno de tus lotes está apalancado')).toBeTruthy()
  expect(page.getByRole('link', { name: /vendidas/ })).toBeTruthy()
  expect(page.queryByText('Qué pasa en cada nivel')).toBeNull()
})

test('without any close-out it says that nothing was closed, beside the rule', async () => {
  const page = await openMargin(ACCOUNT)
  expect(await page.findByText('La casa no ha cerrado nada')).toBeTruthy()
  expect(words(page)).toContain('En cada minuto entero la cuenta se juzga')
})

test('without a rate two currencies are not judged together, and the lots stay', async () => {
  const page = await openMargin({ ...ACCOUNT, standing: null })
  expect(await page.findByText(/no se pueden juzgar juntos/)).toBeTruthy()
  expect(page.getByRole('link', { name: /^Abacus Works/ })).toBeTruthy()
})

test('a margin that cannot be read is said so', async () => {
  wire.house.answer(readMargin, no('unavailable', 'Ahora no'))
  enter()
  const page = await openPage('/subPackages/margin/margin')
  expect(await page.findByText('No hemos podido cargar el margen')).toBeTruthy()
})
