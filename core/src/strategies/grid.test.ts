import { expect, test } from 'vitest'
import { grid } from './grid.ts'
import { FLAT, holding, lastOrders, quote } from './events.testing.ts'

// The anchor is 10.00 and a level every 1 %: 9.90, 9.80. Of 10,000.00 each of two levels has 500 shares.
const before = [quote(0, 390, 999, 1_000), quote(1, 1, 999, 1_000)]
const one = { ...holding(500), room: 500_000 }
const two = holding(1_000)

// prettier-ignore
test.each([
  ['a cent above the first level',        [...before, quote(1, 2, 990, 991)],                              ''],
  ['the first level buys a part',         [...before, quote(1, 2, 989, 990)],                              'buy 500'],
  ['while it waits',                      [...before, quote(1, 2, 989, 990, { ...FLAT, buying: 500 })],    ''],
  ['the rest of a part',                  [...before, quote(1, 2, 979, 980, holding(300))],                'buy 700'],
  ['the first level again',               [...before, quote(1, 2, 989, 990, one)],                         ''],
  ['the second level buys another',       [...before, quote(1, 2, 979, 980, one)],                         'buy 500'],
  ['no level is left',                    [...before, quote(1, 2, 900, 901, two)],                         ''],
  ['a cent below the level above',        [...before, quote(1, 2, 989, 990, two)],                         ''],
  ['the level above sells the second',    [...before, quote(1, 2, 990, 991, two)],                         'sell 500'],
  ['the anchor sells the first',          [...before, quote(1, 2, 1_000, 1_001, one)],                     'sell 500'],
  ['nothing is left to sell',             [...before, quote(1, 2, 1_000, 1_001)],                          ''],
  ['a side without an offer',             [...before, quote(1, 2, 0, 0)],                                  ''],
  ['another session, another anchor',     [...before, quote(2, 1, 949, 950), quote(2, 2, 944, 945)],       ''],
  ['a session that it joined late',       before.slice(1).concat(quote(1, 2, 900, 901)),                   ''],
])('%s', (_line, quotes, orders) => {
  expect(lastOrders(grid, quotes, { levels: 2, distanceBps: 100 })).toBe(orders)
})
