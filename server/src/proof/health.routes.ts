import { hash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { VERSION } from '@lonja/core/base/version'
import { SILENT_AFTER_MS } from '@lonja/core/orders/servers.rules'
import { judgeHealth, judgeJob, type HealthFacts } from '@lonja/core/proof/health.rules'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { linesIn } from '../audit/audit.jobs.ts'
import { CATALOGUES } from '../base/texts.ts'
import type { Lane } from '../database/lane.ts'
import { migrationsIn } from '../database/migrate.ts'
import type { OpenRelays } from '../ipo/relays.actions.ts'
import { onStaffRead, type StaffReadContext } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Vitals } from '../jobs/vitals.ts'
import { lagOf } from '../market/market.guard.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { streamShown } from './proof.replies.ts'
import { listAwayServers } from '../orders/progress.store.ts'
import { countChains, countRowsFrom, findLastRoundLine } from '../audit/audit.store.ts'
import { findDatabaseFacts, findLastVerification } from './health.store.ts'

export interface HealthParts {
  readonly vitals: Vitals
  readonly opened: OpenedMarket
  readonly lane: Pick<Lane, 'backlog'>
  readonly relays: Pick<OpenRelays, 'states'>
  /** The data folder, and the file of signed heads in it. */
  readonly folder: string
  readonly heads: string
}

/** The health page: facts that this server can measure itself. */
export function healthRoutes(parts: HealthParts): Route[] {
  const known = migrationsIn().length
  return [
    onStaffRead(readHealth, async (context) => {
      const { now } = context
      const facts = await factsOf(parts, known, context)
      return {
        ...facts,
        jobs: facts.jobs.map((job) => ({ ...job, state: judgeJob(job, facts.startedAt, now) })),
        lines: judgeHealth(facts),
      }
    }),
  ]
}

async function factsOf(
  parts: HealthParts,
  known: number,
  { tx, now, language }: Pick<StaffReadContext, 'tx' | 'now' | 'language'>,
): Promise<HealthFacts> {
  const { vitals, opened, lane, relays, folder, heads } = parts
  const { engine, bytes, migrations } = await findDatabaseFacts(tx)
  const round = await findLastRoundLine(tx)
  const verified = await findLastVerification(tx)
  const { market, pauses, feed, guard } = opened
  return {
    now,
    startedAt: Math.min(vitals.startedAt, now),
    version: VERSION,
    node: process.version,
    memory: { used: process.memoryUsage.rss(), total: totalmem() },
    disk: await diskOf(folder),
    database: { engine, bytes },
    migrations: { ...migrations, known },
    market: {
      label: market.label,
      lagMs: lagOf(market, guard),
      pausedAt: pauses?.pausedAt(now) ?? null,
      streams: feed?.status().map(streamShown) ?? [],
    },
    relays: relays.states(),
    clock: guard.state(),
    lane: lane.backlog(),
    servers: (await listAwayServers(tx, SILENT_AFTER_MS)).map(({ name, renewedAt, isStopped }) => ({
      name,
      renewedAt,
      isStopped,
    })),
    sockets: vitals.sockets(),
    jobs: vitals.jobs(),
    signing: {
      chains: await countChains(tx),
      round: round && { n: round.n, at: round.at, hash: hash('sha256', round.line).slice(0, 16) },
      inFile: round !== null && linesIn(heads).at(-1) === round.line,
      unsigned: await countRowsFrom(tx, round === null ? 0 : round.at + 1),
    },
    verified: verified && {
      at: verified.endedAt,
      tookMs: verified.endedAt - verified.beganAt,
      laws: verified.laws,
      breaches: verified.breaches.length,
      broken: verified.breaches.map(({ code, law, cases, rows }) => ({
        law: CATALOGUES[language].laws[code] ?? law,
        cases,
        rows: [...rows],
      })),
      auditRows: verified.audit?.rows ?? null,
      auditFaults: verified.audit?.faults ?? null,
    },
  }
}

/** If the folder cannot be read, the page shows a disk without room. */
const diskOf = (folder: string): Promise<HealthFacts['disk']> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => ({ free: 0, total: 0 }),
  )
