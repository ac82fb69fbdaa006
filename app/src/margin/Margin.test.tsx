// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { lotOf } from '@lonja/core/base/ids'
import { readMargin } from '@lonja/core/margin/margin.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()
const ABC: ListingId = 'XNYS:ABC'
const lot = lotOf(newId<'fill'>())
const order = newId<'order'>()

const ACCOUNT: ReplyOf<typeof readMargin> = {
  standing: { currency: 'USD', equity: 15_014n, used: 20_020n, financed: 80_080n, levelBps: 7_499 },
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
      closeOutPrice: priceE4(90_090n),
    },
  ],
  closeOuts: [
    {
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
    },
  ],
}

async function openMargin(account: ReplyOf<typeof readMargin>): Promise<Page> {
  wire.house.answer(readMargin, account)
  enter()
  return openPage('/subPackages/margin/margin')
}
const words = (page: Page) => plain(page.getByRole('main').textContent)

test('the margin says its level, each lot with its close-out price, and each close-out with its evidence and orders', async () => {
  const page = await openMargin(ACCOUNT)
  expect(await page.findByText('Financiado por la casa')).toBeTruthy()
  for (const part of ['74,99', '150,14', '9,01 US$', '59,00', '29,47', '8,50', '42 de Abacus Works, vendidas'])
    expect(words(page)).toContain(part)
  const link = page.getByRole('link', { name: /vendidas/ })
  expect(link.getAttribute('href')).toContain(`/subPackages/trade/detail?id=${order}`)
})

test('an account without financed lots has no level, and nothing was closed', async () => {
  const standing = { currency: 'EUR', equity: 5n, used: 0n, financed: 0n, levelBps: null } as const
  const page = await openMargin({ standing, lots: [], closeOuts: [] })
  expect(await page.findByText('La casa no ha cerrado nada')).toBeTruthy()
  expect(words(page)).toContain('Sin margen usado')
  expect(page.queryByText('Financiado por la casa')).toBeNull()
})

test('without a rate two currencies are not judged together', async () => {
  const page = await openMargin({ standing: null, lots: [], closeOuts: [] })
  expect(await page.findByText(/no se pueden juzgar juntas/)).toBeTruthy()
})

test('a margin that cannot be read is said so', async () => {
  wire.house.answer(readMargin, no('unavailable', 'Ahora no'))
  enter()
  const page = await openPage('/subPackages/margin/margin')
  expect(await page.findByText('No se pudo leer el margen')).toBeTruthy()
})
