import { randomBytes } from 'node:crypto'
import { cents, currencyFor } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { feeTablesAt } from '@lonja/core/orders/fees.rules'
import type {
  checkOwnStrategy,
  saveOwnStrategy,
  startOwnBacktest,
  startOwnRun,
} from '@lonja/core/strategies/own.contract'
import {
  EVENT_MS_MOST,
  MEGABYTES_MOST,
  OWN_HISTORY_MOST,
  OWN_ORDERS_PER_MINUTE_MOST,
  OWN_RUNS_OPEN_MOST,
  OWN_SPANS,
  OWN_STRATEGIES_MOST,
  OWN_STRATEGY,
  OWN_TEXT_MOST,
  OWN_VERSIONS_MOST,
  STATE_BYTES_MOST,
  STEPS_PER_EVENT_MOST,
} from '@lonja/core/strategies/own.rules'
import { BACKTESTS_OPEN_MOST } from '@lonja/core/strategies/requests.rules'
import { decideAmounts } from '@lonja/core/strategies/running.rules'
import type { LockedTx } from '../database/locks.ts'
import { readMinutes } from './minutes.actions.ts'
import { countOwn, findOwn, findVersion, isSaved, saveVersion, type OwnRow, type VersionRow } from './own.store.ts'
import { amountsOf, openRun, refusalOf, type OpeningParts } from './runs.actions.ts'
import { listOpenRuns } from './runs.store.ts'
import type { RunSandbox } from './sandbox.thread.ts'
import { decidePlace, queue, type StrategyParts } from './strategies.actions.ts'
import { findBacktest } from './strategies.store.ts'

/** The limits of own strategies, as a customer reads them. */
export const OWN_LIMITS = {
  bytes: OWN_TEXT_MOST,
  strategies: OWN_STRATEGIES_MOST,
  versions: OWN_VERSIONS_MOST,
  stepsPerEvent: STEPS_PER_EVENT_MOST,
  msPerEvent: EVENT_MS_MOST,
  megabytes: MEGABYTES_MOST,
  stateBytes: STATE_BYTES_MOST,
  ordersPerMinute: OWN_ORDERS_PER_MINUTE_MOST,
  history: OWN_HISTORY_MOST,
  spans: [...OWN_SPANS],
  backtestsOpen: BACKTESTS_OPEN_MOST,
  runsOpen: OWN_RUNS_OPEN_MOST,
}

export const summaryOf = ({ id, name, version, at, bytes, shared }: OwnRow) => ({
  id,
  name,
  version,
  at,
  bytes,
  shared,
})

interface Caller {
  readonly customer: CustomerId
  readonly now: Instant
}

const tooLong = (text: string) =>
  Buffer.byteLength(text) > OWN_TEXT_MOST ? refuse('own_text_too_long', { most: String(OWN_TEXT_MOST) }, 'text') : null

/** Saves a text as the next version of an own strategy, or refuses it. */
export async function save(tx: LockedTx, { customer, now }: Caller, form: InputOf<typeof saveOwnStrategy>) {
  const { id, own, name, text, after } = form
  // The customer has used the id for a version whose stored answer is purged.
  if (await isSaved(tx, customer, id)) return refuse('key_reused')
  const long = tooLong(text)
  if (long) return long
  const known = await findOwn(tx, { customer, id: own })
  if ((known?.version ?? 0) !== after) return refuse('own_version_overtaken')
  if (!known && (await countOwn(tx, customer)) >= OWN_STRATEGIES_MOST)
    return refuse('too_many_own_strategies', { most: String(OWN_STRATEGIES_MOST) })
  if (after >= OWN_VERSIONS_MOST) return refuse('too_many_own_versions', { most: String(OWN_VERSIONS_MOST) })
  const version = after + 1
  const row = { customer, id: own, name, version, at: now, bytes: Buffer.byteLength(text) }
  await saveVersion(tx, row, { id, text })
  return { own, version, at: now }
}

