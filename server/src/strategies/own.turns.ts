import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { feeTablesAt } from '@lonja/core/orders/fees.rules'
import { isQuoted } from '@lonja/core/strategies/simulation.rules'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import { eachAtOnce } from '../jobs/rounds.ts'
import { historyOf, pastMinutes, sessionOfEvent, tickOf, type Bar, type BarMarket } from './bars.actions.ts'
import { isOfText, startedAfter, type LiveRun } from './live.actions.ts'
import { hasStopped, type OwnAnswer, type OwnWork } from './own.hearing.ts'
import type { OwnState } from './own.strategy.ts'
import { ownThreads, type OwnEnd } from './own.thread.ts'
import { awake, carryOut, heard, isAwake, keyOf, missedBy, rest, stop } from './runs.server.ts'
import type { OwnTurns, Server, TurnEnd } from './runs.server.ts'
import { faultOf } from './sandbox.runtime.ts'

/*
 * The turns of own strategies at the thread in which their texts hear. The events are gathered when the thread is free, so
 * that they are the newest; an answer counts only while the run is what was sent. A text that is slow keeps no round
 * waiting, and of the texts that wait the one that took least the last time is next.
 */

/** The minutes of history that a run hears in one turn, at most. */
const PIECE_MINUTES = 60
/** A run in whose turns so many threads have ended by themselves, one after the other, has broken its sandbox. */
const LOSSES_MOST = 2

export const openTurns = (): OwnTurns => ({
  thread: null,
  isBusy: false,
  waiting: new Set(),
  answers: new Map(),
  costs: new Map(),
  losses: new Map(),
  ended: 0,
})

/** Ends the thread, and forgets all turns. The runs stay as they are. */
export function endTurns({ turns }: Server): void {
  for (const of of [turns.waiting, turns.answers, turns.costs, turns.losses]) of.clear()
  turns.ended++
  turns.thread?.stop()
  turns.thread = null
}

/** Lets each own strategy that is awake have a turn. It does not wait for them. */
export function hearTexts(server: Server): void {
  const { turns, live } = server
  for (const of of [turns.costs, turns.losses]) for (const key of of.keys()) if (!live.has(key)) of.delete(key)
  for (const run of awake(server)) if (isOfText(run)) turns.waiting.add(keyOf(run.row))
  void hearWaiting(server)
}

async function hearWaiting(server: Server): Promise<void> {
  const { turns } = server
  if (turns.isBusy) return
  turns.isBusy = true
  for (let key = nextOf(turns); key !== null; key = nextOf(turns)) await hearNext(server, key)
  turns.isBusy = false
}

/** Takes the waiting run that took least time. */
function nextOf({ waiting, costs }: OwnTurns): string | null {
  let [next, least]: [string | null, number] = [null, Infinity]
  for (const key of waiting) {
    const cost = costs.get(key) ?? 0
    if (cost < least) [next, least] = [key, cost]
  }
  if (next !== null) waiting.delete(next)
  return next
}

async function hearNext(server: Server, key: string): Promise<void> {
  const { live, turns, clock } = server
  const run = live.get(key)
  if (!run?.own || !isOfText(run) || !isAwake(server, run.row) || turns.answers.has(key)) return
  try {
    const work = workOf(server, run)
    if (!work) return
    turns.thread ??= (server.startOwn ?? ownThreads())()
    const [from, { ended }] = [clock.now(), turns]
    const end = await turns.thread.hear({ ...run.own, work })
    if (turns.ended !== ended) return
    turns.costs.set(key, clock.now() - from)
    take(server, key, { sent: run.hearing, work, end })
  } catch (err) {
    rest(server, run.row, err)
  }
}

/** The next work of a run's text: its start, some history, or the newest minute and quote; null if nothing is new. */
function workOf(server: Server, run: LiveRun): OwnWork | null {
  const { trading, clock, bars } = server
  const { row, purse, hearing, barsThrough, quotesThrough, late, before } = run
  if (row.tickets.length > 0) return null
  if (row.memory === null && !run.isAhead) return { kind: 'open' }
  const { market, fees } = trading
  const { listing } = purse
  const now = {
    marketNow: market.now(),
    feeTable: feeTablesAt(fees, clock.now()).current.version,
    wallNow: clock.now(),
  }
  const { terms, phase, memory, standing } = hearing
  const sent = { run: { terms, phase, memory, standing }, barsThrough, quotesThrough, late }
  const missed = before.length > 0 ? before : missedBy(server, run, now.marketNow).filter(inSession(market, listing))
  if (missed.length > 0)
    return { kind: 'past', ...sent, ...now, minutes: pastMinutes(market, listing, missed.slice(0, PIECE_MINUTES)) }
  const { bars: minutes, quotes, sessionOf, wallTimeOf } = tickOf(market, [listing], bars, now)
  const [barAt = 0, quoteAt = 0] = [minutes.at[0], quotes.at[0]]
  if (barAt <= barsThrough && (quoteAt <= quotesThrough || !isQuoted(quotes, 0))) return null
  const walls = { wallOfBar: wallTimeOf(barAt), wallOfQuote: wallTimeOf(quoteAt) }
  return { kind: 'tick', ...sent, tick: { ...now, ...walls, bars: minutes, quotes, session: sessionOf(0) } }
}

