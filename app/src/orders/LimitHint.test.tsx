// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()

// prettier-ignore
test.each([
  ['day',   '17,00', 'Tu límite queda un 2,69% por debajo del precio al que compras ahora: la orden espera hasta que una cotización lo cumpla.'],
  ['gtc',   '17,00', 'Tu límite queda un 2,69% por debajo del precio al que compras ahora: la orden espera hasta que una cotización lo cumpla.'],
  ['ioc',   '17,00', 'Tu límite queda un 2,69% por debajo del precio al que compras ahora: si la próxima cotización no lo cumple, la orden termina.'],
  ['fok',   '17,00', 'Tu límite queda un 2,69% por debajo del precio al que compras ahora: si la próxima cotización no lo cumple, la orden termina.'],
  ['open',  '17,00', 'Tu límite queda un 2,69% por debajo del precio al que compras ahora: solo se ejecuta si la cotización de la apertura lo cumple.'],
  ['close', '17,50', 'La cotización de ahora cumple tu límite: solo se ejecuta si la cotización del cierre lo cumple.'],
  ['fok',   '17,50', 'La próxima cotización puede cumplir tu límite.'],
])('the hint at a limit names the quotes that can meet it: %s at %s', async (force, limit, hint) => {
  openMarket(wire.house)
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=10`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  await page.user.click(page.getByRole('radio', { name: 'Límite' }))
  await page.write(page.getByRole('textbox', { name: 'Precio límite' }), limit)
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Válida' }), force)
  expect(plain(page.getByText(/^(Tu límite|La cotización|La próxima)/).textContent)).toBe(hint)
})
