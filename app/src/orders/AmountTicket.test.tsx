// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { openStream } from '@lonja/kit/stream'
import { changeTextSize } from '@lonja/kit/session'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, quote, receipt } from './market.testing.ts'
import { openOrder, storyOf } from './orders.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))

/** The ticket of 10 shares, switched to an amount. */
async function openAmount(): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(placeOrder, ({ input }) => receipt(input))
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=10`)
  await page.user.click(await page.findByRole('radio', named('Importe')))
  return page
}

const amount = (page: Page) => page.getByRole<HTMLInputElement>('textbox', { name: 'Importe' })
const button = (page: Page) => page.getByRole('button', { name: /^(Comprar|Vender)/ })
const placed = () => wire.house.asked(placeOrder).map(({ input }) => input)
const hint = (page: Page) => plain(document.getElementById(amount(page).getAttribute('aria-describedby')!)?.textContent)

describe('a buy for an amount', () => {
  test('begins with what its shares need, and goes back to the shares that it buys', async () => {
    const page = await openAmount()
    // The ask of 17.47 with the collar is 17.8194: 178.20 and 0.18.
    expect(amount(page).value).toBe('178,38')
    await page.write(amount(page), '100')
    await page.user.click(page.getByRole('radio', named('Acciones')))
    expect(page.getByRole<HTMLInputElement>('spinbutton', { name: 'Acciones' }).value).toBe('5')
  })

  test('says at its field the whole shares, their price, what they need at most, and what remains', async () => {
    const page = await openAmount()
    await page.write(amount(page), '100')
    expect(hint(page)).toBe('5 acciones a 17,47 €: necesitan 89,19 € como máximo y sobran 10,81 €.')
    expect(figureOf('Sobra del importe')).toBe('10,81 €')
    expect(page.getByText('de 100,00 €')).toBeTruthy()
    expect(figureOf('Reservado, como máximo')).toBe('89,19 €')
    expect(figureOf('Coste estimado')).toBe('87,35 €')
    expect(plain(button(page).textContent)).toBe('Comprar 5 BVE a mercadounos 87,44 €, comisión incluida')
  })

  test('is placed as an order of whole shares, and its receipt says the amount too', async () => {
    const page = await openAmount()
    await page.write(amount(page), '100')
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ side: 'buy', shares: 5n, limit: null })
    expect(placed()[0]).not.toHaveProperty('amount')
    const { id } = placed()[0]!
    await expect.poll(whereNow).toBe(`/subPackages/trade/detail?id=${id}`)
    wire.house.answer(readOrder, ({ input }) => storyOf(openOrder({ id: input.id })))
    page.leave()
    const detail = await openPage(`/subPackages/trade/detail?id=${id}`)
    await detail.findByRole('heading', { name: /^Compra de/ })
    expect(figureOf('Para un importe de')).toBe('100,00 €')
    detail.leave()
    const other = await openPage(`/subPackages/trade/detail?id=${openOrder().id}`)
    await other.findByRole('heading', { name: /^Compra de/ })
    expect(other.queryByText('Para un importe de')).toBeNull()
  })

  test('too small for one share says what one needs, and sends nothing', async () => {
    const page = await openAmount()
    await page.write(amount(page), '17,83')
    expect(hint(page)).toBe('No llega para una acción: necesita 17,84 €')
    expect(plain(button(page).textContent)).toContain('No llega para una acción: necesita 17,84 €')
    await page.user.click(button(page))
    expect(placed()).toEqual([])
    await page.write(amount(page), '17,84')
    expect(hint(page)).toBe('1 acción a 17,47 €: necesita 17,84 € como máximo y sobran 0,00 €.')
  })

  test('that is not written asks for it, and sends nothing', async () => {
    const page = await openAmount()
    await page.user.clear(amount(page))
    expect(plain(button(page).textContent)).toContain('Escribe el importe')
    await page.user.click(button(page))
    expect(placed()).toEqual([])
  })

  test('beyond the cash says so, and puts the most', async () => {
    const page = await openAmount()
    await page.write(amount(page), '9000')
    expect(hint(page)).toBe('Saldo de la cuenta insuficiente')
    const put = page.getByRole('button', { name: /^Poner / })
    const most = plain(put.textContent).replace('Poner ', '').replace(' €', '')
    await page.user.click(put)
    expect(amount(page).value).toBe(most)
    expect(page.queryByText('Saldo de la cuenta insuficiente')).toBeNull()
  })

  test('at a limit needs no collar', async () => {
    const page = await openAmount()
    await page.user.click(page.getByRole('radio', named('Límite')))
    await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17,40')
    await page.write(amount(page), '100')
    expect(hint(page)).toBe('5 acciones a 17,40 €: necesitan 87,09 € como máximo y sobran 12,91 €.')
  })

  test('with leverage is what the customer puts in themselves', async () => {
    const page = await openAmount()
    await page.user.click(page.getByRole('radio', named('Límite')))
    await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17,40')
    await page.user.click(page.getByRole('radio', named('5×')))
    await page.write(amount(page), '348,35')
    expect(hint(page)).toBe(
      '100 acciones a 17,40 €: necesitan 348,35 € como máximo y sobran 0,00 €. ' +
        'El importe es lo que pones tú; con 5× la casa financia el resto.',
    )
    await page.user.click(button(page))
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ shares: 100n, leverage: 5 })
  })

  test('a part of the most puts the amount that it needs', async () => {
    const page = await openAmount()
    await page.user.click(page.getByRole('button', named('Máx')))
    const most = amount(page).value
    await page.user.click(page.getByRole('button', named('50%')))
    expect(amount(page).value).not.toBe(most)
    expect(hint(page)).toMatch(/y sobran 0,00 €\.$/)
  })

  test('is not asked of a sell, and stays for the way back', async () => {
    const page = await openAmount()
    await page.write(amount(page), '100')
    await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
    expect(page.queryByRole('radio', named('Importe'))).toBeNull()
    expect(page.getByRole<HTMLInputElement>('spinbutton', { name: 'Acciones' }).value).toBe('5')
    await page.user.click(page.getByRole('radio', { name: /^Comprar/ }))
    expect(amount(page).value).toBe('100,00')
  })

  test('in large text has its sentence at the field', async () => {
    changeTextSize(200)
    const page = await openAmount()
    await page.write(amount(page), '100')
    expect(hint(page)).toContain('5 acciones')
  })

  test('follows the price: a dearer quote buys fewer', async () => {
    const page = await openAmount()
    await page.write(amount(page), '100')
    openStream()
    await expect.poll(() => wire.stream.heard.some((message) => message.type === 'follow')).toBe(true)
    const ask = priceE4(300_000n)
    const day = { volume: 1n, high: ask, low: ask, open: ask, previousClose: null }
    wire.stream.figures({ ...quote(299_900n, 300_000n), ...day, at: quote(0n, 0n).at + 1_000 })
    // 30.00 with the collar is 30.60.
    await expect.poll(() => hint(page)).toBe('3 acciones a 30,00 €: necesitan 91,90 € como máximo y sobran 8,10 €.')
    expect(plain(button(page).textContent)).toMatch(/^Comprar 3 BVE a mercado/)
  })
})
