// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEarnings, listInstruments } from '@lonja/core/discover/discover.contract'
import { readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { listNews } from '@lonja/core/news/news.contract'
import { readDayCurve } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { no } from '@lonja/kit/house.testing'
import { enter } from '@lonja/kit/screens.testing'
import { BVE, openMarket } from '../orders/market.testing.ts'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'

const wire = withApp()
const NAMES = [
  'Salidas a bolsa',
  'Operaciones en bloque',
  'Opciones binarias',
  'Automatización intradía',
  'Trading cuantitativo con IA',
  'Préstamo',
]

const rows: ReplyOf<typeof listInstruments> = {
  listing: [BVE],
  name: ['Bahía Verde'],
  venue: ['XMAD'],
  currency: ['EUR'],
  last: [priceE4(174_600n)],
  previousClose: [priceE4(174_000n)],
  halted: [],
  volume: [1_000n],
  marketCap: [null],
  line: [''],
  unusual: [null],
  cursor: null,
  total: 1,
}

beforeEach(() => {
  openMarket(wire.house)
  wire.house.answer(listInstruments, rows)
  wire.house.answer(readFirstSteps, { done: [], shown: false, looked: null })
  wire.house.answer(listEarnings, no('unavailable', 'Ahora no'))
  wire.house.answer(listNews, no('unavailable', 'Ahora no'))
  wire.house.answer(readDayCurve, no('unavailable', 'Ahora no'))
  wire.house.answer(readResults, no('unavailable', 'Ahora no'))
  enter()
})

/** The products to which links of a page lead. */
async function productsOn(path: string): Promise<string[]> {
  const page = await openPage(path)
  await page.findByRole('link', { name: /^Operaciones en bloque/ })
  return NAMES.filter((name) => page.queryByRole('link', { name: new RegExp(`^${name}`) }) !== null)
}

test.each(['/pages/home/index', '/pages/market/index'])('%s leads to each product', async (path) => {
  expect(await productsOn(path)).toEqual(NAMES)
})

test.each(['/pages/home/index', '/pages/market/index'])(
  '%s draws a shape of its own for each product',
  async (path) => {
    const page = await openPage(path)
    await page.findByRole('link', { name: /^Operaciones en bloque/ })
    const shapes = NAMES.map((name) =>
      page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .querySelector('path')
        ?.getAttribute('d'),
    )
    expect(new Set(shapes).size).toBe(NAMES.length)
  },
)

test('the market has the products in one line, and no row of its list is pushed down by a product', async () => {
  const page = await openPage('/pages/market/index')
  const line = await page.findByRole('navigation', { name: 'Qué puedes hacer' })
  expect(line.querySelectorAll('a[href]')).toHaveLength(NAMES.length)
  expect(line.children).toHaveLength(NAMES.length)
})

test.each(['/pages/home/index', '/pages/market/index'])('%s leads to none that is switched off', async (path) => {
  switchOff('ipo', 'options', 'loans', 'strategies')
  expect(await productsOn(path)).toEqual(['Operaciones en bloque'])
})

test.each([
  ['leads to its form', [], '/home/options/options?listing=XMAD:BVE'],
  ['leads to the share while options are off', ['options'], '/home/socketDetail/socketDetail?listing=XMAD:BVE'],
] as const)('the search for the share of an option %s', async (_what, off, target) => {
  if (off.length > 0) switchOff(...off)
  const page = await openPage('/subPackages/discover/search?for=option')
  const row = await page.findByRole('link', { name: /Bahía Verde/ })
  expect(decodeURIComponent(row.getAttribute('href') ?? '')).toContain(target)
})
