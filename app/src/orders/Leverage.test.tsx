// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { changeTextSize } from '@lonja/kit/session'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import type { Position } from '../portfolio/positions.ts'
import { BVE, openMarket, position, receipt } from './market.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))

type Margin = NonNullable<Parameters<typeof openMarket>[4]>

/** The ticket of 100 shares at a limit of 17.40: 1,740.00 and a fee of 1.74. */
async function openLimit(margin?: Margin, shares = 100): Promise<Page> {
  openMarket(wire.house, {}, undefined, {}, margin)
  wire.house.answer(placeOrder, ({ input }) => receipt(input))
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=${shares}`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  // In large text the kinds are a menu.
  const menu = page.queryByRole('combobox', { name: 'Orden' })
  if (menu) await page.user.selectOptions(menu, 'limit')
  else await page.user.click(page.getByRole('radio', named('Límite')))
  await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17,40')
  return page
}

const lever = (page: Page, leverage: string) => page.user.click(page.getByRole('radio', named(leverage)))
const placed = () => wire.house.asked(placeOrder).map(({ input }) => input)
const button = (page: Page) => page.getByRole('button', { name: /^(Comprar|Vender) / })
const panel = (page: Page) => page.queryByRole('region', { name: 'Cierre forzoso, solo con esta posición' })

describe('the leverage of a buy', () => {
  test('is sent as it was chosen', async () => {
    const page = await openLimit()
    await lever(page, '5×')
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ side: 'buy', leverage: 5 })
  })

  test('that is none is not named', async () => {
    const page = await openLimit(undefined, 10)
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).not.toHaveProperty('leverage')
  })

  test('is not asked of a sell, which sends none, and stays for the way back', async () => {
    const page = await openLimit()
    await lever(page, '2×')
    await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
    expect(page.queryByRole('radio', named('2×'))).toBeNull()
    await page.user.click(page.getByRole('radio', { name: /^Comprar/ }))
    expect(page.getByRole<HTMLInputElement>('radio', named('2×')).checked).toBe(true)
    await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
    await page.user.click(button(page))
    await page.user.click(page.getByRole('button', named('Vender 100')))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).not.toHaveProperty('leverage')
  })

  test('shows the close-out price, the loss by then, a night, and that the whole cost is at risk', async () => {
    const page = await openLimit()
    expect(panel(page)).toBeNull()
    await lever(page, '5×')
    // 1,393.39 and half of 348.35 are 1,567.565 for 100 shares; at 15.67 a sale brings 1,567.00 less 1.57.
    expect(plain(panel(page)?.textContent)).toBe(
      'Cierre forzoso, solo con esta posición15,67 € o menosCada noche0,20 €' +
        'Si cae un 9,95% desde tu límite se cierra, y pierdes unos 176,31 € de los 348,35 € que pones. ' +
        'Se juzga toda tu cuenta, y toda responde: puedes perder hasta 1.741,74 €.',
    )
  })

  test('is reckoned in the dock: cost and fee, financed, its own part, the worst case and what is left', async () => {
    const page = await openLimit()
    await lever(page, '5×')
    for (const [label, figure] of [
      ['Coste y comisión', '1.741,74 €'],
      ['Financiado', '1.393,39 €'],
      ['Reservado y margen usado', '348,35 €'],
      ['Peor caso', '-1.741,74 €'],
      ['Te queda disponible', '651,65 € + 500,00 US$'],
    ] as const)
      expect([label, figureOf(label).replace('−', '-')]).toEqual([label, figure])
    for (const note of ['1.740,00 + 1,74', '5% al año, por día', '1.741,74 ÷ 5', 'si cae a cero: todo el coste'])
      expect(page.getByText(note)).toBeTruthy()
    expect(plain(button(page).textContent)).toBe('Comprar 100 BVE a 17,40 € o menos5×, pones 348,35 €')
  })

  test('at market holds more than its part, and says both', async () => {
    const page = await openLimit()
    await page.user.click(page.getByRole('radio', named('Mercado')))
    await lever(page, '2×')
    // The ask of 17.47 with the collar of 2 % is 17.8194: 1,781.94 and 1.79, by two.
    expect(figureOf('Reservado, como máximo')).toBe('891,87 €')
    expect(figureOf('Margen usado')).toBe('874,38 €')
    expect(plain(button(page).textContent)).toBe('Comprar 100 BVE a mercado2×, pones unos 874,38 €')
  })

  test('multiplies the most shares that the cash can hold', async () => {
    const page = await openLimit()
    expect(page.getByText('Máx 83')).toBeTruthy()
    await lever(page, '5×')
    expect(page.getByText('Máx 415')).toBeTruthy()
  })

  test('in large text docks what is put in', async () => {
    changeTextSize(200)
    const page = await openLimit()
    await lever(page, '5×')
    const short = page.queryAllByRole('button', { expanded: false }).find((each) => each.closest('[data-dock]'))
    expect(plain(short?.textContent)).toBe('Pones 348,35 €Te quedan 651,65 € + 500,00 US$')
  })
})

describe('an account that does not cover the margin', () => {
  test('says so at the shares, puts the most that it covers, and sends nothing', async () => {
    const page = await openLimit({ currency: 'EUR', equity: 500_00n, used: 300_00n, financed: 1_200_00n })
    await lever(page, '5×')
    expect(page.getAllByText(/^Tu cuenta no cubre el margen/).length).toBeGreaterThan(0)
    await page.user.click(button(page))
    expect(placed()).toEqual([])
    // 200.00 are left: 57 shares hold 198.56.
    await page.user.click(page.getByRole('button', named('Poner 57')))
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ shares: 57n, leverage: 5 })
  })

  test('when the house says so, says it at the leverage with the way out', async () => {
    const page = await openLimit()
    const sentence = 'El valor de tu cuenta no cubre su margen.'
    wire.house.answer(placeOrder, no('margin_short', sentence, { field: 'leverage' }))
    await lever(page, '5×')
    await page.user.click(button(page))
    const alerts = () => page.getAllByRole('alert').map((each) => plain(each.textContent))
    await expect.poll(alerts).toContain(`${sentence}Poner 1×`)
    await page.user.click(page.getByRole('button', named('Poner 1×')))
    expect(page.getByRole<HTMLInputElement>('radio', named('1×')).checked).toBe(true)
    expect(alerts()).not.toContain(`${sentence}Poner 1×`)
  })
})

test('a sell shows what it pays back and what comes in, in the dock and in its question', async () => {
  const [own] = position().lots
  // 140 shares for 2,100.00, of which 1,680.00 are financed: 10 of them pay back 120.00.
  const lots: Position['lots'] = [{ ...own!, leverage: 5, financed: 1_680_00n, closeOut: priceE4(135_000n) }]
  openMarket(wire.house, {}, [position({ financed: 1_680_00n, lots })])
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=10`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  const minus = (figure: string) => figure.replace('−', '-')
  expect(minus(figureOf('Se devuelve de lo financiado'))).toBe('-120,00 €')
  expect(figureOf('Recibes, unos')).toBe('54,42 €')
  expect(figureOf('Resultado estimado')).toBe('+24,42 €')
  expect(plain(button(page).textContent)).toBe('Vender 10 BVE a mercadounos 54,42 €, comisión descontada')
  await page.user.click(button(page))
  const dialog = await page.findByRole('dialog')
  expect(plain(dialog.textContent)).toContain('Recibes, unos54,42 €')
})
