import { describe, expect, test } from 'vitest'
import { MODEL } from './model.ts'
import { FEATURES, HORIZON_MINUTES, MODEL_VERSION, SPAN_MINUTES, WINDOW_MINUTES } from './model.features.ts'
import { listingsIn, marketOf, minutesIn, seedOf, sessionsIn, TEST_HOUSES, TRAINING_HOUSE } from './model.houses.ts'
import { MODEL_RECORD } from './model.record.ts'
import { outOfSampleOf, resultIn } from './model.results.ts'

/* `model.long.ts` trains the model anew, and tests it in more houses. */

const TIMEOUT = { timeout: 120_000 }

describe('the saved model', () => {
  test('has the features, the window and the version of the code', () => {
    expect(MODEL).toMatchObject({
      version: MODEL_VERSION,
      seed: seedOf(TRAINING_HOUSE),
      spanMinutes: SPAN_MINUTES,
      windowMinutes: WINDOW_MINUTES,
      horizonMinutes: HORIZON_MINUTES,
    })
    expect(MODEL.weights.map(({ name }) => name)).toEqual([...FEATURES])
    expect(MODEL.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('has the result of 200 houses, none of which trained it', () => {
    const houses = MODEL_RECORD.map(({ house }) => house)
    expect(houses).toEqual(Array.from({ length: TEST_HOUSES }, (_house, n) => n + 1))
    expect(houses).not.toContain(TRAINING_HOUSE)
    expect(MODEL.outOfSample).toEqual(outOfSampleOf(MODEL_RECORD))
  })

  test('has no edge: the band before costs has zero in it, and costs make a loss', () => {
    const { net, gross } = MODEL.outOfSample
    expect(gross.lower).toBeLessThan(0)
    expect(gross.upper).toBeGreaterThan(0)
    expect(net.upper).toBeLessThan(0)
  })

  test.each([2, 5])('has in house %i the result that it has today', TIMEOUT, (house) => {
    expect(resultIn(house, MODEL)).toEqual(MODEL_RECORD[house - 1])
  })
})

describe('the band of a result', () => {
  const resultOf = (house: number, net: number[]) => ({ house, net, gross: net.map((sum) => sum + 2_00), fills: 3 })

  test('is of the days, in basis points of their two amounts', () => {
    // Two days of 100.00 and four without a result, of 20,000.00: a mean of 50 / 3, and a deviation of 25.82.
    const results = [resultOf(1, [100_00, 0, 0]), resultOf(2, [0, 0, 100_00])]
    const { net, gross, ...counts } = outOfSampleOf(results)
    expect(net).toEqual({ mean: 16.67, lower: -10.48, upper: 43.82 })
    expect(gross).toEqual({ mean: 17.67, lower: -9.48, upper: 44.82 })
    expect(counts).toMatchObject({ houses: 2, fills: 6 })
  })
})

describe.each([
  [2, 390],
  [1, 1_440],
])('the minutes of house %i', (house, length) => {
  const market = marketOf(house)
  const [listing = 'XNYS:ABC'] = listingsIn(market, house, 3)
  const sessions = sessionsIn(market, listing, 2)
  const minutes = minutesIn(market, listing, sessions.slice(0, 2))
  const open = sessions[1]?.open ?? 0

  test('are the last ones of a session, and all of the next', TIMEOUT, () => {
    const within = Array.from(minutes.at, (at) => at > open)
    expect(within.filter((isWithin) => !isWithin).length).toBeLessThanOrEqual(30)
    expect(within.filter((isWithin) => !isWithin).length).toBeGreaterThan(0)
    expect(within.filter(Boolean).length).toBeLessThanOrEqual(length)
    expect(within.filter(Boolean).length).toBeGreaterThan(length - 60)
    expect(sessions.every(({ open: one, close }) => close > one)).toBe(true)
  })

  test('are known at their end, with the quote of that instant', () => {
    for (const n of [0, 40, 100]) {
      const end = minutes.at[n] ?? 0
      const quote = market.quoteAt(listing, end)
      expect([minutes.bid[n], minutes.ask[n]]).toEqual([Number(quote?.bid), Number(quote?.ask)])
      expect(minutes.close[n]).toBe(Number(quote?.last))
    }
  })
})

test('houses differ in their prices and their listings', () => {
  const [one, other] = [2, 4].map((house) => {
    const market = marketOf(house)
    const [listing = 'XNYS:ABC'] = listingsIn(market, house, 3)
    return { listing, bid: market.quoteAt('XNYS:LMR', Date.UTC(2026, 9, 6, 16))?.bid }
  })
  expect(one?.listing).not.toBe(other?.listing)
  expect(one?.bid).not.toBe(other?.bid)
})
