import { expect, test } from 'vitest'
import { cents, eur, priceE4, rateE6, usd, wholeShares, type ListingId } from '../base/amount.ts'
import { nightOf, ownPart } from './financing.rules.ts'
import {
  MARGIN_LEVELS,
  closeOutPriceOf,
  coversMore,
  isAtMost,
  marginStanding,
  spareOf,
  usedMarginOf,
  type MarginAccount,
  type MarginLot,
} from './margin.rules.ts'

const BVE: ListingId = 'XMAD:BVE'
const QLN: ListingId = 'XNAS:QLN'

test.each<[string, bigint, bigint]>([
  ['a cost of 1,741.74 by 5', ownPart(cents(174_174n), 5), 348_35n],
  ['a cent by 5', ownPart(cents(1n), 5), 1n],
  ['nothing by 2', ownPart(cents(0n), 2), 0n],
  ['a night of 1,393.39', nightOf(139_339n), 20n],
  ['a night of 1,858.86', nightOf(185_886n), 26n],
  ['a night of a cent', nightOf(1n), 1n],
  ['a night of nothing', nightOf(0n), 0n],
])('%s, rounded up', (_what, units, expected) => expect(units).toBe(expected))

test.each<[string, bigint, bigint, bigint, bigint | null]>([
  ['100 at 17.40 by 5', 100n, 174_174n, 139_339n, 156_756n],
  ['60 at 61.90 by 2', 60n, 371_772n, 185_886n, 464_715n],
  ['shares that were paid for whole', 60n, 371_772n, 0n, null],
])('the price at which %s is closed out', (_what, shares, cost, financed, price) => {
  expect(closeOutPriceOf({ shares: wholeShares(shares), cost, financed })).toBe(price)
})

const lot = (listing: ListingId, left: bigint, costLeft: bigint, financedLeft: bigint): MarginLot => ({
  listing,
  left: wholeShares(left),
  costLeft: cents(costLeft),
  financedLeft: cents(financedLeft),
})
const has = (asset: 'EUR' | 'USD', free: bigint, held = 0n, owed = 0n) => ({ asset, free, held, owed })
const at = (prices: Partial<Record<ListingId, bigint>>) => (listing: ListingId) => {
  const price = prices[listing]
  return price === undefined ? null : priceE4(price)
}

const ACCOUNT: MarginAccount = {
  balances: [has('EUR', 50_00n, 20_00n), has('USD', 0n, 0n, 11_00n)],
  lots: [lot(BVE, 100n, 174_174n, 139_339n), lot(BVE, 10n, 17_000n, 0n), lot(QLN, 60n, 371_772n, 185_886n)],
  lent: 0n,
  last: at({ [BVE]: 150_000n, [QLN]: 600_000n }),
  rate: rateE6(1_100_000n),
}

test('the standing of an account: cash, and shares at their last price, less what is owed, in euros', () => {
  // EUR 70.00 + 110 at 15.00 - 1,393.39; USD 60 at 60.00 - 1,858.86 - 11.00 = 1,730.14, which is EUR 1,572.85.
  expect(marginStanding(ACCOUNT)).toEqual({
    currency: 'EUR',
    equity: 70_00n + 1_650_00n - 1_393_39n + 1_572_85n,
    used: 348_35n + 1_689_87n,
    financed: 1_393_39n + 1_689_87n,
  })
})

test('what is owed of loans is not the customer’s own', () => {
  const { equity = 0n } = marginStanding(ACCOUNT) ?? {}
  expect(marginStanding({ ...ACCOUNT, lent: 1_00n })).toMatchObject({ currency: 'EUR', equity: equity - 1_00n })
})

test('shares without a price count at their cost', () => {
  const standing = marginStanding({ ...ACCOUNT, balances: [], lots: [lot(BVE, 1n, 100n, 50n)], last: () => null })
  expect(standing).toEqual({ currency: 'EUR', equity: 50n, used: 50n, financed: 50n })
})

test('without a rate an account is judged if all of it is in one currency', () => {
  const rate = null
  expect(marginStanding({ ...ACCOUNT, rate })).toBeNull()
  const last = at({ [BVE]: 200_000n })
  expect(
    marginStanding({ balances: [has('EUR', 1n)], lots: [lot(BVE, 1n, 1_800n, 900n)], lent: 0n, last, rate }),
  ).toEqual({
    currency: 'EUR',
    equity: 1_101n,
    used: 900n,
    financed: 900n,
  })
  expect(marginStanding({ balances: [has('USD', 7n), has('EUR', 0n)], lots: [], lent: 0n, last, rate })).toEqual({
    currency: 'USD',
    equity: 7n,
    used: 0n,
    financed: 0n,
  })
})

test.each<[bigint, bigint, boolean, boolean]>([
  [5_000n, 10_000n, true, true],
  [5_001n, 10_000n, false, true],
  [-1n, 10_000n, true, true],
  [10_000n, 10_000n, false, true],
  [10_001n, 10_000n, false, false],
  [0n, 0n, false, false],
  [-1n, 0n, false, false],
])(
  'an equity of %s on a used margin of %s: closed out %s, below the margin or at it %s',
  (equity, used, out, below) => {
    expect([
      isAtMost({ equity, used }, MARGIN_LEVELS.closeOut),
      isAtMost({ equity, used }, MARGIN_LEVELS.full),
    ]).toEqual([out, below])
  },
)

test.each<[string, ReturnType<typeof eur>, bigint | null, boolean]>([
  ['EUR 4.00', eur(400n), null, true],
  ['EUR 4.01', eur(401n), null, false],
  ['USD 4.40 at 1.10', usd(440n), 1_100_000n, true],
  ['USD 4.42 at 1.10', usd(442n), 1_100_000n, false],
  ['USD 0.01 without a rate', usd(1n), null, false],
])('an equity of EUR 10.00 on a used margin of 6.00 covers %s more: %s', (_what, more, rate, covers) => {
  const standing = { currency: 'EUR', equity: 1_000n, used: 600n, financed: 0n } as const
  expect(coversMore(standing, more, rate === null ? null : rateE6(rate))).toBe(covers)
})

test('used margin is the own part of lots that are financed', () => {
  expect([lot(BVE, 1n, 100n, 80n), lot(BVE, 1n, 100n, 0n), lot(BVE, 1n, 80n, 80n)].map(usedMarginOf)).toEqual([
    20n,
    0n,
    0n,
  ])
})

test.each<[string, bigint, 'EUR' | 'USD', bigint | null, bigint]>([
  ['in its currency', 1_000n, 'EUR', null, 400n],
  ['in the other one, rounded down', 1_000n, 'USD', 1_123_456n, 449n],
  ['in the other one without a rate', 1_000n, 'USD', null, 0n],
  ['at the used margin', 600n, 'EUR', null, 0n],
  ['below it', 599n, 'EUR', null, 0n],
])('what may leave an account with a used margin of 6.00, %s', (_what, equity, asset, rate, spare) => {
  const standing = { currency: 'EUR', equity, used: 600n, financed: 0n } as const
  expect(spareOf(standing, asset, rate === null ? null : rateE6(rate))).toBe(spare)
})
