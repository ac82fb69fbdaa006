// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { show } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { Strip } from './Strip.tsx'

const wire = withConsole()

const NOW = Date.UTC(2026, 10, 20, 15)
const ABOUT: ReplyOf<typeof readAbout> = {
  name: 'Lonja',
  version: '1.0.0',
  versionCode: 1,
  practiceMoney: true,
  licensed: false,
  off: [],
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
test.each([
  ['while the clock is in doubt', { stoppedSince: NOW }, /sin órdenes desde las 16:00/],
  ['on a day whose prices are public', { publicThrough: '2026-11-21' }, /sin negociación/],
  ['otherwise', {}, /precios simulados/],
])('%s the strip says so beside the practice mark', async (_case, change, says) => {
  wire.house.answer(readAbout, () => ({ ...ABOUT, source: { ...ABOUT.source, ...change } }))
  const page = show(<Strip />)
  const strip = await page.findByText(says)
  expect(strip.textContent).toContain('Dinero de práctica')
})

test('a dialog leaves the strip as it is: its height is known, also when it is higher than usual', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #measure: () => void
      constructor(measure: () => void) {
        this.#measure = measure
      }
      observe(): void {
        this.#measure()
      }
      disconnect(): void {}
    },
  )
  const size = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 45))
  wire.house.answer(readAbout, ABOUT)
  show(<Strip />)
  expect(document.documentElement.style.getPropertyValue('--strip-height')).toBe('45px')
  size.mockRestore()
  vi.unstubAllGlobals()
})
