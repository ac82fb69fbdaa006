import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import type { Hours } from './calendar.sessions.ts'
import { PRACTICE_VERSION, practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { UNIVERSE_VERSION } from './universe.ts'

/**
 * The prices of version 2, as they are. Where this test fails, prices that houses have shown can no longer be checked:
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
  ['exchange', 'XNYS:LMR', '2054800 2055800 2045200 2047600 42945 2047400 2047800'],
  ['exchange', 'XASE:ZPH', '730700 738600 729100 734600 32617 734300 734900'],
  ['exchange', 'XMAD:LGM', '1361800 1383100 1352300 1373800 637042 1373700 1374000'],
  ['exchange', 'XNAS:LUS', '50475200 50481900 50314300 50314700 0 - -'],
  ['exchange', 'XMAD:LM35', '117082700 118423300 117071100 117634900 0 - -'],
])('version 2 with hours %s has %s where it was', (hours, listing, expected) => {
  const market = practiceMarket(testHouse(hours))
  const { open, high, low, last, volume } = market.dayFiguresAt(listing, at)!
  const quote = market.quoteAt(listing, at)
  expect([open, high, low, last, volume, quote?.bid ?? '-', quote?.ask ?? '-'].join(' ')).toBe(expected)
  expect(market.rateAt(at)!.rate).toBe(1_056_706n)
  expect([PRACTICE_VERSION, UNIVERSE_VERSION]).toEqual([2, 1])
})
