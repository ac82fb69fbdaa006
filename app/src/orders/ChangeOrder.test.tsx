// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { readOrder } from '@lonja/core/orders/story.contract'
import { LOST } from '@lonja/kit/house.testing'
import { changeTextSize } from '@lonja/kit/session'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { button, limit, openChange, buttonText, sentIn, shares } from './change.testing.ts'
import { openMarket } from './market.testing.ts'
import { openOrder, openSale, partOf, storyOf } from './orders.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))

const NOW = Date.now()
const sent = () => sentIn(wire)
/** A line of the table: before and after. */
const line = (page: Page, label: string): string[] => {
  const row = page.getAllByRole('row').find((each) => plain(each.querySelector('th')?.textContent) === label)
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => plain(cell.textContent) ?? '')
}

describe('the form of an order', () => {
  test('has the terms of the order, and says what a change does to the money before it is sent', async () => {
    const page = await openChange(wire, storyOf(openOrder()))
    expect(shares(page).getAttribute('aria-valuenow')).toBe('10')
    expect(limit(page).getAttribute('value')).toBe('17,00')
    expect(buttonText(page)).toContain('nada ha cambiado')
    await page.write(limit(page), '17,20')
    expect(page.getByText('era 17,00')).toBeTruthy()
    expect(line(page, 'Coste como máximo')).toEqual(['170,00 €', '172,00 €'])
    expect(line(page, 'Comisión')).toEqual(['0,17 €', '0,18 €'])
    expect(line(page, 'Reservado, como máximo')).toEqual(['170,17 €', '172,18 €'])
    expect(line(page, 'Te queda disponible')).toEqual(['1.000,00 € + 500,00 US$', '997,99 € + 500,00 US$'])
    expect(page.getByText('Reserva 2,01 € más.')).toBeTruthy()
    expect(buttonText(page)).toBe('Cambiar: 10 a 17,20 € o menosBVE · 172,18 € como máximo')
  })

  // prettier-ignore
  test.each([
    ['another price',  async (page: Page) => page.write(limit(page), '16,00'), /^Pierde su turno entre tus órdenes de BVE, porque cambia el precio/, /^Libera 10,01 €/],
    ['more shares',    async (page: Page) => page.write(shares(page), '11'),   /^Pierde su turno entre tus órdenes de BVE, porque pide más acciones/, /^Reserva 17,02 € más/],
    ['fewer shares',   async (page: Page) => page.write(shares(page), '9'),    /^Conserva su turno entre tus órdenes de BVE/, /^Libera 17,01 €/],
    ['the time alone', async (page: Page) => page.user.selectOptions(page.getByLabelText('Válida'), 'day'), /^Conserva su turno/, /^Lo reservado no cambia/],
  ])('%s: its turn and its hold are said', async (_line, act, turn, hold) => {
    const page = await openChange(wire, storyOf(openOrder()))
    await act(page)
    const items = page.getAllByRole('listitem').map((each) => plain(each.textContent) ?? '')
    expect([items.some((each) => turn.test(each)), items.some((each) => hold.test(each))]).toEqual([true, true])
  })

  test('a price that is missing is named at its field after a tap, which sends nothing', async () => {
    const page = await openChange(wire, storyOf(openOrder()))
    await page.user.clear(limit(page))
    expect(limit(page).getAttribute('aria-invalid')).toBeNull()
    expect(buttonText(page)).toBe('Cambiar la ordenEscribe el precio límite')
    await page.user.click(button(page))
    expect(limit(page).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(limit(page))
    expect(wire.toasts).toEqual(['Escribe el precio límite'])
    expect(sent()).toEqual([])
  })

  test('of a stop has the stop, of a trailing one its distance, and none of the other fields', async () => {
    const page = await openChange(
      wire,
      storyOf(openSale({ kind: 'stop', limit: null, stop: priceE4(160_000n), stopNow: priceE4(160_000n) })),
    )
    const fields = () =>
      page.getAllByRole('textbox').map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)
    expect(fields()).toEqual(['Precio de stop'])
    page.leave()
    const trailing = await openChange(
      wire,
      storyOf(openSale({ kind: 'trailing', limit: null, trailBps: 500, stopNow: priceE4(165_000n) })),
    )
    expect(fields()).toEqual(['Distancia'])
    await trailing.write(trailing.getByRole('textbox', { name: 'Distancia' }), '3')
    await trailing.user.click(button(trailing))
    await expect.poll(sent).toMatchObject([{ limit: null, stop: null, trail: null, trailBps: 300 }])
  })

  test('a stop that was reached is no field any more; the limit behind it still is', async () => {
    const trigger = { at: NOW, bid: priceE4(160_000n), ask: priceE4(160_100n), stop: priceE4(160_000n), best: null }
    const order = openSale({
      kind: 'stop_limit',
      limit: priceE4(159_000n),
      stop: priceE4(160_000n),
      stopNow: priceE4(160_000n),
      triggered: trigger,
    })
    const page = await openChange(wire, storyOf(order))
    expect(page.getByText(/^El stop 16,00\s€ ya se alcanzó/)).toBeTruthy()
    expect(page.queryByRole('textbox', { name: 'Precio de stop' })).toBeNull()
    await page.write(limit(page), '15,80')
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ limit: 158_000n, stop: 160_000n }])
  })

  test('in large text its dock has what is held and what is left; the rest opens', async () => {
    changeTextSize(200)
    const page = await openChange(wire, storyOf(openOrder()))
    await page.write(limit(page), '17,20')
    expect(page.queryByRole('table')).toBeNull()
    const short = page.getAllByRole('button', { expanded: false }).find((each) => each.closest('[data-dock]'))!
    expect(plain(short.textContent)).toBe('Pones 172,18 €Te quedan 997,99 € + 500,00 US$')
    await page.user.click(short)
    expect(line(page, 'Comisión')).toEqual(['0,17 €', '0,18 €'])
  })
})

