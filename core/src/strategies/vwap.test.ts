import { expect, test } from 'vitest'
import { bar, holding, lastOrders } from './events.testing.ts'
import { vwapReversion } from './vwap.ts'

// 300 shares at 10.00 and 100 at 10.40: the mean is 10.10. With the bar decided on (100 more) it follows below.
const before = [bar(0, 390, 1_000), bar(1, 1, 1_000, undefined, 300), bar(1, 10, 1_040, undefined, 100)]
const own = holding(100)

// prettier-ignore
test.each([
  ['half a percent below its mean buys',   [...before, bar(1, 11, 1_004, undefined, 0)],      'buy 996'],
  ['a cent above that does not',           [...before, bar(1, 11, 1_005, undefined, 0)],      ''],
  ['its own volume moves the mean',        [...before, bar(1, 11, 1_004, undefined, 400)],    ''],
  ['too early in the session',             [...before, bar(1, 10, 1_004, undefined, 0)],      ''],
  ['while a buy waits',                    [...before, bar(1, 11, 1_004, { ...own, shares: 0, buying: 9 }, 0)], ''],
  ['a cent below the mean keeps',          [...before, bar(1, 11, 1_009, own, 0)],            ''],
  ['the mean sells',                       [...before, bar(1, 11, 1_010, own, 0)],            'sell 100'],
  ['a cent above the stop keeps',          [...before, bar(1, 11, 995, own, 0)],              ''],
  ['the stop sells',                       [...before, bar(1, 11, 994, own, 0)],              'sell 100'],
  ['no buy after it in that session',      [...before, bar(1, 11, 994, own, 0), bar(1, 12, 994, undefined, 0)], ''],
  ['the rest of a sell in part',           [...before, bar(1, 11, 994, own, 0), bar(1, 12, 994, holding(40), 0)], 'sell 40'],
  ['a session that it joined late',        before.slice(1).concat(bar(1, 11, 900, undefined, 0)), ''],
  ['no volume, no mean',                   [bar(0, 390, 1_000), bar(1, 1, 1_000, undefined, 0), bar(1, 11, 1, undefined, 0)], ''],
])('%s', (_line, bars, orders) => {
  expect(lastOrders(vwapReversion, bars, { waitMinutes: 10 })).toBe(orders)
})