const inSession =
  (market: BarMarket, listing: ListingId) =>
  ({ at }: Bar): boolean =>
    sessionOfEvent(market, listing, at) !== null

/** Takes the end of a turn: one that only changes what the run knows counts at once, any other with the next round. */
function take(server: Server, key: string, turn: TurnEnd): void {
  const { live, turns, log, hurry } = server
  const { sent, work, end } = turn
  const run = live.get(key)
  // The run has changed: its text hears the event anew with what there is now, or as history.
  if (run?.hearing !== sent) return void (run && turns.waiting.add(key))
  const losses = end === 'lost' ? (turns.losses.get(key) ?? 0) + 1 : 0
  turns.losses.set(key, losses)
  if (losses > 0) log.warn({ run: run.row.id, losses }, 'the thread of own strategies ended')
  if (losses > 0 && losses < LOSSES_MOST) return void turns.waiting.add(key)
  const after = calmAfter(server, run, turn)
  if (!after) {
    turns.answers.set(key, turn)
    return hurry()
  }
  live.set(key, after)
  // It may have more history to hear.
  if (work.kind !== 'tick') turns.waiting.add(key)
}

/** A run after a turn that changes nothing else; null if the turn has an effect, or ended with a fault. */
function calmAfter(server: Server, run: LiveRun, { work, end }: TurnEnd): LiveRun | null {
  if (end === 'lost' || 'stop' in end || 'fault' in end) return null
  if ('opened' in end) return opened(server, run, end)
  return end.effect || hasStopped(end.memory) ? null : heardBy(run, work, end)
}

type Start = Extract<OwnAnswer, { opened: unknown }>
type Hearing = Extract<OwnAnswer, { memory: unknown }>

/** A run whose text compiles. It has the minutes before its start to hear. */
function opened({ trading }: Server, run: LiveRun, { opened: memory, warmUp }: Start): LiveRun {
  const { market } = trading
  const { hearing, row, purse } = run
  const history = historyOf(market, purse.listing, { until: row.marketAt, before: warmUp })
  const before = history.filter(inSession(market, purse.listing))
  const first: LiveRun = { ...run, hearing: { ...hearing, memory }, before, isAhead: true }
  return before.length > 0 ? first : startedAfter(first, history.at(-1))
}

/** A run after an event, or after some history. */
function heardBy(run: LiveRun, work: OwnWork, { memory, barsThrough, quotesThrough, late }: Hearing): LiveRun {
  const hearing = { ...run.hearing, memory }
  if (work.kind === 'tick') {
    const after = heard(run, { run: hearing, barsThrough, quotesThrough }, work.tick.quotes.bid[0] ?? 0)
    return { ...after, late }
  }
  const before = run.before.filter(({ at }) => at > barsThrough)
  const after = { ...run, hearing, barsThrough, quotesThrough, late, before, isAhead: true }
  return run.before.length > 0 && before.length === 0 ? startedAfter(after, run.before.at(-1)) : after
}

/** Carries out the ends of turns that have an effect or a fault, for the runs that are still what was sent. */
export async function carryOutTurns(server: Server): Promise<void> {
  const { turns, live } = server
  const ends = [...turns.answers].flatMap(([key, turn]) => {
    const run = live.get(key)
    return run?.hearing === turn.sent ? [{ run, turn }] : []
  })
  turns.answers.clear()
  await eachAtOnce(
    ends,
    async ({ run, turn: { work, end } }) => {
      const fault = faultIn(end, server.trading.market.now())
      if (fault) return stop(server, run, 'fault', fault)
      if (end === 'lost' || !('memory' in end)) return
      const after = heardBy(run, work, end)
      if (end.effect) return carryOut(server, after, end.effect)
      return stop(server, run, 'fault', (end.memory as OwnState).stop)
    },
    ({ run }, err) => rest(server, run.row, err),
  )
}

/** The fault for which a turn ended without the run; null if it has an answer. */
function faultIn(end: OwnEnd, at: Instant): OwnStop | null {
  if (end === 'lost') return { ...faultOf('sandbox', 0), at }
  if ('stop' in end) return end.stop
  return 'fault' in end ? { ...end.fault, at } : null
}
