import { describe, expect, test } from 'vitest'
import { cents, costOf, priceE4 } from '../base/amount.ts'
import { allIn, asks, backtested, buyAt, minutesOf, sellAt, walkOf, type MinuteRow } from './backtest.testing.ts'
import { decideParameters, type Parameters, type StrategyOrder } from './events.ts'
import { STRATEGIES } from './listed.ts'
import { sessionOf } from './events.testing.ts'

const minute = (n: number, bid: number, ask: number, more: Partial<MinuteRow> = {}): MinuteRow => ({
  minute: n,
  bid,
  ask,
  ...more,
})
const four = [minute(1, 1_000, 1_002), minute(2, 1_001, 1_003), minute(3, 1_010, 1_012), minute(4, 1_020, 1_022)]

/** Fills as lines: the minute of the quote, the side, the shares, the price in cents, and the fee. */
const linesOf = (rows: readonly MinuteRow[], orders: Record<number, readonly StrategyOrder[]>): string[] =>
  backtested({ strategy: asks(orders), minutes: minutesOf(rows) }).result.own.fills.map(
    ({ quote, side, shares, price, fee }) =>
      `${(quote.at - sessionOf(0).open) / 60_000}: ${side} ${shares} at ${price / 100n}, ${fee}`,
  )

// prettier-ignore
test.each<[string, MinuteRow[], Record<number, StrategyOrder[]>, string[]]>([
  ['fills on the next quote, at its ask',      four,                                    { 0: [buyAt(100)] },                 ['2: buy 100 at 1003, 101']],
  ['and at the bid of the next one',           four,                                    { 0: [buyAt(100)], 2: [sellAt(100)] }, ['2: buy 100 at 1003, 101', '4: sell 100 at 1020, 102']],
  ['not on its own minute, although it could', [minute(1, 900, 902), ...four.slice(1)], { 0: [buyAt(1, 90_200)] },           []],
  ['at a limit once it is met',                four,                                    { 0: [buyAt(10)], 1: [sellAt(10, 102_000)] }, ['2: buy 10 at 1003, 11', '4: sell 10 at 1020, 11']],
  ['a quarter of each size',                   four.map((row) => ({ ...row, size: 40 })), { 0: [buyAt(25)] },                ['2: buy 10 at 1003, 11', '3: buy 10 at 1012, 10', '4: buy 5 at 1022, 5']],
  ['not on a minute without a quote',          [minute(1, 1_000, 1_002), minute(2, 0, 0), minute(3, 1_010, 1_012)], { 0: [buyAt(1)] }, ['3: buy 1 at 1012, 2']],
  ['not beyond the collar of its hold',        [minute(1, 1_000, 1_002), minute(2, 1_022, 1_023), minute(3, 1_021, 1_022)], { 0: [buyAt(1)] }, ['3: buy 1 at 1022, 2']],
  ['not on a quote of the next session',       [minute(390, 1_000, 1_002), minute(1, 1_000, 1_002, { day: 1 })], { 0: [buyAt(1)] }, []],
  ['nothing of the last minute',               four,                                    { 3: [buyAt(1)] },                   []],
])('an order %s', (_line, rows, orders, fills) => {
  expect(linesOf(rows, orders)).toEqual(fills)
})

describe('the figures of a run that bought 100 at 10.03 and sold them at 10.20', () => {
  const { result } = backtested({ strategy: asks({ 0: [buyAt(100)], 2: [sellAt(100)] }), minutes: minutesOf(four) })

  test('are exact to the cent', () => {
    const { fills: _fills, ...figures } = result.own
    expect(figures).toEqual({
      // 1,003.00 and 1.01 for it (a thousandth, rounded up); 1,020.00 less 1.02.
      value: cents(10_000_00n + 14_97n),
      result: cents(14_97n),
      realised: cents(14_97n),
      // Bought at 10.03 with a bid of 10.01: 2.00 and the fee below the start.
      drawdown: { most: cents(3_01n), bps: 3n },
      fees: cents(2_03n),
      // A cent of the middle on each of 200 shares.
      spread: cents(2_00n),
      exposureBps: 5_000n,
    })
  })

  test('name each trade with its fills', () => {
    expect(
      result.trades.map(({ shares, openPrice, closePrice, realised }) => [shares, openPrice, closePrice, realised]),
    ).toEqual([[100n, 100_300n, 102_000n, 14_97n]])
    expect(result.wins).toBe(1)
    expect(result.trades[0]?.fill).toBe(result.own.fills[1]?.id)
  })

  test('stand beside a purchase that is held', () => {
    // A hold of 9,995.32 covers 977 shares at 10.2204 and their fee. They cost 9,799.31 and 9.80; 18 more 182.16 and 0.19.
    expect(result.held.fills.map(({ shares, price }) => [shares, price])).toEqual([
      [977n, 100_300n],
      [18n, 101_200n],
    ])
    expect(result.held.value).toBe(10_000_00n - 9_799_31n - 9_80n - 182_16n - 19n + 995n * 10_20n)
    expect(result.curve.map(({ held }) => held).at(-1)).toBe(result.held.value)
    expect(result.held.exposureBps).toBe(7_500n)
  })

  test('have a value for each minute', () => {
    expect(result.curve.map(({ value }) => value)).toEqual([10_000_00n, 9_996_99n, 10_005_99n, 10_014_97n])
  })
})

