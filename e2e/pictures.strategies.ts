import * as z from 'zod/mini'
import { cents, priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listRunTrades, listRuns, readRun, readRunResults } from '@lonja/core/strategies/runs.contract'
import {
  BACKTEST_FAULTS,
  listBacktestTrades,
  listBacktests,
  readBacktest,
  type BacktestOutcome,
} from '@lonja/core/strategies/strategies.contract'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * Strategies: their lists, each with its words, and their backtests. The answers that come by time are given instead, in
 * the form of the wire.
 */

type Story = ReplyOf<typeof readBacktest>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const OPEN = Date.UTC(2026, 0, 2, 8)
const ID = newId()

/** A walk in cents that repeats itself, so that each picture has the same line. */
function walk(seed: number, drift: number): bigint[] {
  let [state, value] = [seed, 10_000_00]
  return Array.from({ length: 240 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    value += (state / 2_147_483_648 - 0.5) * 16_000 + drift
    return cents(BigInt(Math.round(value)))
  })
}
const [own, held] = [walk(11, -130), walk(5, 270)]

const side = (value: bigint, bps: number, fees: bigint, spread: bigint, exposureBps: number, fills: number) => ({
  drawdown: { most: cents((1_051_000n * BigInt(bps)) / 10_000n), bps },
  value: cents(value),
  result: cents(value - 10_000_00n),
  realised: cents(value - 10_000_00n),
  fees: cents(fees),
  spread: cents(spread),
  exposureBps,
  fills,
})

const outcome: BacktestOutcome = {
  from: OPEN,
  to: OPEN + 322 * DAY,
  minutes: 116_280,
  quoted: 112_904,
  own: side(9_682_00n, 1_462, 608_40n, 187_20n, 4_210, 624),
  held: side(10_641_00n, 987, 9_99n, 2_86n, 9_998, 1),
  curve: own.map((value, n) => ({ at: OPEN + n * 32 * HOUR, value: cents(value), held: cents(held[n] ?? value) })),
  trades: 312,
  wins: 148,
  stopped: null,
  refusals: [],
}

const story = (more: Partial<Story> = {}): Story => ({
  id: ID,
  strategy: 'vwap_reversion',
  version: 1,
  listing: 'XMAD:LGM',
  from: '2026-01-01',
  to: '2026-11-20',
  budget: cents(10_000_00n),
  most: cents(10_000_00n),
  lossStop: cents(2_000_00n),
  parameters: [
    { name: 'waitMinutes', value: 30 },
    { name: 'entryBps', value: 50 },
    { name: 'stopBps', value: 150 },
  ],
  own: null,
  stop: null,
  company: 'Lagomar',
  currency: 'EUR',
  at: OPEN + 323 * DAY,
  state: 'done',
  fault: null,
  endedAt: OPEN + 323 * DAY + MINUTE,
  progress: { minutes: 116_280, all: 116_280 },
  outcome,
  ...more,
})
const one = (of: Story): Alteration => ({ path: readBacktest.path, instead: z.encode(readBacktest.reply, of) })
const rowOf = ({ outcome: _outcome, ...row }: Story) => ({ ...row, id: newId() })

const records: Alteration = {
  path: listBacktests.path,
  instead: z.encode(listBacktests.reply, {
    rows: [
      story({ state: 'queued', progress: null, endedAt: null }),
      story({ state: 'running', progress: { minutes: 40_000, all: 116_280 }, endedAt: null, strategy: 'momentum' }),
      story(),
      story({ state: 'failed', fault: 'no_minutes', strategy: 'trained_model' }),
    ].map(rowOf),
    cursor: null,
  }),
}

