// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readExchangeRate } from '@lonja/core/market/market.contract'
import { no } from '@lonja/kit/house.testing'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()

const TICKET = `/subPackages/home/socketDetail/place?listing=${BVE}&side=`

// prettier-ignore
test.each([
  ['not_heard',  /la fuente de esta casa no da este valor/],
  ['no_minutes', /solo tiene días de este valor/],
  ['no_quotes',  /no tiene precios de compra y venta/],
  ['renamed',    /tiene un código nuevo/],
] as const)('a share that is %s has no ticket, and says why, also while an old quote is known', async (unquoted, why) => {
  openMarket(wire.house, { unquoted })
  enter()
  const page = await openPage(`${TICKET}buy`)
  expect(await page.findByText(why)).toBeTruthy()
  expect(page.queryByRole('spinbutton')).toBeNull()
})

test('on a recording without a rate the ticket says which cash pays; a sale needs none', async () => {
  openMarket(wire.house)
  wire.house.answer(readExchangeRate, no('no_rate_recorded', 'Nunca'))
  enter()
  const page = await openPage(`${TICKET}buy`)
  expect(await page.findByText(/no tiene cambio EUR\/USD: este valor solo se paga en EUR/)).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
  expect(page.queryByText(/no tiene cambio/)).toBeNull()
})

test('a rate that is missing for the moment is no such thing', async () => {
  openMarket(wire.house)
  wire.house.answer(readExchangeRate, no('no_rate', 'Ahora no'))
  enter()
  const page = await openPage(`${TICKET}buy`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  await expect.poll(() => wire.house.asked(readExchangeRate).length).toBeGreaterThan(0)
  expect(page.queryByText(/no tiene cambio/)).toBeNull()
})
