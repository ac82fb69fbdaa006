// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, priceE4, usd, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { cancelOrders } from '@lonja/core/orders/replacing.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { LOST } from '@lonja/kit/house.testing'
import { enter, figureOf, later, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'
import { openExit, openOrder, openSale, storyOf } from './orders.testing.ts'

const wire = withApp()
const KLD: ListingId = 'XNAS:KLD'
const kelder = (more: Partial<OrderRow> = {}): OrderRow =>
  openOrder({ listing: KLD, name: 'Kelder', currency: 'USD', held: [usd(90_00n)], heldNow: [usd(90_00n)], ...more })

/** The open orders of the house; those that it cancels are open no more. */
function openHouse(rows: readonly OrderRow[]): { open: OrderRow[] } {
  const house = { open: [...rows] }
  openMarket(wire.house)
  wire.house.answer(readClosedTotals, { rows: [] })
  wire.house.answer(listOrders, ({ input }) => ({
    rows: input.which === 'open' ? house.open.filter(({ listing }) => !input.listing || listing === input.listing) : [],
    cursor: null,
  }))
  enter()
  return house
}

async function openSheet(rows: readonly OrderRow[]) {
  const house = openHouse(rows)
  const page = await openPage('/pages/trade/index?tab=open')
  await page.user.click(await page.findByRole('button', { name: 'Anular las órdenes abiertas' }))
  await page.findByRole('dialog', { name: 'Anular las órdenes abiertas' })
  return { house, page }
}

const requests = () => wire.house.asked(cancelOrders).map(({ input }) => input)
const rowsIn = (page: Page): string[] =>
  page
    .getAllByRole('listitem')
    .filter((item) => item.closest('dialog'))
    .map((item) => plain(item.textContent) ?? '')
const cancelButton = (page: Page) => page.getByRole('button', { name: /^Anular \d/ })
const ended = (order: OrderRow, state: OrderRow['state'] = 'cancelled', filled = order.filled) => ({
  id: order.id,
  state,
  filled,
})

describe('the preview', () => {
  test('lists what is cancelled, with what each releases, and their sum by asset', async () => {
    const { page } = await openSheet([openOrder(), openOrder({ heldNow: [eur(29_83n)] }), kelder(), openSale()])
    expect(rowsIn(page)[0]).toBe('Bahía VerdeCompra · 10 a 17,00 € o menos170,17 €')
    expect(rowsIn(page)[3]).toBe('Bahía VerdeVenta · 40 a 18,00 € o más40 BVE')
    expect(figureOf('Se libera lo reservado:')).toBe('200,00 € + 90,00 US$ + 40 BVE')
    expect(plain(cancelButton(page).textContent)).toBe('Anular 4 órdeneslibera 200,00 € + 90,00 US$ + 40 BVE')
    expect(requests()).toEqual([])
  })

  // prettier-ignore
  test.each([
    ['buys',           async (page: Page) => page.user.click(page.getByRole('button', { name: /^Compras/ })), 2, { listing: null, side: 'buy' }],
    ['sells',          async (page: Page) => page.user.click(page.getByRole('button', { name: /^Ventas/ })),  1, { listing: null, side: 'sell' }],
    ['one listing',    async (page: Page) => page.user.selectOptions(page.getByLabelText('Valor'), 'Kelder'), 1, { listing: KLD, side: null }],
  ] as const)('of %s shows those only, and cancels those only', async (_line, act, count, input) => {
    const { page, house } = await openSheet([openOrder(), kelder(), openSale()])
    wire.house.answer(cancelOrders, { ended: house.open.map((order) => ended(order)) })
    wire.house.answer(readOrder, ({ input }) => storyOf(openOrder({ id: input.id, state: 'cancelled' })))
    await act(page)
    expect(rowsIn(page)).toHaveLength(count)
    await page.user.click(cancelButton(page))
    await expect.poll(requests).toEqual([input])
  })

  test('says which positions lose their exits, and only where one is among them', async () => {
    const { page } = await openSheet([openOrder(), openExit(), openExit({ listing: KLD, name: 'Kelder' })])
    const words = () => plain(page.getByRole('dialog').textContent)
    expect(words()).toContain(
      'se anulan 2 órdenes de stop o toma de beneficios, de BVE, KLD: esas posiciones se quedan sin ellas.',
    )
    await page.user.selectOptions(page.getByLabelText('Valor'), 'Kelder')
    expect(words()).toContain('se anula la orden de stop o toma de beneficios de KLD: esa posición se queda sin ella.')
    await page.user.click(page.getByRole('button', { name: /^Compras/ }))
    expect(words()).not.toContain('toma de beneficios')
  })

  test('without any of a side says so, and cancels nothing', async () => {
    const { page } = await openSheet([openOrder()])
    await page.user.click(page.getByRole('button', { name: /^Ventas/ }))
    const button = page.getAllByRole('button', { name: /^Anular las órdenes abiertas/ }).at(-1)!
    expect(plain(button.textContent)).toContain('ninguna es así')
    await page.user.click(button)
    expect(requests()).toEqual([])
  })

  test('reads all pages before it says how many', async () => {
    const [first, second] = [openOrder(), kelder()]
    openHouse([])
    const next = later<ReplyOf<typeof listOrders>>()
    wire.house.answer(listOrders, ({ input }) =>
      input.cursor === undefined ? { rows: [first], cursor: first.id } : next.value,
    )
    const page = await openPage('/pages/trade/index?tab=open')
    await page.user.click(await page.findByRole('button', { name: 'Anular las órdenes abiertas' }))
    await expect.poll(() => plain(cancelButton(page).textContent)).toContain('cargando las órdenes')
    await page.user.click(cancelButton(page))
    expect(requests()).toEqual([])
    next.give({ rows: [second], cursor: null })
    await expect.poll(() => plain(cancelButton(page).textContent)).toContain('Anular 2 órdenes')
  })
})

describe('the outcome', () => {
  test('names those that were cancelled, and those that a quote filled first', async () => {
    const [buy, other, sale] = [openOrder(), kelder(), openSale({ filled: 10n, state: 'part_filled' })]
    const { page, house } = await openSheet([buy, other, sale])
    wire.house.answer(cancelOrders, () => {
      house.open.splice(0)
      return { ended: [ended(buy), ended(other, 'filled', 10n), ended(sale)] }
    })
    await page.user.click(cancelButton(page))
    expect(await page.findByText('2 anuladas. 1 se ejecutó antes.')).toBeTruthy()
    const rows = rowsIn(page)
    expect(rows.find((row) => row.startsWith('Kelder'))).toMatch(/se ejecutó antes de anularlaEjecutada$/)
    expect(rows[0]).toMatch(/^Bahía VerdeBVE · Compra · 10 a 17,00 € o menosAnulada$/)
    expect(rows[2]).toContain('Ejecutadas 10 de 40, que se quedan')
    const link = page.getByRole('link', { name: /^Kelder/ })
    expect(link.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${other.id}`)
  })

  test('names an order that was placed meanwhile too', async () => {
    const [seen, unseen] = [openOrder(), kelder({ name: 'Kelder Semiconductors' })]
    const { page } = await openSheet([seen])
    wire.house.answer(readOrder, storyOf({ ...unseen, state: 'cancelled' }))
    wire.house.answer(cancelOrders, { ended: [ended(seen), ended(unseen)] })
    await page.user.click(cancelButton(page))
    expect(await page.findByText('Kelder Semiconductors')).toBeTruthy()
  })

  test('a double tap asks once', async () => {
    const reply = later<ReplyOf<typeof cancelOrders>>()
    const order = openOrder()
    const { page } = await openSheet([order])
    wire.house.answer(cancelOrders, () => reply.value)
    const button = cancelButton(page)
    button.click()
    button.click()
    await expect.poll(requests).toHaveLength(1)
    reply.give({ ended: [ended(order)] })
    expect(await page.findByText('1 anulada.')).toBeTruthy()
    expect(requests()).toHaveLength(1)
  })

  test('of a lost answer is read from each order, and not made up', async () => {
    const [buy, sale] = [openOrder(), openSale()]
    const { page, house } = await openSheet([buy, sale])
    wire.house.answer(readOrder, ({ input }) =>
      storyOf(input.id === buy.id ? { ...buy, state: 'cancelled' } : { ...sale, state: 'filled', filled: 40n }),
    )
    wire.house.answer(cancelOrders, () => {
      house.open.splice(0)
      return LOST
    })
    await page.user.click(cancelButton(page))
    expect(await page.findByText('Así ha terminado cada una:', {}, { timeout: 5_000 })).toBeTruthy()
    await expect.poll(() => rowsIn(page).join()).toContain('se ejecutó antes de anularla')
    expect(rowsIn(page)[0]).toMatch(/Anulada$/)
    expect(page.queryByText(/anuladas?\.$/)).toBeNull()
  })

  test('of a request that did not arrive asks for a second tap, which cancels', async () => {
    const order = openOrder({ shares: wholeShares(3n), limit: priceE4(100_000n) })
    const { page } = await openSheet([order])
    wire.house.answer(cancelOrders, () => LOST)
    await page.user.click(cancelButton(page))
    expect(await page.findByText(/No se sabe si se anularon/)).toBeTruthy()
    wire.house.answer(cancelOrders, { ended: [ended(order)] })
    await expect.poll(() => cancelButton(page).getAttribute('aria-disabled')).toBeNull()
    await page.user.click(cancelButton(page))
    expect(await page.findByText('1 anulada.')).toBeTruthy()
  })
})

test('from the page of a position it is limited to that listing, and the outcome stays when none is left', async () => {
  const order = openOrder()
  const house = openHouse([order, kelder()])
  wire.house.answer(cancelOrders, ({ input }) => ({
    ended: house.open
      .splice(0)
      .filter(({ listing }) => listing === input.listing)
      .map((each) => ended(each)),
  }))
  const page = await openPage(`/subPackages/portfolio/position?listing=${BVE}`)
  await page.user.click(await page.findByRole('button', { name: 'Anular las órdenes abiertas' }))
  await page.findByRole('dialog')
  await expect.poll(() => rowsIn(page)).toHaveLength(1)
  expect(page.queryByLabelText('Valor')).toBeNull()
  await page.user.click(cancelButton(page))
  await expect.poll(requests).toEqual([{ listing: BVE, side: null }])
  expect(await page.findByText('1 anulada.')).toBeTruthy()
})