describe('before anything is sent', () => {
  const partly = () => {
    const order = openOrder({ filled: 4n, state: 'part_filled' })
    return storyOf(order, { fills: [partOf(4n, 169_000n, 67_60n)] })
  }

  test('as many shares as are filled name the field and the way out', async () => {
    const page = await openChange(wire, partly())
    await page.write(shares(page), '4')
    expect(page.getByText('Ya se han ejecutado 4: pide más que esas, o anula el resto.')).toBeTruthy()
    expect(buttonText(page)).toContain('revisa: Acciones')
    await page.user.click(button(page))
    expect(sent()).toEqual([])
    await page.write(shares(page), '5')
    expect(buttonText(page)).not.toContain('revisa')
  })

  test('more than the cash holds puts the most that it holds, with the order’s own hold', async () => {
    const page = await openChange(wire, storyOf(openOrder()))
    await page.write(shares(page), '900')
    expect(buttonText(page)).toContain('Saldo de la cuenta insuficiente')
    const put = page.getByRole('button', { name: /^Poner/ })
    await page.user.click(put)
    expect(buttonText(page)).not.toContain('Saldo de la cuenta insuficiente')
    await page.write(shares(page), String(Number(shares(page).getAttribute('aria-valuenow')) + 1))
    expect(buttonText(page)).toContain('Saldo de la cuenta insuficiente')
  })

  // prettier-ignore
  test.each([
    ['a limit out of reach',       openOrder(),                                                                            'Precio límite', '1',     /^El límite queda demasiado lejos/],
    ['a stop beyond the market',   openSale({ kind: 'stop', limit: null, stop: priceE4(160_000n), stopNow: priceE4(160_000n) }), 'Precio de stop', '17,46', /^El stop debe quedar por debajo/],
  ])('%s names the field and the remedy', async (_line, order, field, typed, remedy) => {
    const page = await openChange(wire, storyOf(order))
    await page.write(page.getByRole('textbox', { name: field }), typed)
    expect(page.getAllByText(remedy).length).toBeGreaterThan(0)
    expect(buttonText(page)).toContain(`revisa: ${field}`)
    await page.user.click(button(page))
    expect(sent()).toEqual([])
  })

  test('selling more shares is asked about, and anything else is not', async () => {
    const page = await openChange(wire, storyOf(openSale()))
    await page.write(shares(page), '60')
    await page.user.click(button(page))
    expect(page.getByRole('dialog', { name: '¿Seguro que quieres vender?' })).toBeTruthy()
    expect(page.getByText('Se venden 20 acciones más de BVE: 60 en total.')).toBeTruthy()
    expect(sent()).toEqual([])
    await page.user.click(page.getByRole('button', { name: 'Volver' }))
    await page.write(shares(page), '30')
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ side: 'sell', shares: 30n }])
  })
})

test('an order for one moment, or one that has ended, has no form', async () => {
  for (const order of [openOrder({ timeInForce: 'ioc' }), openOrder({ state: 'expired' })]) {
    openMarket(wire.house)
    wire.house.answer(readOrder, storyOf(order))
    enter()
    const page = await openPage(`/subPackages/trade/change?id=${order.id}`)
    expect(await page.findByText(/ya no se puede cambiar/)).toBeTruthy()
    expect(page.queryByRole('spinbutton')).toBeNull()
    page.leave()
  }
})

test('an order that cannot be loaded says so, and is asked for again', async () => {
  openMarket(wire.house)
  wire.house.answer(readOrder, () => LOST)
  enter()
  const page = await openPage(`/subPackages/trade/change?id=${openOrder().id}`)
  expect(await page.findByText('No hemos podido cargar la orden', {}, { timeout: 5_000 })).toBeTruthy()
  const order = openOrder({ shares: wholeShares(7n) })
  wire.house.answer(readOrder, storyOf(order))
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect((await page.findByRole('spinbutton')).getAttribute('aria-valuenow')).toBe('7')
})
