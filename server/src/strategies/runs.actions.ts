import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { noticeOfRunEnd } from '@lonja/core/strategies/strategies.notices'
import { insertNotices } from '../notices/notices.store.ts'
import { newId } from '../base/ids.ts'
import { cents, costOf, currencyFor, wholeShares, type Cents } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { hold, release } from '@lonja/core/ledger/ledger.rules'
import { runOf, type Order } from '@lonja/core/orders/orders.rules'
import { drawdownAfter, type Falls } from '@lonja/core/strategies/course.rules'
import { findStrategy } from '@lonja/core/strategies/listed'
import {
  RUNS_OPEN_MOST,
  decideHold,
  decideStep,
  decideTerms,
  type RunAct,
  type RunPhase,
  type StopReason,
} from '@lonja/core/strategies/running.rules'
import type { startRun } from '@lonja/core/strategies/runs.contract'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots, saveChangedLots } from '../orders/lots.store.ts'
import { cancelAllNow, type EndingParts } from '../orders/orders.actions.ts'
import { deletePurse, findPurse, openPurse, type Purse } from '../orders/purses.store.ts'
import { sumRuns } from '../orders/runs.store.ts'
import { findRun, insertRun, listOpenRuns, saveEnd, savePhase, type NewRun, type RunRow } from './runs.store.ts'

/** The parts that a step of a run needs. Its orders are ended as those of a customer are. */
export type RunParts = EndingParts & { readonly market: Pick<Market, 'last'> }

/** The topics of a customer that a step of a run changes. */
export const RUN_TOPICS = ['strategies', 'orders', 'balances'] as const
/** The same with the notice of its end. */
export const END_TOPICS = [...RUN_TOPICS, 'notices'] as const

interface Asker {
  readonly customer: CustomerId
  readonly now: Instant
}

/** Starts a run of a strategy of the house. */
export async function startNow(tx: LockedTx, { market }: OpeningParts, asker: Asker, form: InputOf<typeof startRun>) {
  const strategy = findStrategy(form.strategy, form.version)
  if (!strategy) return refuse('unknown_strategy')
  const refused = await refusalOf(tx, market, asker, form)
  if (refused) return refused
  const amounts = amountsOf(form)
  const chosen = Object.fromEntries(form.parameters.map(({ name, value }) => [name, value]))
  const parameters = decideTerms(strategy, { ...amounts, parameters: chosen }, currencyFor(form.listing))
  if (isRefused(parameters)) return parameters
  const { id, listing } = form
  const of = { strategy: strategy.id, version: strategy.version, own: null, parameters }
  return openRun(tx, market, asker, { ...amounts, ...of, id: id as RunId, listing })
}

/** The parts that open a run. */
export interface OpeningParts {
  readonly market: Market
}

type RunForm = Pick<InputOf<typeof startRun>, 'id' | 'listing' | 'budget' | 'most' | 'lossStop'>

export const amountsOf = ({ budget, most, lossStop }: RunForm) => ({
  budget: cents(budget),
  most: cents(most),
  lossStop: cents(lossStop),
})

/** Refuses a run for its id or its listing; null if neither is at fault. */
export async function refusalOf(tx: LockedTx, market: Market, { customer }: Asker, { id, listing }: RunForm) {
  // The customer has used the id for a run whose stored answer is purged.
  if (await findRun(tx, { customer, id: id as RunId })) return refuse('key_reused')
  const instrument = market.find(listing)
  if (!instrument) return refuse('unknown_listing')
  if (instrument.kind === 'index') return refuse('not_tradable')
  if (market.unquoted(listing) !== null) return refuse('never_quoted')
  return market.pausedSince() === null ? null : refuse('trading_paused')
}

/** Opens a run whose terms are accepted: its row, its purse, and the hold of its amount. */
export async function openRun(
  tx: LockedTx,
  market: Market,
  { customer, now }: Asker,
  form: Omit<NewRun, 'customer' | 'at' | 'marketAt'>,
) {
  const { id, listing, budget } = form
  if ((await listOpenRuns(tx, customer)).length >= RUNS_OPEN_MOST)
    return refuse('too_many_runs', { most: String(RUNS_OPEN_MOST) })
  const currency = currencyFor(listing)
  const free = (await listBalances(tx, customer)).find(({ asset }) => asset === currency)?.free ?? 0n
  const amount = decideHold(budget, { currency, free })
  if (isRefused(amount)) return amount
  const run: NewRun = { ...form, customer, at: now, marketAt: market.now() }
  await postNow(tx, { customer, cause: { kind: 'run', id }, at: now, lines: hold([amount]) })
  await openPurse(tx, { customer, id, listing, cash: budget, openedAt: now })
  await insertRun(tx, run)
  return run
}

/** A run after a step, with its orders that ended. After the commit the caller removes these from the open orders in memory. */
export interface RunStep {
  readonly phase: RunPhase
  readonly orders: readonly Order[]
}

const unchanged = ({ state, reason, sells }: RunRow): RunStep => ({ phase: { state, reason, sells }, orders: [] })

