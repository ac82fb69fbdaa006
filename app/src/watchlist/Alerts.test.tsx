// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { listAlerts, makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { enter } from '@lonja/kit/screens.testing'
import { BVE, openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

beforeEach(() => {
  openMarket(wire.house)
  wire.house.answer(listAlerts, { rows: [], most: 50 })
  enter()
})

const open = () => openPage(`/subPackages/watchlist/alerts?listing=${BVE}`)

test('the button is docked, and a figure that is missing is said at its field after a tap, which sends nothing', async () => {
  const page = await open()
  const level = await page.findByRole('spinbutton')
  const button = page.getByRole('button', { name: /^Avisar por encima/ })
  expect(button.closest('[data-dock]')).toBeTruthy()
  await page.user.clear(level)
  expect(page.queryByText('Falta la cifra')).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Crear el aviso' }))
  expect(level.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(level)
  expect(wire.toasts).toEqual(['Falta la cifra'])
  expect(wire.house.asked(makeAlert)).toEqual([])
})
