// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { Strip } from './Strip.tsx'

const wire = withApp()

const NOW = Date.UTC(2026, 10, 20, 15)
const ABOUT: ReplyOf<typeof readAbout> = {
  name: 'Lonja',
  version: '1.0.0',
  versionCode: 1,
  practiceMoney: true,
  licensed: false,
  openedAt: NOW,
  source: {
    name: 'practice',
    label: 'practice',
    hours: 'always',
    now: NOW,
    speed: null,
    pausedAt: null,
    stoppedSince: null,
    publicThrough: null,
    streams: [],
    unquoted: [],
    hasRates: true,
  },
  roots: { publicKey: '', newest: null },
  seeds: null,
  listings: 9_000,
  fees: { feeTable: 2, feeBps: 10, feeLeast: { EUR: 1n, USD: 1n }, rounding: 'against_customer', next: null },
  grant: null,
  languages: ['tur'],
}
const answered = (change: Partial<typeof ABOUT.source>) =>
  wire.house.answer(readAbout, () => ({ ...ABOUT, source: { ...ABOUT.source, ...change } }))

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
