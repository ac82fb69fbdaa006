import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { openDb, type Db } from '../database/db.ts'
import { migrationsIn } from '../database/migrate.ts'
import { openMetrics, type Metrics, type WatchedParts } from '../monitoring/metrics.ts'
import { monitoringPages } from '../monitoring/monitoring.pages.ts'
import { monitoringServer } from '../monitoring/monitoring.port.ts'
import { openReadiness, type ReadyParts } from '../monitoring/readiness.ts'
import type { Closing } from './closing.ts'
import { listenForSupervisors } from './listening.ts'

/** Supervisors may ask this server from the first step of its opening to the last of its closing. */
export interface Monitoring {
  readonly metrics: Metrics
  /** Pages of the house's own port: none if supervisors have a port of their own. */
  readonly pages: readonly ((door: FastifyInstance) => void)[]
  /** Listens on the supervisors' own port and returns its address; null if there is none. */
  listen(): Promise<string | null>
  /** The house is open: its parts are asked from now on. */
  opened(parts: OpenParts): void
  /** Says that the house is not ready, gives proxies the time to hear of it, and closes the house. */
  close(): Promise<void>
}

type OpenParts = Omit<WatchedParts, 'pools' | 'connections' | 'now'> &
  Pick<ReadyParts, 'guard' | 'vitals'> & {
    readonly db: Db
    readonly triesDb: Db
    readonly database: Database
    readonly server: Server
  }

interface Database {
  readonly url: string
  readonly role: string | null
}

/** A statement of the probe is given up soon, so that its connection is free for the next. */
const PROBE_DB = { max: 1, connectMs: 2_000, statementMs: 2_000, applicationName: 'lonja probe' }

interface MonitoringGround {
  readonly config: Pick<Config, 'metrics' | 'publicUrl' | 'trustProxy' | 'drainMs'>
  readonly clock: Clock
  readonly log: Log
  readonly closing: Closing
}

export function openMonitoring({ config, clock, log, closing }: MonitoringGround): Monitoring {
  const { metrics: own, publicUrl, trustProxy, drainMs } = config
  const readiness = openReadiness(clock)
  const metrics = openMetrics()
  const parts = { readiness, metrics }
  // A proxy that nobody named may add no header at all, and then the whole world seems to be on this machine.
  const isBehindSilentProxy = publicUrl !== null && trustProxy === false
  return {
    metrics,
    pages: own === null && !isBehindSilentProxy ? [monitoringPages(parts)] : [],
    listen: async () => {
      if (own === null) return null
      const server = monitoringServer(parts, log)
      const address = await listenForSupervisors(server, own)
      closing.add('the port of supervisors', () => {
        server.close()
        server.closeAllConnections()
      })
      return address
    },
    opened: ({ database: { url, role }, db: calls, triesDb: tries, server, ...open }) => {
      const db = openDb(url, { ...PROBE_DB, ...(role ? { role } : {}) })
      closing.add('the connection of the probe', db.close)
      const connections = promisify(server.getConnections.bind(server))
      metrics.watch({ ...open, pools: { calls, tries }, connections, now: clock.now })
      readiness.opened({ ...open, db, migration: migrationsIn().at(-1)?.number ?? 0 })
    },
    close: async () => {
      readiness.stopping()
      await sleep(drainMs)
      await closing.close()
    },
  }
}
