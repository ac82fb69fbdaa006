import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { SECOND } from '@lonja/core/base/instant'
import type { Db } from '../database/db.ts'
import type { BatchFacts, Lane } from '../database/lane.ts'
import type { AnsweredRequest } from '../door/requests.ts'
import type { Vitals } from '../jobs/vitals.ts'
import { lagOf } from '../market/market.guard.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import type { OpenOrders } from '../orders/orders.open.ts'

/** The figures of a running house in the text form of Prometheus. No label has a value that a caller can make up. */
export interface Metrics {
  readonly type: string
  text(): Promise<string>
  answered(request: AnsweredRequest): void
  batch(batch: BatchFacts): void
  filled(): void
  /** Adds the figures that an open house is asked for at each reading. */
  watch(parts: WatchedParts): void
}

export interface WatchedParts {
  /** The pools by their names. */
  readonly pools: Readonly<Record<string, Pick<Db, 'load'>>>
  readonly lane: Pick<Lane, 'backlog'>
  readonly open: Pick<OpenOrders, 'size'>
  readonly opened: Pick<OpenedMarket, 'market' | 'guard'>
  readonly vitals: Vitals
  /** The open connections, sockets among them. */
  readonly connections: () => Promise<number>
  readonly now: () => number
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]
const BATCH_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const BATCH_COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]

export function openMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'lonja_requests_total',
    help: 'Answered requests by call and class of status; calls that are pages or files are named page.',
    labelNames: ['call', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'lonja_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by call.',
    labelNames: ['call'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'lonja_refusals_total',
    help: 'Refused requests by the name of the refusal.',
    labelNames: ['refusal'],
    registers,
  })
  const batchCommands = new Histogram({
    name: 'lonja_lane_batch_commands',
    help: 'Commands in a batch of the lane.',
    buckets: BATCH_COMMANDS,
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'lonja_lane_batch_seconds',
    help: 'Time of a batch of the lane, both trips to the database.',
    buckets: BATCH_SECONDS,
    registers,
  })
  const fills = new Counter({ name: 'lonja_fills_total', help: 'Fills made by this server.', registers })
  return {
    type: register.contentType,
    text: () => register.metrics(),
    answered: ({ call, status, refusal, ms }) => {
      requests.inc({ call, status: `${Math.trunc(status / 100)}xx` })
      seconds.observe({ call }, ms / SECOND)
      if (refusal !== null) refusals.inc({ refusal })
    },
    batch: ({ commands, ms }) => {
      batchCommands.observe(commands)
      batchSeconds.observe(ms / SECOND)
    },
    filled: () => fills.inc(),
    watch: (parts) => {
      watchTrading(register, parts)
      watchGround(register, parts)
    },
  }
}

/** Adds a figure that is read when it is asked for. */
function gauge(register: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  register.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read())
      },
    }),
  )
}

function watchTrading(register: Registry, { lane, open, opened }: WatchedParts): void {
  const { market, guard } = opened
  gauge(register, 'lonja_lane_waiting', 'Commands that wait for a batch of the lane.', () => lane.backlog().waiting)
  gauge(
    register,
    'lonja_lane_oldest_seconds',
    'Wait of the oldest command of the lane.',
    () => lane.backlog().oldestMs / SECOND,
  )
  gauge(register, 'lonja_orders_open', 'Open orders that this server fills.', () => open.size())
  gauge(
    register,
    'lonja_market_lag_seconds',
    'Time by which the fills of this server are behind the market.',
    () => lagOf(market, guard) / SECOND,
  )
  gauge(
    register,
    'lonja_clock_difference_seconds',
    'Wall clock less elapsed time while trading is paused for it; 0 otherwise.',
    () => guard.state().differenceMs / SECOND,
  )
  gauge(register, 'lonja_trading_paused', '1 while no order is taken because of the clock.', () =>
    guard.state().pausedSince === null ? 0 : 1,
  )
}

function watchGround(register: Registry, { pools, vitals, connections, now }: WatchedParts): void {
  gauge(register, 'lonja_sockets', 'Browsers connected to the stream.', () => vitals.sockets())
  gauge(register, 'lonja_connections', 'Open connections of callers, sockets among them.', connections)
  register.registerMetric(
    new Gauge({
      name: 'lonja_database_connections',
      help: 'Connections to the database by pool, and callers that wait for one.',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, db] of Object.entries(pools)) {
          const { inUse, idle, waiting } = db.load()
          for (const [state, count] of Object.entries({ in_use: inUse, idle, waiting }))
            this.set({ pool, state }, count)
        }
      },
    }),
  )
  register.registerMetric(
    new Counter({
      name: 'lonja_database_outages_total',
      help: 'Statements that ended because the database was away, full, locked or slow.',
      registers: [],
      collect() {
        this.reset()
        this.inc(Object.values(pools).reduce((sum, db) => sum + db.load().outages, 0))
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'lonja_job_age_seconds',
      help: 'Time since the last good round of a job, or since the start if there was none.',
      labelNames: ['job'],
      registers: [],
      collect() {
        for (const { name, ranAt } of vitals.jobs())
          this.set({ job: name }, Math.max(0, now() - (ranAt ?? vitals.startedAt)) / SECOND)
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'lonja_job_failures',
      help: 'Failed rounds of a job since its last good one.',
      labelNames: ['job'],
      registers: [],
      collect() {
        for (const { name, failures } of vitals.jobs()) this.set({ job: name }, failures)
      },
    }),
  )
}
