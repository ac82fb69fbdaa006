// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, receipt } from './market.testing.ts'
import { openExit, openOrder, storyOf } from './orders.testing.ts'
import type { OrderStory } from './story.ts'

const wire = withApp()

/** The ticket of 100 shares at a limit of 17.40 with leverage 5: 1,740.00 and a fee of 1.74. */
async function openLimit(): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(placeOrder, ({ input }) => receipt(input))
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=100`)
  await page.user.click(await page.findByRole('radio', named('Límite')))
  await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17,40')
  await page.user.click(page.getByRole('radio', named('5×')))
  return page
}

const STOP = /^Stop de pérdidas/
const PROFIT = /^Toma de beneficios/
const want = (page: Page, name: RegExp) => page.user.click(page.getByRole('checkbox', { name }))
const price = (page: Page, name: RegExp) => page.getByRole<HTMLInputElement>('textbox', { name })
const exits = (page: Page) =>
  plain(page.getByRole('group', { name: 'Stop y toma de beneficios de esta compra' }).textContent)
const button = (page: Page) => page.getByRole('button', { name: /^(Comprar|Vender) / })
const placed = () => wire.house.asked(placeOrder).map(({ input }) => input)
const minus = (text: string) => text.replaceAll('−', '-')
const hint = (field: HTMLElement) =>
  plain(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent)

describe('the exits of a buy', () => {
  test('are none until they are wanted, and not named then', async () => {
    const page = await openLimit()
    expect(page.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
    expect(exits(page)).toBe(
      'Stop y toma de beneficios de esta compraStop de pérdidasvende a mercadoToma de beneficiosvende a ese precio o más',
    )
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).not.toHaveProperty('exits')
  })

  test('are proposed five per cent from the price of the buy, the loss before the gain', async () => {
    const page = await openLimit()
    await want(page, PROFIT)
    await want(page, STOP)
    expect(price(page, STOP).value).toBe('16,53')
    expect(price(page, PROFIT).value).toBe('18,27')
    const boxes = page.getAllByRole('checkbox').map((box) => plain(box.closest('label')?.textContent))
    expect(boxes).toEqual([
      'Stop de pérdidasvende a mercado',
      'sigue al precio cuando sube',
      'Toma de beneficiosuna anula la otra',
    ])
  })

  test('say of a stop that is not above the close-out of the buy that the house sells first', async () => {
    const page = await openLimit()
    await want(page, STOP)
    expect(exits(page)).not.toContain('la casa vende antes')
    const closeOut = figureOf('Cierre forzoso, solo con esta posición')
    await page.write(price(page, STOP), closeOut.replace(/[^\d,]/g, ''))
    expect(exits(page)).toContain('No está por encima del cierre forzoso')
    await page.user.click(page.getByRole('radio', named('1×')))
    expect(exits(page)).not.toContain('la casa vende antes')
  })

  test('say their results in money, fees included, and how far the price moves', async () => {
    const page = await openLimit()
    await want(page, STOP)
    await want(page, PROFIT)
    await page.write(price(page, STOP), '16,60')
    await page.write(price(page, PROFIT), '18,50')
    expect(minus(exits(page))).toContain('vende a mercado-83,40 €-4,60%')
    expect(minus(exits(page))).toContain('una anula la otra+106,41 €+6,32%')
    expect(exits(page)).toContain('El precio del stop no está asegurado')
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({
      side: 'buy',
      leverage: 5,
      exits: { stop: priceE4(166_000n), profit: priceE4(185_000n) },
    })
  })

  test('may be the gain alone, which sells at its price', async () => {
    const page = await openLimit()
    await want(page, PROFIT)
    expect(exits(page)).toContain('Toma de beneficiosvende a ese precio o más')
    expect(exits(page)).not.toContain('El precio del stop')
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ exits: { stop: null, profit: priceE4(182_700n) } })
  })

  test('keep their prices while one is not wanted', async () => {
    const page = await openLimit()
    await want(page, STOP)
    await page.write(price(page, STOP), '16,10')
    await want(page, STOP)
    expect(page.queryByRole('textbox', { name: STOP })).toBeNull()
    await want(page, STOP)
    expect(price(page, STOP).value).toBe('16,10')
  })

  test('may have a stop that follows the bid, with the result where it begins', async () => {
    const page = await openLimit()
    await want(page, STOP)
    await want(page, /^sigue al precio cuando sube/)
    expect(price(page, STOP).value).toBe('5,00')
    await page.write(price(page, STOP), '4')
    // 100 at 16.704, which is 4 % below 17.40, less their fee and 1,741.74.
    expect(minus(exits(page))).toContain('-73,02 €-4,00%')
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ exits: { stop: null, trailBps: 400, profit: null } })
  })

  // prettier-ignore
  test.each([
    ['none',            '',   'Escribe la distancia'],
    ['more than half',  '51', 'La distancia es demasiado grande; elige una menor.'],
  ])('that follow at a distance of %s are refused at their field', async (_what, written, why) => {
    const page = await openLimit()
    await want(page, STOP)
    await want(page, /^sigue al precio cuando sube/)
    await page.user.clear(price(page, STOP))
    if (written !== '') await page.write(price(page, STOP), written)
    expect(hint(price(page, STOP))).toBe(why)
    const buy = page.getByRole('button', { name: /^Comprar/ })
    expect(plain(buy.textContent)).toContain('Escribe la distancia')
    await page.user.click(buy)
    expect(placed()).toEqual([])
  })

  // prettier-ignore
  test.each<[string, RegExp, string, string, string]>([
    ['a stop at the price of the buy',   STOP,   '17,40', 'Debe quedar por debajo del precio al que compras.', 'revisa: Stop de pérdidas'],
    ['a profit at the price of the buy', PROFIT, '17,40', 'Debe quedar por encima del precio al que compras.', 'revisa: Toma de beneficios'],
    ['a stop out of reach',              STOP,   '1,00',  'Está demasiado lejos del último precio; elige uno más cercano.', 'revisa: Stop de pérdidas'],
    ['a profit out of reach',            PROFIT, '175',   'Está demasiado lejos del último precio; elige uno más cercano.', 'revisa: Toma de beneficios'],
  ])('are refused at their field before they are sent: %s', async (_what, which, written, why, waits) => {
    const page = await openLimit()
    await want(page, which)
    await page.write(price(page, which), written)
    expect(hint(price(page, which))).toBe(why)
    expect(price(page, which).getAttribute('aria-invalid')).toBe('true')
    expect(exits(page)).not.toMatch(/ €|%/)
    expect(plain(button(page).textContent)).toContain(waits)
    await page.user.click(button(page))
    expect(placed()).toEqual([])
  })

  test('without a price ask for it, and the figures of the buy stay', async () => {
    const page = await openLimit()
    await want(page, STOP)
    await page.user.clear(price(page, STOP))
    expect(hint(price(page, STOP))).toBe('Escribe a qué precio se vende')
    await page.user.click(page.getByRole('button', { name: /^Comprar/ }))
    expect(placed()).toEqual([])
  })

  test('that the house refuses say so at their field', async () => {
    const page = await openLimit()
    const msg = 'El stop de pérdidas debe quedar por debajo del precio al que compras'
    wire.house.answer(placeOrder, no('exit_stop_too_high', msg, { field: 'exits.stop' }))
    await want(page, STOP)
    await page.user.click(button(page))
    await expect.poll(() => hint(price(page, STOP))).toBe(msg)
  })

  test('are not asked of a sell, and stay for the way back', async () => {
    const page = await openLimit()
    await want(page, STOP)
    await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
    expect(page.queryByRole('checkbox')).toBeNull()
    await page.user.click(page.getByRole('radio', { name: /^Comprar/ }))
    expect(price(page, STOP).value).toBe('16,53')
  })
})

describe('an order', () => {
  const exitPrices = { stop: priceE4(160_000n), profit: priceE4(190_000n) }

  async function openDetail(order: ReturnType<typeof openOrder>, former: OrderStory['former'] = []): Promise<Page> {
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(order, { former }))
    enter()
    const page = await openPage(`/subPackages/trade/detail?id=${order.id}`)
    await page.findByRole('heading', { name: /^(Compra|Venta) de/ })
    return page
  }

  test('with exits says them before its first fill, and that they wait for it', async () => {
    const page = await openDetail(openOrder({ exits: exitPrices }))
    expect(figureOf('Stop de pérdidas')).toBe('16,00 €')
    expect(figureOf('Toma de beneficios')).toBe('19,00 €')
    expect(page.getAllByText('se pone con la primera ejecución')).toHaveLength(2)
    expect(page.queryByRole('link', { name: 'Ver su stop o toma de beneficios' })).toBeNull()
  })

  test('whose stop is to follow says its distance', async () => {
    await openDetail(openOrder({ exits: { stop: null, trailBps: 500, profit: null } }))
    expect(figureOf('Stop de pérdidas')).toBe('5,00%')
  })

  test('whose exit is placed leads to it', async () => {
    const exitOrder = newId<'order'>()
    const page = await openDetail(openOrder({ exits: { ...exitPrices, profit: null }, exitOrder }))
    expect(page.queryByText('se pone con la primera ejecución')).toBeNull()
    expect(page.queryByText('Toma de beneficios')).toBeNull()
    const link = page.getByRole('link', { name: 'Ver su stop o toma de beneficios' })
    expect(link.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${exitOrder}`)
  })

  test('that is the exit of a buy leads back to it', async () => {
    const ofBuy = newId<'order'>()
    const page = await openDetail(openExit({ ofBuy }))
    const link = page.getByRole('link', { name: 'Ver la compra que protege' })
    expect(link.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${ofBuy}`)
  })

  test('that is an exit says each fill of its buy that made it larger', async () => {
    const order = openExit({ ofBuy: newId<'order'>(), changes: 2 })
    const was = { ...order, at: order.placedAt + 1_000, split: null, move: null, fill: null }
    const former = [
      { ...was, shares: wholeShares(10n), fill: newId<'fill'>() },
      { ...was, shares: wholeShares(20n) },
    ]
    const page = await openDetail(order, former)
    const steps = page.getAllByRole('listitem').map((step) => plain(step.textContent))
    expect(steps.find((step) => step.startsWith('Ampliada con otra ejecución de su compra'))).toContain(
      'Antes: 10 con stop',
    )
    expect(steps.find((step) => step.startsWith('Cambiada'))).toContain('Antes: 20 con stop')
  })
})
