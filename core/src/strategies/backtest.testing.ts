import { cents } from '../base/amount.ts'
import { mix } from '../base/noise.ts'
import { MINUTE } from '../base/instant.ts'
import { dayOf } from '../calendar/days.ts'
import { backtestSteps, type BacktestResult, type BacktestTerms } from './backtest.rules.ts'
import { sessionOf } from './events.testing.ts'
import type { StrategyOrder, Strategy } from './events.ts'
import { terms } from './running.testing.ts'
import type { Minutes } from './simulation.rules.ts'
import type { RunTerms } from './running.rules.ts'

/** A minute of a table: its bid and ask in whole cents, and their sizes. 0 for no quote. */
export interface MinuteRow {
  readonly day?: number
  readonly minute: number
  readonly bid: number
  readonly ask: number
  readonly size?: number
}

/** Minutes whose prices are the middle of their bid and ask. */
export function minutesOf(rows: readonly MinuteRow[]): Minutes {
  const days = [...new Set(rows.map(({ day = 0 }) => day))]
  const middle = rows.map(({ bid, ask }) => Math.max((bid + ask) * 50, 1))
  const sizes = rows.map(({ size = 1_000_000 }) => size)
  return {
    listing: 'XNYS:ABC',
    at: rows.map(({ day = 0, minute }) => sessionOf(day).open + minute * MINUTE),
    open: middle,
    high: middle,
    low: middle,
    close: middle,
    volume: rows.map(() => 1_000),
    bid: rows.map(({ bid }) => bid * 100),
    ask: rows.map(({ ask }) => ask * 100),
    bidSize: sizes,
    askSize: sizes,
    sessions: days.map((day) => ({ venue: 'XNYS', day: dayOf(day), ...sessionOf(day) })),
  }
}

/** Minutes of some sessions on a random walk from 100.00, with a spread of two cents and sizes of up to 400 shares. */
export function walkOf(seed: number, sessions: number, length = 390): Minutes {
  let place = 0
  const chance = (most: number): number => mix(seed, 1, 2, 3, place++) % most
  let price = 10_000
  const rows = Array.from({ length: sessions * length }, (_row, n) => {
    price = Math.max(price + chance(81) - 40, 1_000)
    const bid = chance(100) === 0 ? 0 : price - 1
    return { day: Math.floor(n / length), minute: (n % length) + 1, bid, ask: bid && price + 1, size: chance(400) }
  })
  return {
    ...minutesOf(rows),
    close: rows.map(({ bid }, n) => (bid ? bid * 100 + 100 : (rows[n - 1]?.bid ?? 100) * 100 || 100)),
  }
}

/** A strategy that asks for orders at places of its series: the nth event counts from 0. */
export const asks = (orders: Readonly<Record<number, readonly StrategyOrder[]>>, intraday = false): Strategy => ({
  id: 'asks',
  version: 1,
  name: 'asks',
  intraday,
  parameters: {},
  warmUp: () => 0,
  begin: () => 0,
  onBar: (count) => ({ state: Number(count) + 1, orders: orders[Number(count)] ?? [] }),
})

export const buyAt = (shares: number, limit: number | null = null): StrategyOrder => ({ side: 'buy', shares, limit })
export const sellAt = (shares: number, limit: number | null = null): StrategyOrder => ({ side: 'sell', shares, limit })

/** The terms of a run of 10,000.00 that may lose and have all of it in its position. */
export const allIn: RunTerms = {
  ...terms,
  budget: cents(10_000_00n),
  lossStop: cents(10_000_00n),
  most: cents(10_000_00n),
}

/** Works a backtest out, with the numbers of minutes that it yielded. */
export function backtested(changes: Pick<BacktestTerms, 'strategy' | 'minutes'> & Partial<BacktestTerms>): {
  readonly result: BacktestResult
  readonly progress: readonly number[]
} {
  const steps = backtestSteps({ run: allIn, history: 0, feeTable: 2, ...changes })
  const progress: number[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return { result: step.value, progress }
    progress.push(step.value)
  }
}
