import type { ReplyOf } from '@lonja/core/base/contract'
import { judgeHealth, type HealthFacts } from '@lonja/core/proof/health.rules'
import type { readHealth } from '@lonja/core/proof/health.staff.contract'

const NOW = Date.now()

/** A server of which everything is well and whose books were never checked. */
export const FACTS: HealthFacts = {
  now: NOW,
  startedAt: NOW,
  version: '1.0.0',
  node: 'v20',
  sockets: 0,
  memory: { used: 1, total: 8 },
  disk: { free: 100 * 1024 ** 3, total: 200 * 1024 ** 3 },
  database: { engine: 'PostgreSQL 18', bytes: 1 },
  migrations: { done: 3, latest: '0003_c.sql', known: 3 },
  market: { label: 'practice', lagMs: 0, pausedAt: null, streams: [] },
  relays: [],
  clock: { pausedSince: null, differenceMs: 0, hold: null, publicThrough: null },
  lane: { waiting: 0, oldestMs: 0 },
  servers: [],
  jobs: [],
  signing: { chains: 0, round: null, inFile: false, unsigned: 0 },
  verified: null,
}

/** The report of a server with these facts, without its jobs. */
export function reportOf(change: Partial<HealthFacts>): ReplyOf<typeof readHealth> {
  const facts = { ...FACTS, ...change }
  return { ...facts, jobs: [], lines: judgeHealth(facts) }
}
