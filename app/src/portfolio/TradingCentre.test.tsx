// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listOwnActions } from '@lonja/core/corporate/corporate.contract'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { cancelOrder, listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listClosed, readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { openStream } from '@lonja/kit/stream'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket, position, quote } from '../orders/market.testing.ts'
import { openOrder as order, openSale, storyOf } from '../orders/orders.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import type { ClosedRow } from './ClosedTrade.tsx'

const wire = withApp()

const NOW = Date.now()

const closed = (more: Partial<ClosedRow> = {}): ClosedRow => ({
  order: newId(),
  lot: newId(),
  number: 'L-1',
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  shares: wholeShares(10n),
  openedAt: NOW - 1_000_000,
  closedAt: NOW,
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

async function openCentre(tab: string, held = [position()]): Promise<Page> {
  openMarket(wire.house, {}, held)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  enter()
  return openPage(`/pages/trade/index?tab=${tab}`)
}

const row = (page: Page) => page.findByRole('button', { name: /^Bahía Verde/ })

describe('a position', () => {
  test('shows its value and result at the newest price: a gain with its plus, a loss with its minus', async () => {
    const page = await openCentre('positions', [position({ last: priceE4(174_700n) })])
    // 140 × 17.47, which cost 2,100.00.
    expect(plain((await row(page)).textContent)).toContain('2.445,80 €+345,80 · +16,46%')
    page.leave()
    const loss = await openCentre('positions', [position({ last: priceE4(140_000n) })])
    expect(plain((await row(loss)).textContent)).toMatch(/1\.960,00 €[-−]140,00 · [-−]6,67%/)
  })

  test('without a price there is no value and no result, and nothing is made up', async () => {
    const page = await openCentre('positions', [position({ last: null, marketValue: null, unrealised: null })])
    expect(plain((await row(page)).textContent)).toMatch(/--$/)
  })

  test('opened, it leads to selling and to buying more of just this listing, and says what orders hold', async () => {
    wire.house.answer(listOwnActions, { rows: [] })
    const page = await openCentre('positions')
    await page.user.click(await row(page))
    const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect(href('Vender')).toBe(`#/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=100`)
    expect(href('Comprar más')).toBe(`#/subPackages/home/socketDetail/place?listing=${BVE}&side=buy`)
    expect(page.getByText('40 reservadas por ventas en curso')).toBeTruthy()
    expect(figureOf('Coste, con comisión')).toBe('2.100,00 €')
    expect(figureOf('Precio de mercado')).toBe('17,47 €')
    expect(href('Ver posición')).toBe(`#/subPackages/portfolio/position?listing=${BVE}`)
    expect(href('Poner stop')).toBe(`#/subPackages/portfolio/position?listing=${BVE}&exit=new`)
    const lot = page.getAllByRole('row').find((each) => each.textContent?.includes('L-1'))
    expect(plain(lot?.textContent)).toContain('+345,80 €+16,46%')
  })

  test('offers no exit where orders hold all of its shares', async () => {
    wire.house.answer(listOwnActions, { rows: [] })
    const page = await openCentre('positions', [position({ held: 140n })])
    await page.user.click(await row(page))
    expect(page.getByRole('link', { name: 'Ver posición' })).toBeTruthy()
    expect(page.queryByRole('link', { name: 'Poner stop' })).toBeNull()
  })

  test('moves with the stream', async () => {
    const page = await openCentre('positions')
    await row(page)
    openStream()
    await expect.poll(() => wire.stream.heard.some((message) => message.type === 'follow')).toBe(true)
    const last = priceE4(200_000n)
    wire.stream.figures({
      ...quote(199_900n, 200_100n),
      at: NOW + 10_000,
      last,
      volume: 1n,
      high: last,
      low: last,
      open: last,
      previousClose: null,
    })
    await expect.poll(async () => plain((await row(page)).textContent)).toContain('2.800,00 €+700,00')
  })
})

describe('the row of an open order', () => {
  test.each([
    [order(), '18,47'],
    [openSale(), '18,46'],
  ])('has the price at which it would trade now', async (mine, price) => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [mine], cursor: null })
    enter()
    const page = await openPage('/pages/trade/index?tab=open')
    const link = await page.findByRole('link', { name: /Bahía Verde/ })
    openStream()
    await expect.poll(() => wire.stream.heard.some((message) => message.type === 'follow')).toBe(true)
    const last = priceE4(184_700n)
    const day = { last, volume: 1n, high: last, low: last, open: last, previousClose: null }
    wire.stream.figures({ ...quote(184_600n, 184_700n), at: NOW + 20_000, ...day })
    await expect.poll(() => plain(link.textContent)).toContain(`ahora ${price}`)
  })
})

