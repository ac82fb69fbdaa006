import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import type { Hours } from '../calendar/sessions.ts'
import { PRACTICE_VERSION, practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { UNIVERSE_VERSION, practiceUniverse } from '../universe/universe.ts'

/**
 * The prices of versions 2 to 5. If this test fails, prices that houses have shown can no longer be checked: a change of the
 * function or of the companies needs a new version beside the old one.
 */
const at = Date.UTC(2026, 10, 20, 15, 4, 5)

/** A turn so late that version 2 prices every day of these tests. */
const NEVER = '9999-01-01'

// prettier-ignore
test.each<[Hours, ListingId, string]>([
  // hours      listing      open, high, low, last, volume, bid, ask
  ['always', 'XNYS:LMR', '1436400 1446300 1420700 1441000 161296 1440800 1441100'],
  ['always', 'XASE:ZPH', '933300 954200 929800 947600 95015 947100 948000'],
  ['always', 'XMAD:LGM', '1126900 1159000 1126700 1158800 565621 1158700 1158900'],
  ['always', 'XNAS:LUS', '43049200 43246400 42926600 43053000 0 - -'],
  ['always', 'XMAD:LM35', '93115800 93878800 92771700 93874500 0 - -'],
  ['exchange', 'XNYS:LMR', '1487900 1488700 1481100 1482700 42945 1482500 1482800'],
  ['exchange', 'XASE:ZPH', '814100 822700 812300 818200 32617 817800 818500'],
  ['exchange', 'XMAD:LGM', '1224200 1243200 1215500 1234800 637042 1234700 1234900'],
  ['exchange', 'XNAS:LUS', '40563000 40585500 40466800 40466800 0 - -'],
  ['exchange', 'XMAD:LM35', '91913900 93045200 91803800 92385500 0 - -'],
])('version 2 with hours %s has %s where it was', (hours, listing, expected) => {
  const market = practiceMarket({ ...testHouse(hours), universe: practiceUniverse(), turnsOn: NEVER, plansFrom: null, splitsFrom: null })
  const { open, high, low, last, volume } = market.dayFiguresAt(listing, at)!
  const quote = market.quoteAt(listing, at)
  expect([open, high, low, last, volume, quote?.bid ?? '-', quote?.ask ?? '-'].join(' ')).toBe(expected)
  expect(market.rateAt(at)!.rate).toBe(1_148_837n)
  expect([PRACTICE_VERSION, UNIVERSE_VERSION]).toEqual([5, 2])
})

// prettier-ignore
test.each<[Hours, ListingId, string]>([
  // hours      listing      open, high, low, last, volume, bid, ask, bid size, ask size
  ['always', 'XNYS:LMR', '1020400 1023900 1007800 1012100 204626 1012000 1012200 1 24'],
  ['always', 'XASE:ZPH', '761300 765500 748700 763700 125037 763400 764000 70 78'],
  ['always', 'XMAD:LGM', '1082600 1099900 1076900 1086000 511834 1085900 1086100 98 31'],
  ['always', 'XNAS:LUS', '40054300 40064000 39690400 39974500 0 - - - -'],
  ['always', 'XMAD:LM35', '107179800 108002100 107144100 107508200 0 - - - -'],
  ['exchange', 'XNYS:LMR', '1189200 1189900 1183900 1184300 68687 1184200 1184400 26 99'],
  ['exchange', 'XASE:ZPH', '826700 835400 826200 831500 48625 831200 831800 82 7'],
  ['exchange', 'XMAD:LGM', '1072600 1098800 1069400 1082800 568245 1082700 1082900 106 800'],
  ['exchange', 'XNAS:LUS', '42581400 42659200 42509900 42633800 0 - - - -'],
  ['exchange', 'XMAD:LM35', '104260300 105613500 104155600 105271700 0 - - - -'],
])('version 3 with hours %s has %s where it was', (hours, listing, expected) => {
  const market = practiceMarket({ ...testHouse(hours), universe: practiceUniverse(), plansFrom: null, splitsFrom: null })
  const { open, high, low, last, volume } = market.dayFiguresAt(listing, at)!
  const quote = market.quoteAt(listing, at)
  const offered = quote ? [quote.bid, quote.ask, quote.bidSize, quote.askSize] : ['-', '-', '-', '-']
  expect([open, high, low, last, volume, ...offered].join(' ')).toBe(expected)
  expect(market.rateAt(at)!.rate).toBe(1_095_989n)
})

// Days are walked only where their high or low may lie; these hashes show that nothing else was needed.
test.each<[number, Hours, Day | null, Day | null, Day | null, string]>([
  [2, 'always', NEVER, null, null, '423131b9ae71e3e1'],
  [2, 'exchange', NEVER, null, null, '42072b698140a48c'],
  [3, 'always', null, null, null, '7ac31bdebf82264b'],
  [3, 'exchange', null, null, null, 'f9fa5b4cff6262c7'],
  [4, 'always', null, '2026-10-01', null, '80d3890e283fe7dc'],
  [4, 'exchange', null, '2026-10-01', null, '7c30c13aa82b94c9'],
])(
  'version %i with hours %s has every candle of 500 days where it was',
  (...[, hours, turnsOn, plansFrom, splitsFrom, expected]) => {
    const universe = practiceUniverse()
    const market = practiceMarket({ ...testHouse(hours), universe, turnsOn, plansFrom, splitsFrom })
    const range = { from: 0, to: Infinity, most: 500 }
    const some = universe.shares.filter((_, place) => place % 1_000 === 7)
    const candles = some.map(({ listing }) => market.candlesAt(listing, 'day', range, at))
    const text = JSON.stringify(candles, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16)).toBe(expected)
  },
)
