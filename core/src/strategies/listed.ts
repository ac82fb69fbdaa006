import type { Strategy } from './events.ts'
import { grid } from './grid.ts'
import { meanReversion } from './reversion.ts'
import { momentum } from './momentum.ts'
import { openingRange } from './opening.ts'
import { trainedModel } from './trained.ts'
import { vwapReversion } from './vwap.ts'

/** The strategies of the house, in every version that a run may have. The test of this file refuses one that looks ahead. */
export const STRATEGIES: readonly Strategy[] = [
  openingRange,
  vwapReversion,
  grid,
  momentum,
  meanReversion,
  trainedModel,
]

export const findStrategy = (id: string, version: number): Strategy | null =>
  STRATEGIES.find((strategy) => strategy.id === id && strategy.version === version) ?? null
