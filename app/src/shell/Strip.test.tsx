// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show } from '@lonja/kit/screens.testing'
import { NOW, aboutHouse } from '../orders/about.testing.ts'
import { withApp } from '../screens.testing.tsx'
import { Strip } from './Strip.tsx'

const wire = withApp()

const answered = (change: Parameters<typeof aboutHouse>[1]) => aboutHouse(wire.house, change)

test('while the clock is in doubt the strip says since when no order is taken, beside the practice mark', async () => {
  answered({ stoppedSince: NOW })
  const page = show(<Strip />)
  const strip = await page.findByRole('button', { name: /sin órdenes desde las 16:00/ })
  expect(strip.textContent).toContain('Dinero de práctica')
})

test('on a day whose prices are public the strip says that nothing is traded', async () => {
  answered({ publicThrough: '2026-11-21' })
  const page = show(<Strip />)
  const strip = await page.findByRole('button', { name: /sin negociación/ })
  expect(strip.textContent).toContain('Dinero de práctica')
})

test('otherwise it says where the prices come from', async () => {
  answered({})
  const page = show(<Strip />)
  expect(await page.findByRole('button', { name: /precios simulados/ })).toBeTruthy()
})

test('a feed that gives no listing a price is named', async () => {
  answered({ name: 'alpaca', streams: [{ name: 'IEX', state: 'empty', since: NOW, heard: 0, wanted: 9 }] })
  const page = show(<Strip />)
  expect(await page.findByRole('button', { name: /sin precios en directo de IEX/ })).toBeTruthy()
})
