// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readInstrument, type listCandles } from '@lonja/core/market/market.contract'
import { show } from '@lonja/kit/screens.testing'
import { openMarket, instrument, BVE } from '../orders/market.testing.ts'
import { withApp } from '../screens.testing.tsx'
import { useRead } from '@lonja/kit/reads'
import { InstrumentLine } from './InstrumentLine.tsx'

const wire = withApp()

const NO_CANDLES: ReplyOf<typeof listCandles> = {
  listing: BVE,
  currency: 'EUR',
  interval: 'minute',
  at: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  session: { state: 'closed', open: 1, close: 2, opensAt: null, resumesAt: null, timeZone: 'Europe/Madrid' },
  previousClose: null,
  splits: 0,
}

function Line({ range }: { range: 'day' | 'fiveDays' }) {
  const { data } = useRead(readInstrument, { listing: BVE })
  return data ? <InstrumentLine of={data} candles={NO_CANDLES} range={range} /> : null
}

test.each(['day', 'fiveDays'] as const)(
  'a listing without prices has no line of its %s, and says so',
  async (range) => {
    openMarket(wire.house, { quote: null, unquoted: 'not_heard' })
    const page = show(<Line range={range} />)
    expect(await page.findByText('Sin precios que dibujar en este plazo; elige uno más largo')).toBeTruthy()
  },
)

test('in the first hour the border between the days, the hours and the end of that hour are named', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(343)
  // A day in Madrid from midnight on, ten minutes old; the bars before it are the end of the day before.
  const open = Date.parse('2027-03-16T23:00:00Z')
  const session = { ...instrument().session, open, close: open + 24 * 3_600_000 }
  const prices = [10n, 12n, 11n].map((price) => priceE4(price * 10_000n))
  const bars = { open: prices, high: prices, low: prices, close: prices, volume: [5n, 5n, 5n] }
  const read = { ...NO_CANDLES, ...bars, at: [open - 3_600_000, open, open + 600_000], session }
  const page = show(<InstrumentLine of={instrument({ session })} candles={read} range="day" />)
  expect(await page.findByText(/^hoy/)).toBeTruthy()
  const drawn = [...document.querySelectorAll('svg text')].map((each) => each.textContent)
  expect(drawn).toEqual(expect.arrayContaining(['ayer', '22:00', '23:00', '00:00', '01:00']))
  expect(page.getByText('Desde la 01:00, solo hoy')).toBeTruthy()
  expect(page.queryByText(/^Precio medio/)).toBeNull()
})
