// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readInstrument, type listCandles } from '@lonja/core/market/market.contract'
import { show } from '@lonja/kit/screens.testing'
import { openMarket, BVE } from '../orders/market.testing.ts'
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
