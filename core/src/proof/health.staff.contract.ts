import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { HOLD_CAUSES } from '../market/clock.rules.ts'
import { StreamReply } from './proof.contract.ts'

/** The lines of the health page, in its order. */
export const HEALTH_LINES = [
  'memory',
  'disk',
  'database',
  'migrations',
  'market',
  'relays',
  'clock',
  'lane',
  'servers',
  'sockets',
  'jobs',
  'signing',
  'verified',
] as const
export type HealthLine = (typeof HEALTH_LINES)[number]

/** The state of a line. */
export const HEALTH_STATES = ['well', 'look', 'ill'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

const Bytes = z.int().check(z.gte(0))
const Milliseconds = z.int().check(z.gte(0))

/** The server's report on itself; of several servers, each answers for itself. */
export const readHealth = read({
  path: '/staff/health',
  caller: 'seat',
  roles: ['operations', 'admin', 'auditor'],
  summary: 'What the answering server knows of itself, and which of it is not well',
  input: z.strictObject({}),
  reply: z.object({
    now: Moment,
    startedAt: Moment,
    version: z.string(),
    node: z.string(),
    memory: z.object({ used: Bytes, total: Bytes }),
    /** The disk with the data folder. */
    disk: z.object({ free: Bytes, total: Bytes }),
    database: z.object({ engine: z.string(), bytes: Bytes }),
    /** The number and latest name of the migrations done in the database, and the number this server knows. */
    migrations: z.object({ done: z.int(), latest: z.string(), known: z.int() }),
    market: z.object({
      label: z.string(),
      /** The delay of the market's own quotes behind its clock. */
      lagMs: Milliseconds,
      pausedAt: z.nullable(Moment),
      streams: z.array(StreamReply),
    }),
    /** The relays of drand that draws follow, with what each answered last to this server; none in a house of day seeds. */
    relays: z.array(
      z.object({
        relay: z.string(),
        /** Null until it was asked. */
        at: z.nullable(Moment),
        /** Null if it gave the round. */
        fault: z.nullable(z.string()),
      }),
    ),
    clock: z.object({
      /** The time since which no order is taken, because the clocks disagree or missed quotes are processed. */
      pausedSince: z.nullable(Moment),
      /** The wall clock less the time that has elapsed, while they disagree; negative if it is behind. */
      differenceMs: z.int(),
      /** Seeds that are held back: since when, why, and the elapsed time until they are revealed. */
      hold: z.nullable(z.object({ since: Moment, cause: z.enum(HOLD_CAUSES), leftMs: Milliseconds })),
      /** The last day that is not traded because its seed became public too early. */
      publicThrough: z.nullable(z.string()),
    }),
    /** The number of orders waiting for a batch, and the age of the oldest. */
    lane: z.object({ waiting: z.int(), oldestMs: Milliseconds }),
    /** The servers whose open orders nobody fills: silent for eight seconds, or stopped, and not taken over yet. */
    servers: z.array(z.object({ name: z.string(), renewedAt: Moment, isStopped: z.boolean() })),
    sockets: z.int(),
    jobs: z.array(
      z.object({
        name: z.string(),
        everyMs: Milliseconds,
        /** The time of the last successful run; null for none since the start. */
        ranAt: z.nullable(Moment),
        failedAt: z.nullable(Moment),
        failures: z.int(),
        state: z.enum(HEALTH_STATES),
      }),
    ),
    signing: z.object({
      chains: z.int(),
      /** The latest signing round, by its number and the start of its hash; null for none. */
      round: z.nullable(z.object({ n: z.int(), at: Moment, hash: z.string() })),
      /** True if the file beside the database has the same round. */
      inFile: z.boolean(),
      /** Rows written since that round. */
      unsigned: z.int(),
    }),
    /** The findings of the last check of all books; null if none was made. */
    verified: z.nullable(
      z.object({
        at: Moment,
        tookMs: Milliseconds,
        laws: z.int(),
        breaches: z.int(),
        /** The broken laws, each with the number of rows that break it and the first of them. */
        broken: z.array(
          z.object({
            law: z.string(),
            cases: z.int(),
            rows: z.array(
              z.object({
                /** Null for a row of the house. */
                customer: z.nullable(CustomerId),
                /** The number of the entry or the posting. */
                number: z.nullable(z.int()),
                causeKind: z.nullable(z.string()),
                cause: z.nullable(Id),
                /** Figures that do not agree. */
                differs: z.string(),
              }),
            ),
          }),
        ),
        /** The rows of the audit log; null if the house's secret was not available to check it. */
        auditRows: z.nullable(z.int()),
        auditFaults: z.nullable(z.int()),
      }),
    ),
    lines: z.array(z.object({ line: z.enum(HEALTH_LINES), state: z.enum(HEALTH_STATES) })),
  }),
})

export const healthCalls = { readHealth }