const LINK_BYTES = 16
/** A link that nobody can guess. */
export const newLink = (): string => randomBytes(LINK_BYTES).toString('base64url')

/** Puts a backtest of an own strategy into the queue of all. */
export async function startOwn(
  tx: LockedTx,
  parts: StrategyParts,
  { customer, now }: Caller,
  form: InputOf<typeof startOwnBacktest>,
) {
  const { id, own, version, listing } = form
  if (await findBacktest(tx, { customer, id })) return refuse('key_reused')
  if (!(await findVersion(tx, { customer, id: own }, version))) return refuse('unknown_own_strategy')
  const period = decidePlace(parts.market, form)
  if (isRefused(period)) return period
  const amounts = { budget: cents(form.budget), most: cents(form.most), lossStop: cents(form.lossStop) }
  const refused = decideAmounts(amounts, currencyFor(listing))
  if (refused) return refused
  const { version: feeTable } = feeTablesAt(parts.fees, now).current
  const { from: firstDay, to: lastDay } = form
  return queue(tx, {
    ...amounts,
    ...period,
    customer,
    id,
    strategy: OWN_STRATEGY,
    version,
    own,
    parameters: {},
    listing,
    firstDay,
    lastDay,
    feeTable,
    at: now,
  })
}

/** The line of the first fault that keeps a version from beginning; null if it compiles, or if the customer has no such version. */
export async function faultLineOf(run: RunSandbox, saved: Pick<VersionRow, 'text'> | null): Promise<number | null> {
  const [fault] = saved ? (await run({ text: saved.text, hearing: null })).diagnostics : []
  // The engine knows no line of a fault in the text as a whole.
  return fault ? Math.max(fault.line, 1) : null
}

/** Starts a run of an own strategy. `faultLine` is that of its text, which was compiled before. */
export async function startRunOf(
  tx: LockedTx,
  { market }: OpeningParts,
  asker: Caller,
  form: InputOf<typeof startOwnRun>,
  faultLine: number | null,
) {
  const { customer } = asker
  const { version, listing } = form
  const known = await findOwn(tx, { customer, id: form.own })
  if (!known || !(await findVersion(tx, known, version))) return refuse('unknown_own_strategy')
  if (faultLine !== null) return refuse('own_text_faults', { line: String(faultLine) })
  const refused = await refusalOf(tx, market, asker, form)
  if (refused) return refused
  const amounts = amountsOf(form)
  const atFault = decideAmounts(amounts, currencyFor(listing))
  if (atFault) return atFault
  const open = (await listOpenRuns(tx, customer)).filter(({ own }) => own !== null)
  if (open.length >= OWN_RUNS_OPEN_MOST) return refuse('too_many_own_runs', { most: String(OWN_RUNS_OPEN_MOST) })
  const of = { strategy: OWN_STRATEGY, version, own: { id: known.id, name: known.name }, parameters: {} }
  return openRun(tx, market, asker, { ...amounts, ...of, id: form.id as RunId, listing })
}

/** Compiles a text, and lets it hear a past day if one is named. */
export async function check(
  run: RunSandbox,
  { market, fees }: StrategyParts,
  now: Instant,
  { text, try: day }: InputOf<typeof checkOwnStrategy>,
) {
  const long = tooLong(text)
  if (long) return long
  const place = day && { listing: day.listing, from: day.day, to: day.day }
  const period = place && decidePlace(market, place)
  if (isRefused(period)) return period
  const compiled = await run({ text, hearing: null })
  if (!place || !period || !compiled.settings) return replyOf(compiled)
  const known = await readMinutes(market, { listing: place.listing, ...period, before: compiled.warmUp }, () => false)
  if (!known || known.minutes.at.length <= known.history) return refuse('backtest_no_prices')
  const { version: feeTable } = feeTablesAt(fees, now).current
  return replyOf(await run({ text, hearing: { ...known, feeTable } }))
}

const replyOf = ({ diagnostics, settings, trial }: Awaited<ReturnType<RunSandbox>>) => ({
  diagnostics: [...diagnostics],
  settings,
  trial,
})
