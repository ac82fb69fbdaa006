// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { listOrders, placeOrder, type OrderRow } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket, position, receipt } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import type { Position } from './positions.ts'

const wire = withApp()

const NOW = Date.now()
const URL_OF = `/subPackages/portfolio/position?listing=${BVE}`

/** Two lots: 60 shares for 900.60, and 80 younger ones for 1,440.00. */
const lots = [
  { number: 'L-OLD', shares: 60n, cost: 900_60n, fee: 60n, price: 150_000n, ago: 2_000_000 },
  { number: 'L-NEW', shares: 80n, cost: 1_440_00n, fee: 1_60n, price: 179_800n, ago: 1_000_000 },
].map(({ shares, price, ago, ...lot }) => ({
  ...lot,
  lot: newId<'lot'>(),
  order: newId<'order'>(),
  shares: wholeShares(shares),
  price: priceE4(price),
  openedAt: NOW - ago,
  reserved: 0n,
  inExits: 0n,
  leverage: 1 as const,
  financed: 0n,
  closeOut: null,
}))

const twoLots = (more: Partial<Position> = {}): Position =>
  position({ cost: 2_340_60n, averageCost: priceE4(167_186n), previousClose: priceE4(170_000n), lots, ...more })

async function openPosition(held: readonly Position[] = [twoLots()], instrument = {}): Promise<Page> {
  openMarket(wire.house, instrument, held)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(readClosedTotals, { rows: [] })
  enter()
  return openPage(URL_OF)
}

describe('an exit', () => {
  const openExit = (): OrderRow => ({
    id: newId<'order'>(),
    listing: BVE,
    name: 'Bahía Verde',
    currency: 'EUR',
    side: 'sell',
    shares: wholeShares(60n),
    filled: 0n,
    leverage: 1,
    financed: null,
    kind: 'pair',
    limit: null,
    stop: priceE4(150_000n),
    trail: null,
    trailBps: null,
    profit: priceE4(200_000n),
    timeInForce: 'gtc',
    exit: true,
    lot: lots[0]!.lot,
    exits: null,
    exitOrder: null,
    ofBuy: null,
    stopNow: priceE4(150_000n),
    triggered: null,
    changes: 2,
    state: 'working',
    endReason: null,
    placedAt: NOW,
    marketAt: NOW,
    endsAt: null,
    endedAt: null,
    held: [],
    heldNow: [{ asset: BVE, units: 60n }],
    fillPrice: null,
    filledAt: null,
    fee: null,
    total: null,
    realised: null,
  })
  const open = async (page: Page, n: number) =>
    page.user.click((await page.findAllByRole('button', { name: 'Poner tope' }))[n]!)
  const sheet = () => plain(document.querySelector('dialog')?.textContent)
  const act = (page: Page, name: RegExp) => page.user.click(page.getByRole('button', { name }))

  test('on a lot has a stop, the result that it would lock in, and holds the shares of that lot', async () => {
    const page = await openPosition([twoLots({ held: 0n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await open(page, 0)
    await page.user.click(page.getByRole('button', { name: '-5,00%' }))
    // 60 × 16.58 less 1.00, which cost 900.60.
    expect(figureOf('Si se vende a 16,58')).toBe('+93,20 €')
    expect(sheet()).toContain('No es un precio asegurado')
    expect(figureOf('Retiene')).toBe('60 acciones')
    await act(page, /^Vender 60 BVE si baja a 16,58/)
    await expect
      .poll(() => wire.house.asked(placeOrder).map(({ input }) => input))
      .toMatchObject([
        {
          side: 'sell',
          shares: 60n,
          limit: null,
          stop: 165_800n,
          profit: null,
          timeInForce: 'gtc',
          exit: true,
          lot: lots[0]!.lot,
        },
      ])
  })

  test('on the whole position takes the profit beside a stop that follows: one order, of no lot', async () => {
    const page = await openPosition([twoLots({ held: 40n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await page.user.click(await page.findByRole('button', { name: 'Poner tope a toda la posición' }))
    await page.user.click(page.getByRole('radio', { name: 'Sigue al precio' }))
    await page.user.click(page.getByRole('switch', { name: 'Recoger ganancia' }))
    await act(page, /^Vender 100 BVE si baja un 10,00%/)
    await expect
      .poll(() => wire.house.asked(placeOrder).map(({ input }) => input))
      .toMatchObject([{ shares: 100n, trailBps: 1_000, stop: null, profit: 192_000n, exit: true, lot: null }])
  })

  test('without a stop is a limit to sell', async () => {
    const page = await openPosition([twoLots({ held: 0n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await open(page, 1)
    await page.user.click(page.getByRole('radio', { name: 'Sin tope' }))
    await act(page, /^Vender 80 BVE si sube a 19,20/)
    await expect
      .poll(() => wire.house.asked(placeOrder).map(({ input }) => input))
      .toMatchObject([{ shares: 80n, limit: 192_000n, stop: null, profit: null, exit: true, lot: lots[1]!.lot }])
  })

  test('that is open stands at its lot, and is changed in its prices and removed', async () => {
    const page = await openPosition([twoLots({ lots: [{ ...lots[0]!, reserved: 60n }, lots[1]!], held: 60n })])
    page.leave()
    wire.house.answer(listOrders, { rows: [openExit()], cursor: null })
    wire.house.answer(replaceOrder, no('order_changed', 'La orden ha cambiado.'))
    const again = await openPage(URL_OF)
    expect(
      await again.findByRole('link', { name: /^Tope: stop 15,00\s€ o ganancia 20,00\s€ · 60 acciones$/ }),
    ).toBeTruthy()
    await act(again, /^Cambiar/)
    await again.write(again.getByRole('textbox', { name: /^Vender si sube a/ }), '21')
    await again.user.click(again.getAllByRole('button', { name: /^Cambiar/ }).at(-1)!)
    expect(await again.findByText('La orden ha cambiado.')).toBeTruthy()
    expect(wire.house.asked(replaceOrder).map(({ input }) => input)).toMatchObject([
      { side: 'sell', changes: 2, shares: 60n, limit: null, stop: 150_000n, profit: 210_000n, timeInForce: 'gtc' },
    ])
    await act(again, /^Cerrar$/)
    await act(again, /^Quitar/)
    expect(await again.findByRole('button', { name: 'Anular la orden' })).toBeTruthy()
  })
})