const trades: Alteration = {
  path: listBacktestTrades.path,
  instead: z.encode(listBacktestTrades.reply, {
    rows: Array.from({ length: 12 }, (_trade, n) => ({
      shares: BigInt(560 + n) as ReplyOf<typeof listBacktestTrades>['rows'][number]['shares'],
      openedAt: OPEN + n * DAY,
      closedAt: OPEN + n * DAY + 2 * HOUR,
      openPrice: priceE4(174_600n + BigInt(n * 100)),
      closePrice: priceE4(174_600n + BigInt(n * 100 + (n % 3 === 0 ? -1_200 : 700))),
      cost: cents(9_800_00n),
      proceeds: cents(9_830_00n),
      fee: cents(19_60n),
      realised: cents(n % 3 === 0 ? -86_80n : 19_60n),
    })),
    cursor: null,
  }),
}

type RunStory = ReplyOf<typeof readRun>
export const run = (more: Partial<RunStory> = {}): RunStory => ({
  id: ID,
  strategy: 'grid',
  version: 1,
  own: null,
  stop: null,
  listing: 'XMAD:LGM',
  budget: cents(1_000_00n),
  most: cents(1_000_00n),
  lossStop: cents(200_00n),
  parameters: [
    { name: 'levels', value: 5 },
    { name: 'distanceBps', value: 50 },
  ],
  company: 'Lagomar',
  currency: 'EUR',
  at: OPEN + 310 * DAY,
  state: 'running',
  reason: null,
  sells: false,
  endedAt: null,
  drawdown: { most: cents(124_00n), bps: 1_240 },
  value: cents(980_70n),
  result: cents(-19_30n),
  realised: cents(-12_10n),
  fees: cents(3_20n),
  cash: cents(631_10n),
  shares: 20n,
  cost: cents(356_80n),
  orders: 14,
  fills: 13,
  late: 2,
  refusals: [{ code: 'price_stale', count: 1 }],
  curve: own.slice(0, 160).map((value, n) => ({ at: OPEN + 310 * DAY + n * HOUR, value: cents(value / 10n) })),
  ...more,
})
export const oneRun = (of: RunStory): Alteration => ({ path: readRun.path, instead: z.encode(readRun.reply, of) })
const runs: Alteration = {
  path: listRuns.path,
  instead: z.encode(listRuns.reply, {
    rows: [run(), run({ state: 'paused', strategy: 'momentum' })].map(({ curve: _curve, ...row }) => ({
      ...row,
      id: newId(),
    })),
    cursor: null,
  }),
}
const results: Alteration = {
  path: readRunResults.path,
  instead: z.encode(readRunResults.reply, {
    least: 10,
    strategies: ['grid', 'vwap_reversion'].map((strategy, n) => ({
      strategy,
      version: 1,
      result: { runs: 61, over: 51, lost: 27, resultBps: -193, feesBps: 241, drawdownBps: 1_240 - n * 311 },
    })),
  }),
}
const shares = (count: bigint) => count as ReplyOf<typeof listRunTrades>['rows'][number]['shares']
const runTrades: Alteration = {
  path: listRunTrades.path,
  instead: z.encode(listRunTrades.reply, {
    open: [{ buy: newId(), shares: shares(20n), openedAt: OPEN, openPrice: priceE4(178_400n), cost: cents(356_80n) }],
    rows: Array.from({ length: 4 }, (_trade, n) => ({
      buy: newId(),
      sell: newId(),
      shares: shares(12n),
      openedAt: OPEN + n * DAY,
      closedAt: OPEN + n * DAY + HOUR,
      openPrice: priceE4(174_600n),
      closePrice: priceE4(174_600n + BigInt((n % 2) * 900 - 500)),
      cost: cents(209_72n),
      proceeds: cents(208_90n),
      fee: cents(42n),
      realised: cents(BigInt((n % 2) * 108 - 102)),
    })),
    cursor: null,
  }),
}

const full = { who: 'person', states: ['full'] } as const
const strategy = (id: string) => `/subPackages/strategies/strategy?id=${id}`
const TEST = '/subPackages/strategies/test?strategy=vwap_reversion'
const FORM = `${TEST}&listing=XMAD:LGM`
const BACKTEST = `/subPackages/strategies/backtest?id=${ID}`
const APPLY = '/subPackages/strategies/apply?strategy=grid&listing=XMAD:LGM'
const RUN = `/subPackages/strategies/run?id=${ID}`
const SEND = '[data-dock] [data-look=filled]'

