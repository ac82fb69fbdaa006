// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { readExchangeRate } from '@lonja/core/market/market.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, named, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, quote, receipt } from './market.testing.ts'

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

describe('a share that nobody sells now', () => {
  const unsold = () => openMarket(wire.house, { quote: quote(174_600n, 0n, { last: priceE4(174_700n) }) })

  test('is not bought at market: the ticket says so before it is sent, and shows no figures of it', async () => {
    unsold()
    enter()
    const page = await openPage(`${TICKET}buy`)
    expect(await page.findByText(/^Nadie vende ahora: una compra a mercado no tiene precio/)).toBeTruthy()
    const button = page.getByRole('button', { name: /^Comprar 1 BVE a mercado/ })
    expect(plain(button.textContent)).toContain('nadie vende ahora')
    expect(figureOf('Coste estimado')).toBe('-')
    await page.user.click(button)
    expect(wire.house.asked(placeOrder)).toEqual([])
  })

  test('is bought for an amount as little', async () => {
    unsold()
    enter()
    const page = await openPage(`${TICKET}buy`)
    await page.user.click(await page.findByRole('radio', named('Importe')))
    await page.write(page.getByRole('textbox', { name: 'Importe' }), '100')
    expect(page.queryByText(/necesita/)).toBeNull()
    expect(plain(page.getByRole('button', { name: /^Comprar/ }).textContent)).toContain('nadie vende ahora')
  })

  test('is bought with a limit, which waits', async () => {
    unsold()
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    enter()
    const page = await openPage(`${TICKET}buy`)
    await page.user.click(await page.findByRole('radio', named('Límite')))
    await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17')
    expect(page.getByText(/^Ahora no hay precio al otro lado/)).toBeTruthy()
    expect(page.queryByText(/^Nadie vende ahora/)).toBeNull()
    await page.user.click(page.getByRole('button', { name: /^Comprar 1 BVE a 17,00/ }))
    await expect.poll(() => wire.house.asked(placeOrder)).toHaveLength(1)
  })

  test('is sold as ever', async () => {
    unsold()
    enter()
    const page = await openPage(`${TICKET}sell`)
    await page.findByRole('spinbutton', { name: 'Acciones' })
    expect(page.queryByText(/^Nadie vende ahora/)).toBeNull()
    expect(figureOf('Ingreso estimado')).toBe('1.746,00 €')
  })
})
