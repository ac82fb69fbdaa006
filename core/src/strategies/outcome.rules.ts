import type { BacktestFigures, BacktestResult } from './backtest.rules.ts'
import { TRADES_STORED_MOST } from './requests.rules.ts'
import { isQuoted, type Minutes } from './simulation.rules.ts'
import type { BacktestOutcome, BacktestTrade } from './strategies.contract.ts'

/** The stored form of a backtest's result. `history` is the number of minutes before its first. */
export function outcomeOf(result: BacktestResult, minutes: Minutes, history: number): BacktestOutcome {
  const { from, to, own, held, curve, trades, wins, phase, refusals } = result
  return {
    from,
    to,
    minutes: result.minutes,
    quoted: quotedFrom(minutes, history),
    own: figuresReply(own),
    held: figuresReply(held),
    curve: [...curve],
    trades: trades.length,
    wins,
    stopped: phase.reason,
    refusals: [...refusals].map(([code, count]) => ({ code, count })),
  }
}

function quotedFrom(minutes: Minutes, history: number): number {
  let count = 0
  for (let n = history; n < minutes.at.length; n++) if (isQuoted(minutes, n)) count++
  return count
}

const figuresReply = ({ drawdown, exposureBps, fills, ...amounts }: BacktestFigures): BacktestOutcome['own'] => ({
  ...amounts,
  drawdown: { most: drawdown.most, bps: Number(drawdown.bps) },
  exposureBps: Number(exposureBps),
  fills: fills.length,
})

/** The trades that are stored of a result. */
export const tradesOf = ({ trades }: BacktestResult): BacktestTrade[] =>
  trades
    .slice(0, TRADES_STORED_MOST)
    .map(({ shares, openedAt, closedAt, openPrice, closePrice, cost, proceeds, fee, realised }) => ({
      shares,
      openedAt,
      closedAt,
      openPrice,
      closePrice,
      cost,
      proceeds,
      fee,
      realised,
    }))
