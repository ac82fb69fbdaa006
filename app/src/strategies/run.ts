import type { ReplyOf } from '@lonja/core/base/contract'
import { readRunResults, type listRunTrades, type listRuns, type readRun } from '@lonja/core/strategies/runs.contract'
import type { RunState } from '@lonja/core/strategies/running.rules'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { markStale, useRead } from '@lonja/kit/reads'

export type Run = ReplyOf<typeof listRuns>['rows'][number]
export type RunStory = ReplyOf<typeof readRun>
export type RunTrade = ReplyOf<typeof listRunTrades>['rows'][number]
export type RunLot = ReplyOf<typeof listRunTrades>['open'][number]

export const APPLY = '/subPackages/strategies/apply'
export const RUN = '/subPackages/strategies/run'
export const RUNS = '/subPackages/strategies/runs'
export const RUN_TRADES = '/subPackages/strategies/runTrades'

/** The form of a run while it loads. */
export const FORM_WAITING = [
  ['100%', 110],
  ['100%', 50],
  ['100%', 76],
  ['100%', 76],
] as const

export const RUN_TONES: Readonly<Record<RunState, StatusTone>> = {
  running: 'accent',
  paused: 'warn',
  stopping: 'warn',
  stopped: 'grey',
}

/** Marks as stale all that an act on a run changes. */
export const staleAfterRun = (): void => markStale(['strategies', 'balances', 'orders', 'notices'])

/** The results of the house's strategies over the runs of all customers; none while they cannot be read. */
export function useRunResults() {
  const { data } = useRead(readRunResults, {}, { quiet: true })
  return {
    /** The number of ended runs from which on results are shown; null while it is unknown. */
    least: data?.least ?? null,
    resultOf: ({ id, version }: { id: string; version: number }) =>
      data?.strategies.find((each) => each.strategy === id && each.version === version)?.result ?? null,
  }
}
