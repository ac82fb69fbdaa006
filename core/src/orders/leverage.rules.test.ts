import { expect, test } from 'vitest'
import { cents, eur, priceE4, wholeShares } from '../base/amount.ts'
import { leveragedPartOf, riskOf } from './leverage.rules.ts'

const lot = (left: bigint, cost: bigint, financed: bigint) => ({
  left: wholeShares(left),
  costLeft: cents(cost),
  financedLeft: cents(financed),
})

// prettier-ignore
test.each<[string, ReturnType<typeof lot>[], Record<string, bigint | null>]>([
  ['nothing financed',          [lot(40n, 2_410_41n, 0n)],           { shares: 0n, cost: 0n, financed: 0n, used: 0n, closeOut: null, night: 0n }],
  // 60 shares for 3,717.72: 1,858.86 and half of 1,858.86 are 2,788.29, by 60 shares 46.47
  ['one lot at 2',              [lot(60n, 3_717_72n, 1_858_86n)],    { shares: 60n, used: 1_858_86n, closeOut: 464_715n, night: 26n }],
  ['beside one paid for whole', [lot(40n, 2_410_41n, 0n), lot(60n, 3_717_72n, 1_858_86n)], { shares: 60n, cost: 3_717_72n, closeOut: 464_715n }],
  ['two lots together',         [lot(10n, 100_00n, 50_00n), lot(10n, 200_00n, 160_00n)],   { shares: 20n, financed: 210_00n, used: 90_00n, closeOut: 127_500n, night: 3n }],
])('the financed part of a position, %s', (_what, lots, expected) => {
  expect(leveragedPartOf(lots)).toMatchObject(expected)
})

// prettier-ignore
test.each<[string, bigint, bigint, bigint, Record<string, bigint> | null]>([
  // what                     price       total      financed    what it risks
  // 100 at 17.40 with 1.74: 1,393.39 and half of 348.35 are 1,567.565, so 15.67 or less; 1,567.00 less 1.57 is 1,565.43
  ['100 shares at 5',         174_000n,   1_741_74n, 1_393_39n,  { closeOut: 156_700n, fallBps: 995n, loss: 176_31n, night: 20n }],
  ['100 shares at 2',         174_000n,   1_741_74n, 870_87n,    { closeOut: 130_600n, fallBps: 2_495n, loss: 437_05n, night: 13n }],
  ['100 shares whole',        174_000n,   1_741_74n, 0n,         null],
  // Below one unit a price has four decimals: 0.4171 and not 0.41.
  ['100 shares of a cent',    4_634n,     46_39n,    37_11n,     { closeOut: 4_175n, fallBps: 991n, loss: 4_69n, night: 1n }],
  // The fee is so large a part of a small cost that the buy is beyond its close-out price at once.
  ['a buy that begins short', 100n,       2n,        1n,         { closeOut: 1n, fallBps: 9_900n, loss: 2n, night: 1n }],
])('the risk of %s', (_what, price, total, financed, risk) => {
  const draft = { shares: wholeShares(100n), listing: 'XMAD:BVE' as const }
  expect(riskOf(draft, { price: priceE4(price), total: eur(total), financed: eur(financed) }, 2)).toEqual(risk)
})