/** Pauses, resumes or stops a run. A run that sells nothing has stopped at once. */
export async function stepNow(tx: LockedTx, parts: RunParts, run: RunRow, act: RunAct, now: Instant) {
  const phase = decideStep(run, act)
  if (isRefused(phase)) return refuse('run_over')
  if (phase.state === run.state) return unchanged(run)
  await savePhase(tx, run, phase)
  const after = { ...run, ...phase, steps: run.steps + 1 }
  if (act.act === 'resume') return { phase, orders: [] }
  const orders = await endOrdersOf(tx, parts, run, now)
  const ended = act.act === 'stop' ? await endIfDone(tx, parts, after, now) : null
  return { phase: ended ?? phase, orders } satisfies RunStep
}

/** Ends the open orders of a run. An order that a served quote has met is filled instead. */
export const endOrdersOf = (
  tx: LockedTx,
  parts: RunParts,
  { customer, id }: Pick<RunRow, 'customer' | 'id'>,
  now: Instant,
): Promise<Order[]> =>
  cancelAllNow(tx, customer, parts, {
    now,
    which: (order) => runOf(order) === id,
    reason: 'by_strategy',
    isNoticed: false,
  })

/** Stops a run for a reason other than its customer's wish. It sells its shares only if its loss has reached the stop. */
export async function stopNow(
  tx: LockedTx,
  parts: RunParts,
  run: RunRow,
  { reason, now }: { readonly reason: StopReason; readonly now: Instant },
): Promise<RunStep> {
  const step = await stepNow(tx, parts, run, { act: 'stop', reason }, now)
  return isRefused(step) ? unchanged(run) : step
}

/** Stops all runs of a customer. A run that is selling ends without the rest of its sale. Returns the orders that ended. */
export async function stopAllOf(
  tx: LockedTx,
  customer: CustomerId,
  parts: RunParts,
  { reason, now }: { readonly reason: StopReason; readonly now: Instant },
): Promise<Order[]> {
  const ended: Order[] = []
  for (const run of await listOpenRuns(tx, customer)) {
    if (run.state === 'stopping') {
      ended.push(...(await endOrdersOf(tx, parts, run, now)))
      await savePhase(tx, run, { ...run, sells: false })
      await endIfDone(tx, parts, { ...run, sells: false, steps: run.steps + 1 }, now)
      continue
    }
    ended.push(...(await stopNow(tx, parts, run, { reason, now })).orders)
  }
  return ended
}

/**
 * Ends a run that stops once none of its orders is open and it has nothing to sell: what is left of its amount becomes free,
 * and its lots are its customer's like any other. Null if it goes on.
 */
export async function endIfDone(
  tx: LockedTx,
  { market }: { readonly market: Pick<Market, 'last'> },
  run: RunRow,
  now: Instant,
): Promise<RunPhase | null> {
  const purse = await findPurse(tx, run)
  if (!purse || run.state !== 'stopping') return null
  if (purse.cashHeld > 0n || purse.sharesHeld > 0n || (run.sells && purse.shares > 0n)) return null
  const phase = decideStep(run, { act: 'end' })
  if (isRefused(phase)) return null
  await releaseAll(tx, purse, now)
  await deletePurse(tx, purse)
  const [sums] = await sumRuns(tx, run.customer, [run.id])
  const value = valueOf(purse, market)
  const course = { ...fallsAt(run, value), curve: run.curve }
  await saveEnd(tx, run, { at: now, value, fees: sums?.fees ?? 0n, course })
  await insertNotices(tx, noticesOf(run, purse, now))
  return phase
}

/** The worst falls of a run's value until now: its minutes miss what has happened since the last of them. */
export function fallsAt({ peak, drawdown, drawdownBps }: RunRow, value: Cents | null): Falls {
  const falls = { peak, drawdown, drawdownBps }
  return value === null ? falls : drawdownAfter(falls, value)
}

/** The notice of a run's end. Starting over and closing have notices of their own. */
function noticesOf({ customer, id, own, reason }: RunRow, { listing, cash, shares }: Purse, at: Instant): NewNotice[] {
  if (reason === null || reason === 'leaving') return []
  const amount = { asset: currencyFor(listing), units: cash }
  return [
    noticeOfRunEnd(
      { customer, id: newId(), at },
      { id, listing, own: own?.name ?? null, reason, cash: amount, shares },
    ),
  ]
}

/** The cash of a run, with what its buys hold, and its shares at the latest price. Null for shares without a price. */
export function valueOf(
  { listing, cash, cashHeld, shares, sharesHeld }: Purse,
  market: Pick<Market, 'last'>,
): Cents | null {
  const all = wholeShares(shares + sharesHeld)
  const last = market.last(listing)
  if (all > 0n && last === null) return null
  return cents(cash + cashHeld + (last === null ? 0n : costOf(last, all)))
}

async function releaseAll(tx: LockedTx, { customer, id, listing, cash, shares }: Purse, now: Instant): Promise<void> {
  const amounts = [
    { asset: currencyFor(listing), units: cash },
    { asset: listing, units: shares },
  ].filter(({ units }) => units > 0n)
  if (amounts.length > 0) await postNow(tx, { customer, cause: { kind: 'run', id }, at: now, lines: release(amounts) })
  const own = (await listOpenLots(tx, customer, listing)).filter(({ run }) => run === id)
  const changes = own.map((before) => ({ before, after: { ...before, run: null, reserved: wholeShares(0n) } }))
  await saveChangedLots(tx, changes)
}
