import { expect, test } from 'vitest'
import { cents, priceE4, rateE6, wholeShares, type ListingId } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { MARGIN_LEVELS, isAtMost } from '../orders/margin.rules.ts'
import type { HeldListing } from '../orders/lots.rules.ts'
import {
  RISK_LEVELS,
  byLevel,
  exposureOf,
  isFallenTo,
  lossToCloseOut,
  riskAccountOf,
  type RiskAccount,
  type RiskLevel,
} from './risk.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const ESP: ListingId = 'XMAD:ESP'

/** An account with a used margin of 200.20 and so much equity. */
const account = (equity: bigint, used = 20_020n): RiskAccount => ({
  customer: aCustomer('ana'),
  standing: { currency: 'EUR', equity, used, financed: 80_080n },
  level: null,
})

// prettier-ignore
test.each<[string, bigint, RiskLevel[]]>([
  ['the whole of it',          20_020n, []],
  ['a cent less',              20_019n, ['full']],
  ['three quarters',           15_015n, ['full']],
  ['a cent less than that',    15_014n, ['full', 'near']],
  ['a cent more than half',    10_011n, ['full', 'near']],
  ['half, where lots are closed', 10_010n, ['full', 'near', 'closeOut']],
  ['less than nothing',        -1n,     ['full', 'near', 'closeOut']],
])('an equity of %s has fallen to its levels', (_what, equity, levels) => {
  expect(RISK_LEVELS.filter((level) => isFallenTo(account(equity), level))).toEqual(levels)
})

test('an account without used margin, or that cannot be judged, has fallen to none', () => {
  const unjudged = { ...account(0n), standing: null }
  expect(RISK_LEVELS.filter((level) => isFallenTo(account(-5n, 0n), level) || isFallenTo(unjudged, level))).toEqual([])
})

test.each([20_020n, 20_021n, 1n, 10_010n])('what may be lost of an equity against %s begins the close-out', (used) => {
  const equity = 50_000n
  const loss = lossToCloseOut({ equity, used })
  const isClosed = (after: bigint) => isAtMost({ equity: after, used }, MARGIN_LEVELS.closeOut)
  expect([isClosed(equity - loss), isClosed(equity - loss + 1n)]).toEqual([true, false])
})

test('an account is judged as on its own page: with cash, shares at their last price, and less what is financed', () => {
  const lots = [{ listing: ESP, left: wholeShares(100n), costLeft: cents(100_100n), financedLeft: cents(80_080n) }]
  const balances = [{ asset: 'EUR' as const, free: 1_000n, held: 100n, owed: 0n }]
  const judged = riskAccountOf(aCustomer('ana'), { balances, lots, lent: 0n, last: () => priceE4(90_000n), rate: null })
  expect(judged).toMatchObject({
    standing: { currency: 'EUR', equity: 11_020n, used: 20_020n, financed: 80_080n },
    level: 5_504n,
  })
})

test('the lowest level comes first, one level by id, and no level last', () => {
  const at = (name: string, level: bigint | null) => ({ customer: aCustomer(name), level })
  const [one, other] = [aCustomer('one'), aCustomer('other')].toSorted()
  const rows = [at('none', null), at('high', 20_000n), at('low', -300n)]
  expect(rows.toSorted(byLevel).map(({ level }) => level)).toEqual([-300n, 20_000n, null])
  const same = [one, other].map((customer) => ({ customer: customer as never, level: 7n }))
  expect(same.toReversed().toSorted(byLevel)).toEqual(same)
  const [none, high] = [at('none', null), at('high', 20_000n)]
  expect([byLevel(none, high), byLevel(high, none), byLevel(none, none)]).toEqual([1, -1, 0])
})

const held = (listing: ListingId, shares: bigint): HeldListing => ({
  listing,
  customers: 2,
  shares: wholeShares(shares),
  cost: 70_000n,
  sharesFinanced: wholeShares(40n),
  financed: 32_000n,
})
/** ABC at 11.00 dollars, ESP at 10.00 euros. */
const last = (listing: ListingId) => priceE4(listing === ABC ? 110_000n : 100_000n)
const shares = (rows: ReturnType<typeof exposureOf>) => rows.map(({ listing, value, share }) => [listing, value, share])

test('holdings in both currencies are compared in euros, the greatest first', () => {
  const rows = exposureOf([held(ESP, 100n), held(ABC, 300n)], last, rateE6(1_100_000n))
  expect(shares(rows)).toEqual([
    [ABC, 330_000n, 7_500n],
    [ESP, 100_000n, 2_500n],
  ])
})

test('without a rate both currencies have no part of one whole, and one currency has', () => {
  expect(shares(exposureOf([held(ESP, 100n), held(ABC, 300n)], last, null)).map(([, , share]) => share)).toEqual([
    null,
    null,
  ])
  expect(shares(exposureOf([held(ABC, 300n)], last, null))).toEqual([[ABC, 330_000n, 10_000n]])
})

test('a listing without a price counts at its cost', () => {
  expect(exposureOf([held(ESP, 100n)], () => null, null)).toMatchObject([
    { last: null, value: 70_000n, share: 10_000n },
  ])
})
