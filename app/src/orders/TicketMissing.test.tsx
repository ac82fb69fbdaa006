// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, receipt } from './market.testing.ts'

const wire = withApp()

const placed = () => wire.house.asked(placeOrder)

async function openTicket() {
  openMarket(wire.house)
  wire.house.answer(placeOrder, ({ input }) => receipt(input))
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=10`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  return page
}

/** The text at a field, as a screen reader reads it with the field. */
const describedBy = (field: HTMLElement) =>
  plain(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent)

// prettier-ignore
test.each<[string, string, string, string]>([
  ['a limit',    'Límite',   'Precio límite',  'Escribe el precio límite'],
  ['a stop',     'Stop',     'Precio de stop', 'Escribe el precio de stop'],
  ['a distance', 'Dinámica', 'Distancia',      'Escribe la distancia'],
])('%s that is missing is named at its field after a tap, which sends nothing', async (_what, kind, name, why) => {
  const page = await openTicket()
  await page.user.click(page.getByRole('radio', { name: kind }))
  const field = page.getByRole('textbox', { name })
  await page.user.clear(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  const button = page.getByRole('button', { name: /^Comprar/ })
  expect(plain(button.textContent)).toBe(`Comprar${why}`)
  await page.user.click(button)
  expect(describedBy(field)).toBe(why)
  expect(document.activeElement).toBe(field)
  expect(wire.toasts).toEqual([why])
  expect(placed()).toEqual([])
  await page.write(field, '5')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})