describe('a closed position', () => {
  test('shows its result, and opened, the account from purchase to sale to the cent', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [], cursor: null })
    wire.house.answer(listClosed, { rows: [closed()], cursor: null })
    wire.house.answer(readClosedTotals, { rows: [] })
    enter()
    const page = await openPage('/pages/trade/index?tab=closed')
    expect(plain((await row(page)).textContent)).toContain('+24,43 €')
    await page.user.click(await row(page))
    expect(figureOf('Compra')).toBe('10 × 15,00 €')
    expect(figureOf('Venta')).toBe('10 × 17,46 €')
    expect(figureOf('Ingreso de la venta')).toBe('174,60 €')
    expect(figureOf('Comisión de venta')).toMatch(/^[-−]0,17 €$/)
    expect(figureOf('Coste, con comisión')).toMatch(/^[-−]150,00 €$/)
    expect(figureOf('Resultado realizado')).toBe('+24,43 €')
  })

  test('one that lost says so', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [], cursor: null })
    wire.house.answer(listClosed, { rows: [closed({ realised: -10_00n })], cursor: null })
    wire.house.answer(readClosedTotals, { rows: [] })
    enter()
    const page = await openPage('/pages/trade/index?tab=closed')
    expect(plain((await row(page)).textContent)).toMatch(/[-−]10,00 €/)
  })
})