/** The screens of strategies. */
export const STRATEGY_SCREENS: readonly PictureScreen[] = [
  {
    name: 'strategies',
    path: '/subPackages/home/dayTrading/dayTrading',
    who: 'person',
    states: ['full', 'loading', 'failed'],
  },
  { name: 'strategies-ai', path: '/subPackages/home/ai/ai', ...full, alters: records },
  { name: 'strategies-results', path: '/subPackages/home/dayTrading/dayTrading', ...full, alters: [results, runs] },
  { name: 'strategy-results', path: strategy('grid'), ...full, alters: results },
  { name: 'strategy', path: strategy('grid'), who: 'person', states: ['full', 'loading', 'failed'] },
  { name: 'strategy-model', path: strategy('trained_model'), ...full },
  { name: 'strategy-unknown', path: strategy('none'), ...full },
  { name: 'backtest-form', path: FORM, who: 'person', states: ['full', 'loading', 'failed'] },
  opened('backtest-form-wrong', TEST, { into: 'main input[inputmode=decimal]', text: '99' }, SEND),
  opened('backtest-share', TEST, ['strategies', 'chooseShare']),
  { name: 'backtest', path: BACKTEST, who: 'person', states: ['loading', 'failed'] },
  { name: 'backtest-done', path: BACKTEST, ...full, alters: one(story()) },
  {
    name: 'backtest-stopped',
    path: BACKTEST,
    ...full,
    alters: one(
      story({ outcome: { ...outcome, stopped: 'loss_stop', refusals: [{ code: 'price_stale', count: 7 }] } }),
    ),
  },
  {
    name: 'backtest-queued',
    path: BACKTEST,
    ...full,
    alters: one(story({ state: 'queued', progress: null, endedAt: null, outcome: null })),
  },
  {
    name: 'backtest-running',
    path: BACKTEST,
    ...full,
    alters: one(story({ state: 'running', progress: { minutes: 40_000, all: 116_280 }, endedAt: null, outcome: null })),
  },
  ...BACKTEST_FAULTS.map((fault): PictureScreen => ({
    name: `backtest-${fault.replace('_', '-')}`,
    path: BACKTEST,
    ...full,
    alters: one(story({ state: 'failed', fault, outcome: null })),
  })),
  { name: 'backtest-unknown', path: BACKTEST, ...full },
  {
    name: 'backtest-trades',
    path: `/subPackages/strategies/trades?id=${ID}`,
    ...full,
    alters: [one(story()), trades],
  },
  { name: 'run-form', path: APPLY, ...full },
  opened('run-form-short', APPLY, { into: 'main input[inputmode=decimal]', text: '900000000' }),
  { name: 'run', path: RUN, who: 'person', states: ['loading', 'failed'] },
  { name: 'run-running', path: RUN, ...full, alters: oneRun(run()) },
  { name: 'run-stopping', path: RUN, ...full, alters: oneRun(run()), press: ['[data-dock] [data-look=filled]'] },
  { name: 'run-paused', path: RUN, ...full, alters: oneRun(run({ state: 'paused' })) },
  {
    name: 'run-stopped',
    path: RUN,
    ...full,
    alters: oneRun(run({ state: 'stopped', reason: 'loss_stop', sells: true, endedAt: OPEN + 320 * DAY, shares: 0n })),
  },
  { name: 'run-unknown', path: RUN, ...full },
  {
    name: 'run-trades',
    path: `/subPackages/strategies/runTrades?id=${ID}`,
    ...full,
    alters: [oneRun(run()), runTrades],
  },
  { name: 'runs', path: '/subPackages/strategies/runs', who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'runs-records', path: '/subPackages/strategies/runs', ...full, alters: runs },
  {
    name: 'backtests',
    path: '/subPackages/strategies/backtests',
    who: 'person',
    states: ['empty', 'loading', 'failed'],
  },
  { name: 'backtests-records', path: '/subPackages/strategies/backtests', ...full, alters: records },
]
