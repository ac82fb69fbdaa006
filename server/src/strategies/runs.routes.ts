import * as z from 'zod/mini'
import { FillId, LotId, type RunId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { RUNS_PAGE, TRADES_PAGE } from '@lonja/core/strategies/requests.rules'
import {
  listRunTrades,
  listRuns,
  pauseRun,
  readRun,
  readRunResults,
  resumeRun,
  startRun,
  stopRun,
} from '@lonja/core/strategies/runs.contract'
import type { RunAct } from '@lonja/core/strategies/running.rules'
import { cacheFor } from '../base/cache.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { placeIn } from '../door/cursors.ts'
import { onRead, onWrite, type Route, type WriteContext } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import { listClosingsOfRun } from '../orders/runs.store.ts'
import { sumByStrategy, type StrategySums } from './results.store.ts'
import { END_TOPICS, RUN_TOPICS, startNow, stepNow } from './runs.actions.ts'
import { curveReply, resultsReply, runLotReply, runReplies, runTradeReply } from './runs.replies.ts'
import { findRun, listRunRows } from './runs.store.ts'

type RunRouteParts = TradingParts & { readonly market: Market }

/** The customer's calls on runs. */
export const runsRoutes = (trading: RunRouteParts): Route[] => [...readRoutes(trading), ...writeRoutes(trading)]

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The sums over all runs read the whole table, so they are at most a minute old. */
const readRoutes = ({ market }: RunRouteParts, all = cacheFor<StrategySums[]>(MINUTE)): Route[] => [
  onRead(listRuns, async ({ tx, customer, language }, { state, own, cursor, limit = RUNS_PAGE }) => {
    const list = await listRunRows(tx, customer, { state, own, after: placeIn(cursor) ?? NEWEST, most: limit + 1 })
    const rows = await runReplies(tx, list.slice(0, limit), { market, language })
    const last = list.length > limit ? rows.at(-1) : undefined
    return { rows, cursor: last ? `${last.at}.${last.id}` : null }
  }),

  onRead(readRun, async ({ tx, customer, language }, { id }) => {
    const run = await findRun(tx, { customer, id: id as RunId })
    const [reply] = run ? await runReplies(tx, [run], { market, language }) : []
    return run && reply ? { ...reply, curve: curveReply(run) } : refuse('unknown_run')
  }),

  onRead(listRunTrades, async ({ tx, customer }, { id, cursor, limit = TRADES_PAGE }) => {
    const run = await findRun(tx, { customer, id: id as RunId })
    if (!run) return refuse('unknown_run')
    const list = await listClosingsOfRun(tx, run, closingIn(cursor), limit + 1)
    const last = list.length > limit ? list[limit - 1] : undefined
    const open = (await listOpenLots(tx, customer)).filter((lot) => lot.run === run.id)
    return {
      rows: list.slice(0, limit).map(runTradeReply),
      cursor: last ? `${last.fill}.${last.lot}` : null,
      open: open.map(runLotReply),
    }
  }),

  onRead(readRunResults, async ({ tx, now }) => resultsReply(await all(now, () => sumByStrategy(tx)).value)),
]

/** The closing that a cursor names; an invalid cursor begins the list. */
function closingIn(cursor: string | undefined): { fill: FillId; lot: LotId } | null {
  const [first = '', second = ''] = (cursor ?? '').split('.')
  const [fill, lot] = [z.safeDecode(FillId, first), z.safeDecode(LotId, second)]
  return fill.success && lot.success ? { fill: fill.data, lot: lot.data } : null
}

const writeRoutes = (trading: RunRouteParts): Route[] => [
  onWrite(startRun, async ({ tx, customer, now, publish }, form) => {
    const run = await startNow(tx, trading, { customer, now }, form)
    if (isRefused(run)) return run
    publish('strategies', 'balances')
    return { id: run.id, at: run.at }
  }),

  onWrite(pauseRun, (context, { id }) => stepped(trading, context, id, { act: 'pause' })),

  onWrite(resumeRun, (context, { id }) => stepped(trading, context, id, { act: 'resume' })),

  onWrite(stopRun, async (context, { id, sells }) => {
    const after = await stepped(trading, context, id, { act: 'stop', reason: 'by_customer', sells })
    // A run that has ended counts as stopped. Only an unknown one is refused.
    return isRefused(after) ? refuse('unknown_run') : after
  }),
]

/** An act of the customer on a run. */
async function stepped(
  trading: RunRouteParts,
  { tx, customer, now, publish, afterCommit }: WriteContext,
  id: string,
  act: RunAct,
) {
  const run = await findRun(tx, { customer, id: id as RunId })
  if (!run) return refuse('unknown_run')
  const after = await stepNow(tx, trading, run, act, now)
  if (isRefused(after)) return after
  publish(...(after.phase.state === 'stopped' ? END_TOPICS : RUN_TOPICS))
  afterCommit(() => after.orders.forEach((order) => trading.open.take(order)))
  return { id: run.id, state: after.phase.state }
}
