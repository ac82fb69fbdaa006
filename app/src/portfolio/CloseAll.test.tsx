// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { previewSales } from '@lonja/core/portfolio/sales.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, later, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket, receipt } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import type { SaleRow } from './selling.ts'

const wire = withApp()

const KLD: ListingId = 'XNAS:KLD'
const LMB: ListingId = 'XMAD:LMB'

const sale = (more: Partial<SaleRow> = {}): SaleRow => ({
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  shares: 140n,
  held: 0n,
  inExits: 0n,
  selling: 140n,
  obstacle: null,
  waitsUntil: null,
  resumesAt: null,
  estimate: {
    price: priceE4(174_600n),
    proceeds: 2_444_40n,
    fee: 2_45n,
    total: 2_441_95n,
    repaid: 0n,
    result: 341_95n,
  },
  ...more,
})

const kelder = (more: Partial<SaleRow> = {}): SaleRow =>
  sale({
    listing: KLD,
    name: 'Kelder',
    currency: 'USD',
    shares: 10n,
    selling: 10n,
    estimate: {
      price: priceE4(2_000_000n),
      proceeds: 2_000_00n,
      fee: 2_00n,
      total: 1_998_00n,
      repaid: 0n,
      result: -12_00n,
    },
    ...more,
  })

const lumbre = (more: Partial<SaleRow> = {}): SaleRow =>
  sale({ listing: LMB, name: 'Lumbre', shares: 5n, selling: 5n, ...more })

async function openSheet(rows: readonly SaleRow[]): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(previewSales, { rows: [...rows], at: Date.now() })
  enter()
  const page = await openPage('/pages/trade/index?tab=positions')
  await page.user.click(await page.findByRole('button', { name: 'Vender todas las posiciones' }))
  await page.findByRole('dialog', { name: 'Vender todas las posiciones' })
  return page
}

/** Press the button of the sheet, then the one of the spec's question. */
async function sellAll(page: Page, name: RegExp): Promise<void> {
  await page.user.click(await page.findByRole('button', { name }))
  const question = await page.findByRole('dialog', { name: '¿Seguro que quieres vender?' })
  const confirm = [...question.querySelectorAll('button')].find((button) => button.textContent?.startsWith('Vender'))
  await page.user.click(confirm!)
}

const rowOf = async (page: Page, name: string): Promise<string> => {
  await page.findAllByText(name)
  const items = page.getAllByRole('listitem').filter((item) => item.closest('dialog') !== null)
  return plain(items.find((item) => item.textContent?.includes(name))?.textContent)
}

const placed = () => wire.house.asked(placeOrder)

describe('before anything is sold', () => {
  test('each position has its shares, proceeds, fee and result, and the sums are by currency', async () => {
    const page = await openSheet([sale(), kelder()])
    expect(await rowOf(page, 'Bahía Verde')).toContain('BVE · 140 acciones · comisión 2,45')
    expect(await rowOf(page, 'Bahía Verde')).toContain('2.444,40 €+341,95 · +16,28%')
    expect(await rowOf(page, 'Kelder')).toMatch(/2\.000,00 US\$[-−]12,00 · [-−]0,60%/)
    expect(plain(page.getByRole('region', { name: 'EUR' }).textContent)).toContain('2.444,40 €')
    expect(plain(page.getByRole('region', { name: 'USD' }).textContent)).toMatch(
      /2\.000,00 US\$.*[-−]2,00 US\$.*[-−]12,00 US\$/,
    )
    const button = page.getByRole('button', { name: /^Vender 2 posiciones/ })
    expect(plain(button.textContent)).toContain('2.441,95 € + 1.998,00 US$')
  })

  test('it says what cannot be sold now and why, what waits for the open, and what stays held', async () => {
    const page = await openSheet([
      sale({ held: 40n, selling: 100n }),
      kelder({ obstacle: 'market_halted' }),
      lumbre({ waitsUntil: Date.UTC(2026, 10, 23, 8) }),
      sale({ listing: 'XMAD:TAL', name: 'Talleres', held: 140n, selling: 0n, obstacle: 'held', estimate: null }),
    ])
    expect(await rowOf(page, 'Bahía Verde')).toContain('40 se quedan: las reservan ventas en curso.')
    expect(await rowOf(page, 'Kelder')).toContain('Negociación suspendida: una orden a mercado no se admite')
    expect(await rowOf(page, 'Lumbre')).toContain('la orden espera a la apertura, 23/11/2026 09:00:00')
    expect(await rowOf(page, 'Talleres')).toContain('Las ventas en curso reservan todas sus acciones')
    // The halted one and the held one are in no sum.
    expect(page.getByRole('button', { name: /^Vender 2 posiciones/ })).toBeTruthy()
    expect(page.queryByRole('region', { name: 'USD' })).toBeNull()
  })

  test('with nothing to sell the button says so and sells nothing', async () => {
    const page = await openSheet([kelder({ obstacle: 'market_halted', resumesAt: Date.UTC(2026, 10, 23, 9) })])
    expect(await rowOf(page, 'Kelder')).toContain('10:00')
    const buttons = page.getAllByRole('button', { name: /^Vender todas las posiciones/ })
    expect(buttons.at(-1)?.textContent).toContain('ahora no se puede vender nada')
    await page.user.click(buttons.at(-1)!)
    expect(page.queryByRole('dialog', { name: '¿Seguro que quieres vender?' })).toBeNull()
  })

  test('going back from the question sells nothing', async () => {
    const page = await openSheet([sale()])
    await page.user.click(await page.findByRole('button', { name: /^Vender 1 posición/ }))
    await page.user.click(await page.findByRole('button', { name: 'Volver' }))
    expect(placed()).toEqual([])
    expect(page.queryByRole('dialog', { name: '¿Seguro que quieres vender?' })).toBeNull()
  })
})