test('a trade that pays just its fees back is no win', () => {
  const rows = [minute(1, 998, 1_000), minute(2, 998, 1_000), minute(3, 998, 1_000), minute(4, 1_003, 1_005)]
  const { result } = backtested({ strategy: asks({ 0: [buyAt(1)], 2: [sellAt(1)] }), minutes: minutesOf(rows) })
  // 10.00 and 0.01 for it; 10.03 less 0.02.
  expect(result.trades.map(({ realised }) => realised)).toEqual([0n])
  expect(result.wins).toBe(0)
})

test('a loss that reaches the stop sells at the next quote and ends the run', () => {
  const rows = [1_000, 1_000, 901, 900, 880, 890, 500].map((bid, n) => minute(n + 1, bid, bid))
  const run = { ...allIn, budget: cents(100_00n * 100n), lossStop: cents(100_00n), most: cents(1_100_00n) }
  const { result } = backtested({ strategy: asks({ 0: [buyAt(100)], 5: [buyAt(100)] }), minutes: minutesOf(rows), run })
  // Bought for 1,000.00 and 1.00: at 9.01 the value is exactly 100.00 less than the amount.
  expect(result.phase).toEqual({ state: 'stopped', reason: 'loss_stop', sells: true })
  expect(result.own.fills.map(({ side, price }) => [side, price])).toEqual([
    ['buy', 100_000n],
    ['sell', 90_000n],
  ])
  expect(result.own.result).toBe(-101_90n)
})

test('a run that ends gives up its orders, and sells in one order however small the sizes are', () => {
  const rows = [1_000, 1_000, 1_000, 800, 800, 800, 800].map((bid, n) =>
    minute(n + 1, bid, bid, { size: n > 2 ? 120 : 4_000 }),
  )
  const run = { ...allIn, lossStop: cents(100_00n) }
  const strategy = asks({ 0: [buyAt(80), buyAt(10, 50_000)], 1: [sellAt(20, 120_000)] })
  const { result } = backtested({ strategy, minutes: minutesOf(rows), run })
  const sells = result.own.fills.filter(({ side }) => side === 'sell')
  expect(sells.map(({ shares }) => shares)).toEqual([30n, 30n, 20n])
  expect(new Set(sells.map(({ order }) => order)).size).toBe(1)
  expect(result.phase.state).toBe('stopped')
  // 800.00 and 0.80 for them; 640.00 less 0.64. All of the rest is free again.
  expect(result.own.value).toBe(10_000_00n - 161_44n)
})

test('a drawdown is from the highest value until then', () => {
  const rows = [1_000, 1_000, 1_300, 1_100, 1_200, 950, 1_500].map((bid, n) => minute(n + 1, bid, bid))
  const { result } = backtested({ strategy: asks({ 0: [buyAt(100)] }), minutes: minutesOf(rows) })
  // 9,000.00 less the fee of 1.00 in cash: 10,299.00 at the highest, 9,949.00 at the lowest after it.
  expect(result.own.drawdown).toEqual({ most: 350_00n, bps: 340n })
})

test('history is heard, and nothing of it is bought', () => {
  const strategy = asks({ 0: [buyAt(1)], 1: [buyAt(2)] })
  const { result } = backtested({ strategy, minutes: minutesOf(four), history: 1 })
  expect(result.own.fills.map(({ shares }) => shares)).toEqual([2n])
  expect(result).toMatchObject({ from: sessionOf(0).open + 120_000, minutes: 3 })
  // Its shares are there from the second of three minutes on.
  expect(result.own.exposureBps).toBe(6_667n)
})

