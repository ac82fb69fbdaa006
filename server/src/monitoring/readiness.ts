import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { probeDatabase } from '../database/ready.ts'
import type { Vitals } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'

/** A part of the house for which calls cannot be answered as they should be. */
export type Part = 'opening' | 'stopping' | 'database' | 'migrations' | 'clock' | 'fills'

/** A part that is not ready, and the time since which it is known. */
export interface Waiting {
  readonly part: Part
  readonly since: Instant
  readonly says: string
}

const SAYS: Readonly<Record<Part, string>> = {
  opening: 'The house is opening.',
  stopping: 'The house is stopping: calls under way are answered, and it takes no new ones soon.',
  database: 'The database is away, full, a standby, or does not answer in time.',
  migrations: 'The database has another schema than this release.',
  clock: 'The clock of this machine differs from elapsed time, or trading has not caught up after that.',
  fills: 'The fill engine has finished no round for half a minute.',
}

const PROBE_MS = 2 * SECOND
/** A supervisor that asks more often gets the last answer about the database. */
const PROBE_EVERY_MS = SECOND
const FILLS_SILENT_MS = 30 * SECOND
const FILLS = 'fills'

/** The parts of an open house that readiness depends on. */
export interface ReadyParts {
  /** A connection of its own: a busy pool does not make a house unready. */
  readonly db: Db
  readonly guard: Pick<MarketGuard, 'state'>
  readonly vitals: Pick<Vitals, 'jobs' | 'startedAt'>
  /** The number of the newest migration of this release. */
  readonly migration: number
}

/** Whether calls can be answered now. */
export interface Readiness {
  /** The parts that are not ready; none if the house is ready. */
  ask(): Promise<readonly Waiting[]>
  opened(parts: ReadyParts): void
  stopping(): void
}

export function openReadiness(clock: Clock): Readiness {
  const since = new Map<Part, Instant>([['opening', clock.now()]])
  let parts: ReadyParts | null = null
  let probing: Promise<void> | null = null
  let probedAt = -Infinity

  const mark = (part: Part, isReady: boolean): void => {
    if (isReady) since.delete(part)
    else if (!since.has(part)) since.set(part, clock.now())
  }
  const probe = async ({ db, migration }: ReadyParts): Promise<void> => {
    const latest = await probeDatabase(db, PROBE_MS).catch(() => null)
    mark('database', latest !== null)
    if (latest !== null) mark('migrations', latest === migration)
    probedAt = clock.elapsed()
  }
  const judge = async (open: ReadyParts): Promise<void> => {
    if (clock.elapsed() - probedAt >= PROBE_EVERY_MS) await (probing ??= probe(open).finally(() => (probing = null)))
    mark('clock', open.guard.state().pausedSince === null)
    const fills = open.vitals.jobs().find(({ name }) => name === FILLS)
    mark('fills', clock.now() - (fills?.ranAt ?? open.vitals.startedAt) < FILLS_SILENT_MS)
  }
  return {
    ask: async () => {
      if (parts) await judge(parts)
      return [...since].map(([part, at]) => ({ part, since: at, says: SAYS[part] }))
    },
    opened: (open) => {
      parts = open
      since.delete('opening')
    },
    stopping: () => {
      parts = null // A closing database is no outage.
      since.clear()
      mark('stopping', false)
    },
  }
}
