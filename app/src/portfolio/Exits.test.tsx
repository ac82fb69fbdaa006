// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { no } from '@lonja/kit/house.testing'
import { figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, receipt } from '../orders/market.testing.ts'
import { openExit } from '../orders/orders.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { POSITION_URL, lots, openPosition, twoLots } from './position.testing.ts'

const wire = withApp()

describe('an exit', () => {
  const pair = () =>
    openExit({
      kind: 'pair',
      profit: priceE4(200_000n),
      lot: lots[0]!.lot,
      shares: wholeShares(60n),
      heldNow: [{ asset: BVE, units: 60n }],
      changes: 2,
    })
  const open = async (page: Page, n: number) =>
    page.user.click((await page.findAllByRole('button', { name: 'Poner stop' }))[n]!)
  const sheet = () => plain(document.querySelector('dialog')?.textContent)
  const act = (page: Page, name: RegExp) => page.user.click(page.getByRole('button', { name }))

  test('on a lot has a stop, the result that it would lock in, and holds the shares of that lot', async () => {
    const page = await openPosition(wire, [twoLots({ held: 0n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await open(page, 0)
    const title = page.getByRole('heading', { name: 'Poner stop a 60 BVE' })
    expect(plain(title.nextElementSibling?.textContent ?? '')).toMatch(/^lote \S+, comprado a 15,00 €$/)
    await page.user.click(page.getByRole('button', { name: '-5%' }))
    // 60 × 16.58 less 1.00, which cost 900.60.
    expect(figureOf('Si se vende a 16,58')).toBe('+93,20 €')
    expect(sheet()).toContain('No es un precio asegurado')
    expect(figureOf('Reserva')).toBe('60 acciones')
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

  test.each([
    ['of two lots, on both', () => twoLots({ held: 0n }), 'Poner stop a 140 BVE'],
    [
      'of one lot, on that',
      () => twoLots({ held: 0n, shares: wholeShares(60n), lots: lots.slice(0, 1) }),
      'Poner stop a 60 BVE',
    ],
  ])('opens with the page where its address says so: %s, and once', async (_, of, name) => {
    const page = await openPosition(wire, [of()], {}, `${POSITION_URL}&exit=new`)
    await page.findByRole('dialog', { name })
    await page.user.keyboard('{Escape}')
    await expect.poll(() => page.queryByRole('dialog')).toBeNull()
    expect(whereNow()).toBe(POSITION_URL)
  })

  test('on the whole position takes the profit beside a stop that follows: one order, of no lot', async () => {
    const page = await openPosition(wire, [twoLots({ held: 40n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await page.user.click(await page.findByRole('button', { name: 'Poner stop a toda la posición' }))
    await page.user.click(page.getByRole('radio', { name: 'Sigue al precio' }))
    await page.user.click(page.getByRole('switch', { name: 'Toma de beneficios' }))
    await act(page, /^Vender 100 BVE si baja un 10,00%/)
    await expect
      .poll(() => wire.house.asked(placeOrder).map(({ input }) => input))
      .toMatchObject([{ shares: 100n, trailBps: 1_000, stop: null, profit: 192_000n, exit: true, lot: null }])
  })

  test('says what a stop loses before what a profit may gain', async () => {
    const page = await openPosition(wire, [twoLots({ held: 0n })])
    await open(page, 0)
    // 60 × 14.00 less 0.84, and 60 × 19.20 less 1.16, which cost 900.60.
    await page.write(page.getByRole('textbox', { name: /^Vender si baja a/ }), '14')
    await page.user.click(page.getByRole('switch', { name: 'Toma de beneficios' }))
    const [loss, gain, ...more] = page.getAllByText(/^Si se vende a/)
    expect([plain(loss!.parentElement?.textContent), plain(gain!.parentElement?.textContent), more]).toEqual([
      'Si se vende a 14,00-61,44 €',
      'Si se vende a 19,20+250,24 €',
      [],
    ])
    const takes = page.getByRole('switch', { name: 'Toma de beneficios' })
    expect(loss!.compareDocumentPosition(takes) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(gain!.compareDocumentPosition(takes) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
  })

  test('on a leveraged lot names the price at which the house closes it', async () => {
    const [old, young] = lots
    const leveraged = { ...old!, leverage: 2 as const, financed: 450_30n, closeOut: priceE4(112_600n) }
    const page = await openPosition(wire, [twoLots({ held: 0n, lots: [leveraged, young!] })])
    await open(page, 0)
    expect(figureOf('Cierre forzoso del lote de 2×')).toBe('11,26 € o menos')
    await act(page, /^Cerrar$/)
    await open(page, 1)
    expect(sheet()).not.toContain('Cierre forzoso')
  })

  test('on a leveraged lot opens above its close-out, and says of a stop that is not that the house sells first', async () => {
    const [old, young] = lots
    const leveraged = { ...old!, leverage: 5 as const, financed: 720_48n, closeOut: priceE4(158_000n) }
    const page = await openPosition(wire, [twoLots({ held: 0n, lots: [leveraged, young!] })])
    await open(page, 0)
    // The bid is 17.46, and half of the way to 15.80 is 4.75 %: 4.50 in whole halves.
    const stop = page.getByRole<HTMLInputElement>('textbox', { name: /^Vender si baja a/ })
    expect(stop.value).toBe('16,67')
    expect(sheet()).not.toContain('la casa vende antes')
    await page.write(stop, '15,80')
    expect(sheet()).toContain('No está por encima del cierre forzoso')
    await page.write(stop, '15,81')
    expect(sheet()).not.toContain('la casa vende antes')
    await page.user.click(page.getByRole('radio', { name: 'Sigue al precio' }))
    await page.write(page.getByRole('textbox', { name: /^Vender si baja desde su máximo/ }), '10')
    expect(sheet()).toContain('la casa vende antes')
  })

  test('without a stop is a limit to sell', async () => {
    const page = await openPosition(wire, [twoLots({ held: 0n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await open(page, 1)
    await page.user.click(page.getByRole('radio', { name: 'Sin stop' }))
    await act(page, /^Vender 80 BVE si sube a 19,20/)
    await expect
      .poll(() => wire.house.asked(placeOrder).map(({ input }) => input))
      .toMatchObject([{ shares: 80n, limit: 192_000n, stop: null, profit: null, exit: true, lot: lots[1]!.lot }])
  })

  // prettier-ignore
  test.each<[string, string, RegExp, string, string]>([
    ['a stop without its price',    'Precio fijo',    /^Vender si baja a/,                '',   'Escribe a qué precio se vende'],
    ['a stop without its distance', 'Sigue al precio', /^Vender si baja desde su máximo/, '',   'Escribe la distancia'],
    ['a distance of over a half',   'Sigue al precio', /^Vender si baja desde su máximo/, '51', 'La distancia es demasiado grande; elige una menor.'],
    ['a profit without its price',  'Sin stop',        /^Vender si sube a/,                '',   'Escribe a qué precio se vende'],
  ])('%s is named at its field after a tap, which sends nothing', async (_what, by, name, written, why) => {
    const page = await openPosition(wire, [twoLots({ held: 0n })])
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    await open(page, 0)
    await page.user.click(page.getByRole('radio', { name: by }))
    const field = page.getByRole('textbox', { name })
    await page.user.clear(field)
    if (written !== '') await page.write(field, written)
    expect(field.getAttribute('aria-invalid')).toBeNull()
    await act(page, /^Vender 60 BVE/)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(wire.toasts).toEqual([why])
    expect(wire.house.asked(placeOrder)).toEqual([])
  })

  test('that is open stands at its lot, and is changed in its prices and removed', async () => {
    const page = await openPosition(wire, [twoLots({ lots: [{ ...lots[0]!, reserved: 60n }, lots[1]!], held: 60n })])
    page.leave()
    wire.house.answer(listOrders, { rows: [pair()], cursor: null })
    wire.house.answer(replaceOrder, no('order_changed', 'La orden ha cambiado.'))
    const again = await openPage(POSITION_URL)
    expect(
      await again.findByRole('link', { name: /^Stop 15,00\s€ o toma de beneficios 20,00\s€ · 60 acciones$/ }),
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

  test('of one share is said in the singular, and so are the shares that it holds', async () => {
    const one = { ...lots[0]!, shares: wholeShares(1n), reserved: 1n }
    const page = await openPosition(wire, [twoLots({ shares: 1n, lots: [one], held: 1n })])
    page.leave()
    const order = openExit({ lot: one.lot, shares: wholeShares(1n), heldNow: [{ asset: BVE, units: 1n }] })
    wire.house.answer(listOrders, { rows: [order], cursor: null })
    const again = await openPage(POSITION_URL)
    expect(await again.findByRole('link', { name: /^Stop: 15,00\s€ · 1 acción$/ })).toBeTruthy()
    expect(plain(again.getByRole('main').textContent)).toContain('1 reservada por ventas en curso')
  })

  test('that was attached to a buy stands at the first lot of that buy', async () => {
    const buy = lots[1]!.order
    const more = { ...lots[1]!, lot: lots[0]!.lot, number: 'L-MORE', order: buy }
    const page = await openPosition(wire, [twoLots({ lots: [lots[1]!, more], held: 30n })])
    page.leave()
    wire.house.answer(listOrders, { rows: [openExit({ ofBuy: buy })], cursor: null })
    const again = await openPage(POSITION_URL)
    await again.findByRole('link', { name: /^Stop: 15,00/ })
    const items = again.getAllByRole('listitem').map((item) => plain(item.textContent))
    expect(items.map((item) => [item.includes('L-NEW'), item.includes('Stop: 15,00')])).toEqual([
      [true, true],
      [false, false],
    ])
  })
})
