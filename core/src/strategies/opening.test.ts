import { expect, test } from 'vitest'
import { bar, holding, lastOrders } from './events.testing.ts'
import { openingRange } from './opening.ts'

// The range of the first five minutes is 10.00 to 10.20; twice its height above it is 10.60.
const yesterday = [bar(0, 390, 1_000)]
const range = [...yesterday, bar(1, 1, 1_000), bar(1, 3, 1_020), bar(1, 5, 1_010)]
const own = holding(98)

// prettier-ignore
test.each([
  ['a close at the range',              [...range, bar(1, 6, 1_020)],                                      ''],
  ['a close above it buys',             [...range, bar(1, 6, 1_021)],                                      'buy 979'],
  ['a close above it, while in range',  [...range, bar(1, 5, 1_021)],                                      ''],
  ['the range has a minute more',       [...yesterday, bar(1, 1, 1_000), bar(1, 5, 1_030), bar(1, 6, 1_025)], ''],
  ['a bar after it is not of it',       [...range, bar(1, 6, 1_015), bar(1, 7, 1_021)],                    'buy 979'],
  ['while a buy waits',                 [...range, bar(1, 6, 1_021, { ...own, shares: 0, buying: 98 })],   ''],
  ['own shares at the lower end',       [...range, bar(1, 7, 1_000, own)],                                 ''],
  ['below it sells',                    [...range, bar(1, 7, 999, own)],                                   'sell 98'],
  ['below it, while a sell waits',      [...range, bar(1, 7, 999, { ...own, selling: 98 })],               ''],
  ['a cent below the target',           [...range, bar(1, 7, 1_059, own)],                                 ''],
  ['the target sells',                  [...range, bar(1, 7, 1_060, own)],                                 'sell 98'],
  ['no second entry of a session',      [...range, bar(1, 7, 1_060, own), bar(1, 9, 1_030)],               ''],
  ['another in the next session',       [...range, bar(1, 7, 1_060, own), bar(2, 1, 1_000), bar(2, 6, 1_001)], 'buy 999'],
  ['a session that it joined late',     range.slice(1).concat(bar(1, 6, 1_021)),                           ''],
  ['a session without its first bars',  [...yesterday, bar(1, 6, 1_000), bar(1, 7, 1_021)],                ''],
])('%s', (_line, bars, orders) => {
  expect(lastOrders(openingRange, bars, { rangeMinutes: 5 })).toBe(orders)
})
