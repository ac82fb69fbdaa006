// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { no } from '@lonja/kit/house.testing'
import { enter } from '@lonja/kit/screens.testing'
import { openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()
const MARKET = '/pages/market/index'

beforeEach(() => {
  openMarket(wire.house)
  wire.house.answer(listInstruments, no('unavailable', 'Ahora no'))
})

test.each([
  ['new share offers', 'Salidas a bolsa', '#/subPackages/home/ipo/ipo'],
  ['block trades', 'Operaciones en bloque', '#/subPackages/home/blockTrading/blockTrading'],
])('the market leads to %s, once signed in', async (_what, name, href) => {
  enter()
  const page = await openPage(MARKET)
  expect((await page.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

test('the market of a visitor names neither', async () => {
  const page = await openPage(MARKET)
  await page.findByRole('tablist')
  expect(page.queryByRole('link', { name: /Salidas a bolsa|Operaciones en bloque/ })).toBeNull()
})
