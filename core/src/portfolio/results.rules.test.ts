import { describe, expect, test } from 'vitest'
import { cents, priceE4, rateE6, wholeShares, type ListingId } from '../base/amount.ts'
import {
  drawdownOf,
  midnightsFor,
  shareResultsFor,
  stepsOf,
  totalsFor,
  type AssetChange,
  type ResultSpan,
  type TotalsFacts,
} from './results.rules.ts'

const ES: ListingId = 'XMAD:ESP'
const US: ListingId = 'XNAS:KLD'
const at = (text: string) => Date.parse(text)

describe('a span', () => {
  const now = at('2026-11-26T14:00:00Z')
  const facts = { now, firstAt: at('2026-11-23T10:30:00Z'), wallOf: (of: number) => of }
  // Madrid is one hour ahead.
  const midnights = ['22', '23', '24', '25'].map((day) => at(`2026-11-${day}T23:00:00Z`))

  test.each<[ResultSpan, number[]]>([
    ['day', [...midnights.slice(3), now]],
    ['week', [...midnights, now]],
    ['month', [...midnights, now]],
    ['year', [...midnights, now]],
    ['all', [...midnights, now]],
  ])('of a %s has its midnights in Madrid from the account’s first day on, and now', (span, instants) => {
    expect(midnightsFor(span, facts)).toEqual(instants)
  })

  test('ends where its own days end', () => {
    const old = { ...facts, firstAt: 0 }
    expect([midnightsFor('week', old).length, midnightsFor('month', old).length]).toEqual([8, 31])
    expect(midnightsFor('week', old)[0]).toBe(at('2026-11-19T23:00:00Z'))
    expect(midnightsFor('all', old)).toHaveLength(3_661)
  })

  test('counts by the clock of the server where the account began', () => {
    // A replay of 2013 whose day is a day of now.
    const ago = at('2026-11-26T14:00:00Z') - at('2013-06-14T14:00:00Z')
    const replayed = { now: now - ago, firstAt: facts.firstAt, wallOf: (of: number) => of + ago }
    expect(midnightsFor('all', replayed)[0]).toBe(at('2013-06-10T22:00:00Z'))
  })

  test('has a night of 25 hours when the clocks go back, and at a midnight one point', () => {
    const back = { ...facts, now: at('2026-10-25T23:00:00Z'), firstAt: at('2026-10-24T23:00:00Z') }
    expect(midnightsFor('all', back)).toEqual([at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')])
  })
})

describe('the total over time', () => {
  const facts = (moved: readonly AssetChange[], more: Partial<TotalsFacts> = {}): TotalsFacts => ({
    start: [{ asset: 'EUR', units: 1_000n }],
    moved,
    priceAt: (_listing, part) => priceE4(BigInt(part) * 1_000n),
    display: 'EUR',
    rate: null,
    ...more,
  })
  const bought: AssetChange[] = [
    { part: 1, asset: 'EUR', units: -500n, paid: false },
    { part: 1, asset: ES, units: 5n, paid: false },
  ]

  test('counts what there was at each instant, at the price known then', () => {
    expect(totalsFor(4, facts(bought))).toEqual([1_000n, 550n, 600n, 650n])
  })

  test('is not moved by what was paid in and out, which counts from the start', () => {
    const paid: AssetChange[] = [
      { part: 2, asset: 'EUR', units: 700n, paid: true },
      { part: 3, asset: 'EUR', units: -100n, paid: true },
    ]
    const line = totalsFor(4, facts([...bought, ...paid]))
    expect(line).toEqual([1_600n, 1_150n, 1_200n, 1_250n])
    expect(stepsOf(line)).toEqual(stepsOf(totalsFor(4, facts(bought))))
  })

  test('adds up each currency before it converts it, as the figures do', () => {
    const start = [
      { asset: 'USD', units: 1n },
      { asset: US, units: 1n },
    ] as const
    const priceAt = () => priceE4(100n)
    // Two US cents are 1.6 cents of a euro. Each alone would be one.
    expect(totalsFor(1, facts([], { start, priceAt, rate: rateE6(1_250_000n) }))).toEqual([2n])
    expect(totalsFor(1, facts([], { start, priceAt, rate: rateE6(1_350_000n) }))).toEqual([1n])
    expect(totalsFor(1, facts([], { start, priceAt }))).toEqual([0n])
  })

  test('counts shares without a price as nothing', () => {
    expect(totalsFor(1, facts([], { start: [{ asset: ES, units: 5n }], priceAt: () => null }))).toEqual([0n])
  })
})

// prettier-ignore
test.each<[string, bigint[], ReturnType<typeof drawdownOf>]>([
  ['no point',                        [],                        null],
  ['one point',                       [5n],                      null],
  ['a line that only rises',          [1n, 2n, 2n, 3n],          null],
  ['a fall from the first point',     [5n, 3n, 4n],              { peak: 0, worst: 1, fall: 2n }],
  ['the larger of two falls',         [5n, 4n, 9n, 6n, 7n],      { peak: 2, worst: 3, fall: 3n }],
  ['a fall that ends lower than any', [5n, 9n, 6n, 8n, 2n],      { peak: 1, worst: 4, fall: 7n }],
  ['a higher low after a new peak',   [4n, 1n, 20n, 10n],        { peak: 2, worst: 3, fall: 10n }],
  ['the first of two equal falls',    [5n, 3n, 5n, 3n],          { peak: 0, worst: 1, fall: 2n }],
])('the largest fall of %s', (_line, totals, drawdown) => {
  expect(drawdownOf(totals)).toEqual(drawdown)
})

test('the results of the steps add up to that of the line', () => {
  expect(stepsOf([100n, 120n, 90n])).toEqual([20n, -30n])
  expect(stepsOf([100n])).toEqual([])
})

describe('the result of a share', () => {
  const lot = (listing: ListingId, left: bigint, cost: bigint) => ({
    listing,
    left: wholeShares(left),
    costLeft: cents(cost),
    financedLeft: cents(0n),
  })
  const held = (price: bigint, ...lots: ReturnType<typeof lot>[]) => ({ lots, last: () => priceE4(price) })

  test('is what was realised and what its lots gained on paper, of two lots as one', () => {
    const results = shareResultsFor(
      {
        realised: new Map([[ES, 25n]]),
        before: held(10_000n, lot(ES, 3n, 280n)),
        after: held(12_000n, lot(ES, 1n, 90n), lot(ES, 2n, 240n), lot(US, 1n, 200n)),
      },
      'EUR',
      rateE6(2_000_000n),
    )
    // Before 300 - 280 = 20, now 360 - 330 = 30; and 120 - 200 in dollars.
    expect(results).toEqual([
      { listing: ES, own: 35n, shown: 35n },
      { listing: US, own: -80n, shown: -40n },
    ])
  })

  test('of a share that is gone without a result is left out', () => {
    const nothing = held(10_000n)
    expect(shareResultsFor({ realised: new Map([[ES, 0n]]), before: nothing, after: nothing }, 'EUR', null)).toEqual([])
  })
})
