// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { no } from '@lonja/kit/house.testing'
import { openStream } from '@lonja/kit/stream'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket, quote } from '../orders/market.testing.ts'
import { openSale } from '../orders/orders.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { PAID, POSITION_URL, lots, openPosition, twoLots } from './position.testing.ts'

const wire = withApp()

const NOW = Date.now()

const text = () => plain(document.querySelector('main')?.textContent)
const sellButton = (page: Page) => page.findByRole('link', { name: /^Vender 100/ })

describe('a position', () => {
  test('has its shares, value, result and yield, the price with the day’s change, cost and average', async () => {
    const page = await openPosition(wire)
    await page.findByText('Bahía Verde')
    // 140 × 17.47, which cost 2,340.60; the share closed at 17.00 before.
    for (const line of [
      '140 acciones · 2 lotes',
      '2.445,80 €',
      '+105,20 €',
      '+4,49%',
      '17,47 €',
      '+2,76% hoy',
      'sin realizar',
    ])
      expect(text()).toContain(line)
    expect(figureOf('Coste, con comisión')).toBe('2.340,60 €')
    expect(figureOf('Coste medio')).toBe('16,72 €')
    expect(text()).toContain('La media solo se muestra: los resultados siguen a los lotes, con comisión.')
    expect(text()).toContain('40 reservadas por ventas en curso')
  })

  test('has every figure of each lot, the oldest first, with a link to its purchase', async () => {
    const page = await openPosition(wire)
    const rows = (await page.findAllByRole('link', { name: /^\d+ a / })).map((row) => plain(row.textContent))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^60 a 15,00L-OLD · .*Coste 900,60, con 0,60 de comisión1\.048,20\+147,60 · \+16,38%$/)
    expect(rows[1]).toMatch(/^80 a 17,98L-NEW · .*Coste 1\.440,00, con 1,60 de comisión1\.397,60[-−]42,40 · [-−]2,95%$/)
    expect(text()).toContain('en €; el más antiguo se vende antes')
    const [first] = page.getAllByRole('link', { name: /^\d+ a / })
    expect(first?.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${lots[0]!.order}`)
  })

  test('has the corporate actions that paid on it, each with the way to its record', async () => {
    const page = await openPosition(wire, [twoLots()], {}, POSITION_URL, [PAID])
    const link = await page.findByRole('link', { name: 'Ver el evento' })
    expect(link.getAttribute('href')).toBe(`#/subPackages/corporate/action?id=${PAID.action.id}`)
    expect(text()).toMatch(/Dividendo de 0,25\s€ por acción · \d{2}\/\d{2}\/\d{4} .*Neto: 2,12\s€/)
  })

  test('sells all free shares through the ticket, with the proceeds and the result against the oldest lots', async () => {
    const page = await openPosition(wire)
    const button = await sellButton(page)
    expect(button.getAttribute('href')).toBe(
      `#/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=100`,
    )
    // 100 × 17.46 less 1.75; 60 cost 900.60, and 40 of the younger lot 720.00.
    await expect
      .poll(() => plain(button.textContent))
      .toBe('Vender 100 BVE a mercadorecibes unos 1.744,25 €, resultado +123,65')
  })

  test('sells the shares of its exits too, which the sale takes over', async () => {
    const page = await openPosition(wire, [twoLots({ held: 140n, inExits: 140n })])
    const button = await page.findByRole('link', { name: /^Vender 140/ })
    expect(button.getAttribute('href')).toMatch(/side=sell&shares=140$/)
  })

  test('closes one lot through the ticket, as far as no open sell holds its shares', async () => {
    const reserved = [lots[0]!, { ...lots[1]!, reserved: 25n }]
    const page = await openPosition(wire, [twoLots({ lots: reserved, held: 30n })])
    const closing = await page.findAllByRole('link', { name: /^Cerrar / })
    expect(closing.map((link) => plain(link.textContent))).toEqual(['Cerrar 60', 'Cerrar 55'])
    expect(closing[1]?.getAttribute('href')).toBe(
      `#/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=55&lot=${lots[1]!.lot}`,
    )
    expect(text()).toContain('25 en ventas abiertas de este lote')
  })

  test('with all shares held there is nothing to sell, and the button says why', async () => {
    const page = await openPosition(wire, [twoLots({ held: 140n })])
    const button = await page.findByRole('button', { name: /^Vender/ })
    expect(plain(button.textContent)).toBe('VenderLas ventas en curso reservan todas sus acciones')
  })

  test.each([
    ['shut', { state: 'closed', opensAt: NOW + 1 }, 'Dejar la orden para la apertura'],
    ['halted', { state: 'halted', opensAt: null }, 'solo con límite'],
  ] as const)('while the market is %s the button says what follows', async (_state, state, text) => {
    const session = { open: null, close: null, resumesAt: null, timeZone: 'Europe/Madrid', ...state }
    const page = await openPosition(wire, undefined, { session })
    await expect.poll(async () => plain((await sellButton(page)).textContent)).toContain(text)
  })

  test('without a price nothing is made up', async () => {
    const page = await openPosition(wire, [
      twoLots({ last: null, previousClose: null, marketValue: null, unrealised: null }),
    ])
    await page.findByText('Sin precio ahora: no hay valor ni resultado.')
    const rows = page.getAllByRole('link', { name: /^\d+ a / }).map((row) => plain(row.textContent))
    for (const row of rows) expect(row).toMatch(/--$/)
  })

  test('a stale price is said', async () => {
    const page = await openPosition(wire, undefined, { quote: quote(174_600n, 174_700n, { stale: true }) })
    expect(await page.findByText('El precio es antiguo.')).toBeTruthy()
  })

  test('shows the open orders on it and what was closed of it, with the way to those trades', async () => {
    const page = await openPosition(wire)
    page.leave()
    const order = openSale({ limit: priceE4(300_000n) })
    wire.house.answer(listOrders, { rows: [order], cursor: null })
    const totals = { count: 3, gainCount: 2, gains: 30_00n, lossCount: 1, losses: -5_00n, realised: 25_00n } as const
    wire.house.answer(readClosedTotals, { rows: [{ currency: 'EUR', ...totals, cost: 500_00n, fees: 1_00n }] })
    const again = await openPage(POSITION_URL)
    const open = await again.findByRole('link', { name: /Venta 40 · límite 30,00/ })
    expect(open.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${order.id}`)
    const closed = await again.findByRole('link', { name: /^3 posiciones cerradas/ })
    expect(plain(closed.textContent)).toContain('+25,00 · +5,00%')
    expect(closed.getAttribute('href')).toBe(`#/pages/trade/index?tab=closed&listing=${BVE}`)
    expect(wire.house.asked(listOrders).at(-1)?.input).toMatchObject({ which: 'open', listing: BVE })
    expect(wire.house.asked(readClosedTotals).at(-1)?.input).toEqual({ listing: BVE })
  })

  test('leads to the chart and to its closed trades from the header', async () => {
    const page = await openPosition(wire)
    await page.user.click(page.getByRole('button', { name: 'Ver el valor y su gráfico' }))
    expect(whereNow()).toBe(`/subPackages/home/socketDetail/socketDetail?listing=${BVE}`)
  })
})

describe('no position', () => {
  test('one that was sold says so, and there is nothing to sell', async () => {
    const page = await openPosition(wire, [])
    expect(await page.findByText('Ahora no tienes BVE')).toBeTruthy()
    expect(page.queryByRole('link', { name: /^Vender/ })).toBeNull()
    expect(page.getByRole('link', { name: 'Ver mis posiciones' })).toBeTruthy()
    const buy = page.getByRole('link', { name: 'Comprar BVE' })
    expect(buy.getAttribute('href')).toBe(`#/subPackages/home/socketDetail/place?listing=${BVE}&side=buy`)
  })

  test('one that cannot be read says so, and can be read again', async () => {
    openMarket(wire.house)
    wire.house.answer(listPositions, no('unavailable', 'La casa no responde.'))
    wire.house.answer(listOrders, { rows: [], cursor: null })
    wire.house.answer(readClosedTotals, { rows: [] })
    enter()
    const page = await openPage(POSITION_URL)
    expect(await page.findByText('No hemos podido cargar tus posiciones')).toBeTruthy()
    wire.house.answer(listPositions, { rows: [twoLots()], at: NOW })
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await sellButton(page)).toBeTruthy()
  })
})

// The figures of the stream stay in the window, so this test comes last.
test('moves with the stream: value, result, lots and the estimate of the sale', async () => {
  const page = await openPosition(wire)
  await sellButton(page)
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
    previousClose: priceE4(170_000n),
  })
  await expect.poll(text).toContain('2.800,00 €')
  expect(text()).toContain('+459,40 €')
  expect(text()).toContain('+17,64% hoy')
  // 100 × 19.99 less 2.00, against the older lot and 40 shares of the younger one.
  expect(plain((await sellButton(page)).textContent)).toContain('recibes unos 1.997,00 €, resultado +376,40')
})
