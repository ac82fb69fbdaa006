import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import type { Hours } from './calendar.sessions.ts'
import { PRACTICE_VERSION, practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { UNIVERSE_VERSION } from './universe.ts'

/**
 * The prices of version 1, as they were. Where this test fails, prices that houses have shown can no longer be checked:
 * a change of the function or of the companies needs a new version beside the old one.
 */
const at = Date.UTC(2026, 10, 20, 15, 4, 5)

// prettier-ignore
test.each<[Hours, ListingId, string]>([
  // hours      listing      open, high, low, last, volume, bid, ask
  ['always', 'XNYS:LMR', '1714400 1726300 1695800 1720000 161296 1719800 1720100'],
  ['always', 'XASE:ZPH', '836900 856000 833800 850000 95015 849600 850400'],
  ['always', 'XMAD:LGM', '1698900 1746100 1698700 1745900 565621 1745800 1746100'],
  ['always', 'XNAS:LUS', '53880200 54140400 53709700 53799800 0 - -'],
  ['always', 'XMAD:LM35', '137548200 138542400 136720000 138541300 0 - -'],
  ['exchange', 'XNYS:LMR', '2073700 2074800 2064100 2066400 42804 2066200 2066600'],
  ['exchange', 'XASE:ZPH', '723400 731200 721900 727200 33390 726900 727500'],
  ['exchange', 'XMAD:LGM', '1431600 1453700 1421500 1443900 689190 1443800 1444100'],
  ['exchange', 'XNAS:LUS', '50431100 50437200 50269500 50270400 0 - -'],
  ['exchange', 'XMAD:LM35', '117237200 118578200 117225700 117791000 0 - -'],
])('version 1 with hours %s has %s where it was', (hours, listing, expected) => {
  const market = practiceMarket(testHouse(hours))
  const { open, high, low, last, volume } = market.dayFiguresAt(listing, at)!
  const quote = market.quoteAt(listing, at)
  expect([open, high, low, last, volume, quote?.bid ?? '-', quote?.ask ?? '-'].join(' ')).toBe(expected)
  expect(market.rateAt(at)!.rate).toBe(1_056_706n)
  expect([PRACTICE_VERSION, UNIVERSE_VERSION]).toEqual([1, 1])
})