describe('an order in the market', () => {
  async function openOrder(of: OrderRow): Promise<Page> {
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(of))
    enter()
    const page = await openPage(`/subPackages/trade/detail?id=${of.id}`)
    await page.findByRole('heading', { name: /^(Compra|Venta) de 10 acciones/ })
    return page
  }

  test('that a split has adjusted says so, with its terms of before', async () => {
    const mine = order()
    const before = { ...mine, limit: priceE4(400_000n), shares: wholeShares(5n) }
    const former = [
      { ...before, at: NOW, split: { action: newId(), from: 1n, to: 2n }, move: null, fill: null },
      { ...before, at: NOW, split: null, move: null, fill: null },
    ]
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(mine, { former }))
    enter()
    const page = await openPage(`/subPackages/trade/detail?id=${mine.id}`)
    await page.findByText('Ajustada: desdoblamiento, 2 por 1')
    expect(plain(page.getByRole('main').textContent)).toContain('5 a 40,00')
    expect(page.getAllByText(/^Ajustada/)).toHaveLength(1)
  })

  test('that a reverse split has adjusted says so', async () => {
    const mine = order()
    const split = { action: newId(), from: 10n, to: 1n }
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(mine, { former: [{ ...mine, at: NOW, split, move: null, fill: null }] }))
    enter()
    const page = await openPage(`/subPackages/trade/detail?id=${mine.id}`)
    expect(await page.findByText('Ajustada: agrupación, 1 por 10')).toBeTruthy()
  })

  test('that has moved to a new ticker says when and from which', async () => {
    const mine = order()
    const move = { action: newId(), listing: 'XMAD:OLD', successor: mine.listing } as const
    const former = [{ ...mine, at: NOW, split: null, move, fill: null }]
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(mine, { former }))
    enter()
    const page = await openPage(`/subPackages/trade/detail?id=${mine.id}`)
    await page.findByText('Movida con su valor: antes OLD, ahora BVE')
    expect(page.queryByText(/^Ajustada/)).toBeNull()
  })

  test('of a pair shows both of its prices in the list, also where its stop follows the price', async () => {
    openMarket(wire.house)
    const pair = { kind: 'pair', side: 'sell', limit: null, profit: priceE4(200_000n) } as const
    const rows = [order({ ...pair, stop: priceE4(150_000n) }), order({ ...pair, trailBps: 500 })]
    wire.house.answer(listOrders, { rows, cursor: null })
    enter()
    const page = await openPage('/pages/trade/index?tab=open')
    const captions = await page.findAllByText(/^BVE · Venta/)
    expect(captions.map(({ textContent }) => plain(textContent))).toEqual([
      'BVE · Venta 10 · stop 15,00 o 20,00',
      'BVE · Venta 10 · stop 5,00% o 20,00',
    ])
  })

  test('is counted behind the name of its tab, apart from the word', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [order(), order()], cursor: null })
    enter()
    const page = await openPage('/pages/trade/index?tab=open')
    expect(await page.findByRole('tab', { name: 'En curso 2' })).toBeTruthy()
  })

  test('says which way it goes', async () => {
    const page = await openOrder(order())
    expect(page.getByRole('heading', named('Compra de 10 acciones de Bahía Verde'))).toBeTruthy()
    page.leave()
    const sale = await openOrder(order({ side: 'sell', held: [{ asset: BVE, units: 10n }] }))
    expect(sale.getByRole('heading', named('Venta de 10 acciones de Bahía Verde'))).toBeTruthy()
  })

  test('is cancelled only by the button of the question, which says what is released', async () => {
    const mine = order()
    const page = await openOrder(mine)
    wire.house.answer(cancelOrder, { id: mine.id, state: 'cancelled', endedAt: NOW })
    await page.user.click(page.getByRole('button', { name: /^Anular la orden/ }))
    const dialog = page.getByRole('dialog', { name: '¿Seguro que quieres anular la orden en curso?' })
    expect(plain(dialog.textContent)).toContain('Compra de 10 BVE')
    expect(figureOf('Se libera lo reservado:')).toBe('170,17 €')
    await page.user.click(page.getByRole('button', { name: 'Volver' }))
    expect(wire.house.asked(cancelOrder)).toEqual([])
    await page.user.click(page.getByRole('button', { name: /^Anular la orden/ }))
    const yes = page.getAllByRole('button', { name: /^Anular la orden/ }).at(-1)!
    await page.user.click(yes)
    await expect.poll(() => wire.house.asked(cancelOrder).map(({ input }) => input)).toEqual([{ id: mine.id }])
    await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  })

  test('one that was filled meanwhile says so in the question, and is read again', async () => {
    const mine = order()
    const page = await openOrder(mine)
    wire.house.answer(cancelOrder, no('order_ended', 'Ya se ejecutó'))
    await page.user.click(page.getByRole('button', { name: /^Anular la orden/ }))
    await page.user.click(page.getAllByRole('button', { name: /^Anular la orden/ }).at(-1)!)
    expect(await page.findByText('Ya se ejecutó')).toBeTruthy()
    await expect.poll(() => wire.house.asked(readOrder)).toHaveLength(2)
  })

  test('of a replay has its times by both clocks, and says which; elsewhere there is one', async () => {
    const [placedAt, marketAt, endsAt] = ['2026-11-20T10:00:00Z', '2013-10-04T13:30:00Z', '2013-10-04T20:00:00Z'].map(Date.parse) // prettier-ignore
    const times = { placedAt: placedAt!, endsAt: endsAt!, timeInForce: 'day' } as const
    const page = await openOrder(order({ ...times, marketAt: marketAt! }))
    expect(page.getByText(/Según el reloj del mercado: 04\/10\/2013 15:30/)).toBeTruthy()
    expect(page.getByText(/04\/10\/2013 22:00:00 · Según el reloj del mercado$/)).toBeTruthy()
    page.leave()
    const same = await openOrder(order({ ...times, marketAt: placedAt! }))
    expect(same.queryByText(/reloj del mercado/)).toBeNull()
  })

  test('one that has ended has nothing to cancel', async () => {
    const page = await openOrder(order({ state: 'cancelled', endReason: 'by_customer', endedAt: NOW }))
    expect(page.queryByRole('button', { name: /^Anular la orden/ })).toBeNull()
  })
})