test('refusals are counted', () => {
  const rows = [minute(1, 1_000, 1_002), minute(2, 0, 0), minute(4, 0, 0), minute(5, 1_000, 1_002)]
  const { result } = backtested({ strategy: asks({ 0: [buyAt(1, 1)], 2: [buyAt(1)] }), minutes: minutesOf(rows) })
  expect([...result.refusals]).toEqual([
    ['limit_out_of_range', 1],
    ['price_stale', 1],
  ])
})

test('its progress is told every 20,000 minutes, and its curve has 500 points at most', () => {
  const rows = Array.from({ length: 40_001 }, (_row, n) =>
    minute((n % 390) + 1, 1_000, 1_002, { day: Math.floor(n / 390) }),
  )
  const { result, progress } = backtested({ strategy: asks({}), minutes: minutesOf(rows) })
  expect(progress).toEqual([20_000, 40_000, 40_001])
  expect(result.curve.length).toBeGreaterThan(400)
  expect(result.curve.length).toBeLessThanOrEqual(500)
  expect(result.curve.at(-1)?.at).toBe(result.to)
})

describe.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))('%s on random walks', (_id, strategy) => {
  // Close spans and low thresholds, so that each trades often.
  const chosen: Parameters = Object.fromEntries(
    Object.entries(strategy.parameters).map(([name, { least }]) => [name, least]),
  )
  const parameters = decideParameters(strategy, chosen) as Parameters
  const walks = [1, 2, 3].map((seed) => {
    const minutes = walkOf(seed, 12)
    return { minutes, result: backtested({ strategy, minutes, run: { ...allIn, parameters } }).result }
  })

  test('trades, and each fill is at the bid or ask of its minute', () => {
    for (const { minutes, result } of walks) {
      expect(result.trades.length).toBeGreaterThan(3)
      const places = new Map(Array.from(minutes.at, (at, n) => [at, n]))
      for (const { quote, side, price, shares } of result.own.fills) {
        const n = places.get(quote.at) ?? -1
        expect(Number(price)).toBe((side === 'buy' ? minutes.ask : minutes.bid)[n])
        expect(Number(shares)).toBeLessThanOrEqual(Math.max((minutes.askSize[n] ?? 0) / 4, 1))
      }
    }
  })

  test('has what it realised and what it gained on paper, to the cent', () => {
    for (const { minutes, result } of walks) {
      const bought = result.own.fills.filter(({ side }) => side === 'buy')
      const cost = bought.reduce((sum, { cost: own, fee }) => sum + own + fee, 0n)
      const left =
        bought.reduce((sum, { shares }) => sum + shares, 0n) -
        result.trades.reduce((sum, { shares }) => sum + shares, 0n)
      const bid = Array.from(minutes.bid).findLast((each) => each > 0) ?? 0
      const costLeft = cost - result.trades.reduce((sum, { cost: own }) => sum + own, 0n)
      const paper = costOf(priceE4(BigInt(bid)), left as never) - costLeft
      expect(result.own.result).toBe(result.own.realised + paper)
      if (strategy.intraday) expect(left).toBe(0n)
    }
  })

  test('never has more in its position than it may', () => {
    const run = { ...allIn, parameters, most: cents(2_000_00n) }
    const { result } = backtested({ strategy, minutes: walkOf(4, 12), run })
    let cost = 0n
    for (const { side, cost: value, fee, realised } of result.own.fills) {
      cost += side === 'buy' ? value + fee : (realised ?? 0n) - (value - fee)
      expect(cost).toBeLessThanOrEqual(run.most)
    }
    expect(result.own.fills.length).toBeGreaterThan(3)
  })
})

test('an intraday run is flat by each close', () => {
  for (const strategy of STRATEGIES.filter(({ intraday }) => intraday)) {
    const parameters = decideParameters(strategy, {}) as Parameters
    const { result } = backtested({ strategy, minutes: walkOf(9, 8), run: { ...allIn, parameters } })
    for (const { openedAt, closedAt } of result.trades)
      expect(new Date(openedAt).getUTCDate()).toBe(new Date(closedAt).getUTCDate())
  }
})