describe('the sale', () => {
  test('is one market order for all free shares of each position that can be sold, each by an id of its own', async () => {
    const page = await openSheet([sale({ held: 40n, selling: 100n }), kelder(), lumbre({ obstacle: 'price_stale' })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await sellAll(page, /^Vender 2 posiciones/)
    expect(await page.findByText('2 de 2 órdenes recibidas')).toBeTruthy()
    const orders = placed().map(({ input }) => input)
    expect(orders.map(({ id: _id, ...order }) => order)).toEqual([
      { listing: BVE, side: 'sell', shares: 100n, limit: null, timeInForce: 'day' },
      { listing: KLD, side: 'sell', shares: 10n, limit: null, timeInForce: 'day' },
    ])
    expect(new Set(orders.map(({ id }) => id)).size).toBe(2)
    expect(await rowOf(page, 'Kelder')).toContain('Orden recibida')
    const link = page.getByRole('link', { name: /^Kelder/ })
    expect(link.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${orders[1]!.id}`)
  })

  test('a double tap on the confirmation sells once', async () => {
    const reply = later<ReplyOf<typeof placeOrder>>()
    const page = await openSheet([sale()])
    wire.house.answer(placeOrder, () => reply.value)
    await page.user.click(await page.findByRole('button', { name: /^Vender 1 posición/ }))
    const question = await page.findByRole('dialog', { name: '¿Seguro que quieres vender?' })
    const confirm = [...question.querySelectorAll('button')].find((button) => button.textContent?.startsWith('Vender'))!
    confirm.click()
    confirm.click()
    await expect.poll(() => placed()).toHaveLength(1)
    await expect.poll(() => rowOf(page, 'Bahía Verde')).toContain('Enviando')
    reply.give(receipt(placed()[0]!.input))
    expect(await page.findByText('1 de 1 orden recibida')).toBeTruthy()
    expect(placed()).toHaveLength(1)
  })

  test('a refused order keeps its reason beside it, the others go on, and it alone is sent again', async () => {
    const page = await openSheet([sale(), kelder()])
    wire.house.answer(placeOrder, ({ input }) =>
      input.listing === BVE ? no('price_stale', 'La cotización es antigua') : receipt(input),
    )
    await sellAll(page, /^Vender 2 posiciones/)
    expect(await page.findByText('1 de 2 órdenes recibidas')).toBeTruthy()
    expect(await rowOf(page, 'Bahía Verde')).toMatch(/La cotización es antigua.*Rechazada/)
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await page.user.click(page.getByRole('button', { name: 'Reintentar: 1 orden' }))
    expect(await page.findByText('2 de 2 órdenes recibidas')).toBeTruthy()
    expect(placed().map(({ input }) => input.listing)).toEqual([BVE, KLD, BVE])
  })

  test('after a lost answer the rest waits, and sent again it is the same order', async () => {
    const page = await openSheet([sale(), kelder()])
    wire.house.answer(placeOrder, () => LOST)
    await sellAll(page, /^Vender 2 posiciones/)
    expect(await page.findByText('0 de 2 órdenes recibidas')).toBeTruthy()
    await page.findByRole('button', { name: /^Reintentar: 2 órdenes/ })
    expect(await rowOf(page, 'Bahía Verde')).toMatch(/No se sabe si llegó.*Sin respuesta/)
    expect(await rowOf(page, 'Kelder')).toContain('Sin enviar')
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await page.user.click(page.getByRole('button', { name: /^Reintentar: 2 órdenes/ }))
    expect(await page.findByText('2 de 2 órdenes recibidas')).toBeTruthy()
    const [lost, again, other] = placed()
    expect(again?.input).toEqual(lost?.input)
    expect([again?.key, other?.input.listing]).toEqual([lost?.key, KLD])
  })

  test('the answers stay in sight when the last position is gone, and the sheet closes only when all were sent', async () => {
    const reply = later<ReplyOf<typeof placeOrder>>()
    const page = await openSheet([sale()])
    wire.house.answer(placeOrder, () => reply.value)
    await sellAll(page, /^Vender 1 posición/)
    await expect.poll(() => placed()).toHaveLength(1)
    await page.user.keyboard('{Escape}')
    expect(page.getByRole('dialog', { name: 'Vender todas las posiciones' })).toBeTruthy()
    wire.house.answer(listPositions, { rows: [], at: Date.now() })
    reply.give(receipt(placed()[0]!.input))
    expect(await page.findByText('Todavía no tienes posiciones')).toBeTruthy()
    expect(page.getByText('1 de 1 orden recibida')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'Volver' }))
    expect(page.queryByRole('dialog')).toBeNull()
  })
})

test('a preview that cannot be read says so', async () => {
  openMarket(wire.house)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(previewSales, no('unavailable', 'La casa no responde'))
  enter()
  const page = await openPage('/pages/trade/index?tab=positions')
  await page.user.click(await page.findByRole('button', { name: 'Vender todas las posiciones' }))
  expect(await page.findByText('No hemos podido calcular las ventas')).toBeTruthy()
})

test('without positions there is no way to it', async () => {
  openMarket(wire.house, {}, [])
  wire.house.answer(listOrders, { rows: [], cursor: null })
  enter()
  const page = await openPage('/pages/trade/index?tab=positions')
  await page.findByText('Todavía no tienes posiciones')
  expect(page.queryByRole('button', { name: 'Vender todas las posiciones' })).toBeNull()
})
