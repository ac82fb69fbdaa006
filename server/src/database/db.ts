import pg from 'pg'
import { assert } from '@lonja/core/base/assert'
import { isRefused } from '@lonja/core/base/refusal'
import { loadOf, type DbLoad } from './load.ts'
import { types } from './parsing.ts'
import { untilEnd } from './ended.ts'
import type { Cells, BoundStatement, Statement } from './statement.ts'
import { Trip, connectionOf, sendPlain } from './trip.ts'

const statements = new Map<string, Statement>()

/**
 * Names a statement. With `read`, which tables and shapes give, its rows are read by the codecs of their columns. Two
 * texts under one name fail at start, since pg would run the first for both.
 */
export function sql<Value>(name: string, text: string, read: (row: Row) => Value): Query<Value>
export function sql(name: string, text: string): Statement
export function sql<Value>(name: string, text: string, read?: (row: Row) => Value): Statement | Query<Value> {
  assert(/^[a-z][a-z0-9_]{2,62}$/.test(name), `a statement's name is plain snake case: ${name}`)
  assert((statements.get(name)?.text ?? text) === text, `a statement's name is its own: ${name}`)
  const statement = read ? { name, text, read } : { name, text }
  statements.set(name, statement)
  return statement
}

/** The named statements of the modules that were loaded so far. */
export const listStatements = (): Statement[] => [...statements.values()]

/** Runs statements in a read's snapshot or a write's transaction. */
export interface Tx {
  /** Rows are values if the statement says how they are read. Tests may name the type of a row instead. */
  run<Value>(query: Query<Value>, values?: readonly unknown[]): Promise<Value[]>
  run<R = Row>(statement: Statement, values?: readonly unknown[]): Promise<R[]>
  /** Sends several statements without waiting in between. Returns their rows in order, each column as text. */
  trip(sent: readonly BoundStatement[]): Promise<Cells[][]>
}

export interface Db {
  /** Runs reads that share one snapshot. Writing is impossible. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Commits when `work` returns, and rolls back when it throws or returns a refusal. A write is never retried: the
   * call's idempotency key makes a second tap safe.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A dedicated connection, for several statements in one trip. */
  connect(): Promise<Line>
  /** Does not query the database. */
  load(): DbLoad
  close(): Promise<void>
}

declare const cells: unique symbol

/** A row from the database. Only the codecs of a table or shape read its cells. */
export interface Row {
  readonly [cells]: never
}

/** A statement whose rows are read as values. */
export interface Query<Value> extends Statement {
  readonly read: (row: Row) => Value
}

/** A dedicated connection. After a failed trip it must not be used again. */
export interface Line {
  /**
   * Sends several statements in one write and waits once. Returns their rows in order. A failed statement skips those
   * after it.
   */
  trip(sent: readonly BoundStatement[]): Promise<Cells[][]>
  close(): void
}

export interface DbOptions {
  /** The number of connections for reads and ordinary writes. */
  readonly max?: number
  /** The role of the server's sessions, if the address names the owner. */
  readonly role?: string
  readonly connectMs?: number
  readonly statementMs?: number
  readonly applicationName?: string
  /** False if a crash of the database may lose the last moments' commits: nothing is written to the disk before the answer. */
  readonly isDurable?: boolean
  /**
   * `packed` writes the messages of a trip itself, through private parts of pg. `plain` uses only pg's public API and
   * is slower.
   */
  readonly trips?: Trips
}

export type Trips = 'packed' | 'plain'

/**
 * SQLSTATE classes and codes of a database that is down, broken, full, locked or stopping, as opposed to a wrong
 * statement. 0A000 is the answer of a standby to a writing transaction.
 */
const OUTAGE_CLASSES = new Set(['08', '53', '58'])
const OUTAGE_CODES = new Set([
  '0A000',
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25006',
  '25P03',
])

const outages = new WeakSet<Error>()

/** True if the database is down, slow, full or busy: the door answers 503, and the client may retry the call. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (outages.has(error)) return true
  const { code } = error as { code?: unknown }
  if (!(error instanceof pg.DatabaseError) || typeof code !== 'string') return false
  return OUTAGE_CODES.has(code) || OUTAGE_CLASSES.has(code.slice(0, 2))
}

/** True for a write of a row that already exists (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505'

/** True for an outage caused by a full disk. Reads still work, and writes work again once there is space. */
export function isFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ((at as { code?: unknown }).code === '53100') return true
  return false
}

/**
 * An outage as one log line, from the outer error to the connection's own. It has no stack, because an outage is not a
 * bug in the code.
 */
export function outageText(error: unknown): string {
  const sentences: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    const sentence = at.message.split('\n')[0]!
    sentences.push(typeof code === 'string' && !sentence.includes(code) ? `${sentence} (${code})` : sentence)
  }
  return sentences
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join(': ')
}

/** Makes an error that counts as an outage. */
export function outage(sentence: string, cause?: unknown): Error {
  const error = new Error(sentence, cause === undefined ? {} : { cause })
  outages.add(error)
  return error
}

const BUSY_CODES = new Set(['40001', '40P01', '55P03'])

/** True for a conflict with another transaction. Nothing was changed, and a retry may succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && BUSY_CODES.has(error.code)

/** True where a function of the database has refused a write that was decided without the facts of now (SQLSTATE 55000). */
export const isOutdated = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55000'

/**
 * Turns a pg error without a SQLSTATE into an outage: it comes from the connection, so the database is unreachable or
 * went away.
 */
function named(error: unknown): Error {
  if (error instanceof pg.DatabaseError || error instanceof TypeError) return error
  return outage('The database cannot be reached.', error)
}

function throwNamed(error: unknown): never {
  throw named(error)
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const {
    max = 10,
    role,
    connectMs = 5_000,
    statementMs = 15_000,
    applicationName = 'lonja',
    isDurable = true,
    trips = 'packed',
  } = options
  const settings = [
    'plan_cache_mode=force_generic_plan', // The statements are few: planning them on each run costs more than it gains.
    'random_page_cost=1.1',
    'jit=off',
    `statement_timeout=${statementMs}`,
    `lock_timeout=${statementMs}`,
    `idle_in_transaction_session_timeout=${2 * statementMs}`,
    ...(isDurable ? [] : ['synchronous_commit=off']),
    ...(role ? [`role=${role}`] : []),
  ]
  const optionsOf = (all: readonly string[]): string => all.map((setting) => `-c ${setting}`).join(' ')
  const base: pg.ClientConfig = {
    connectionString: url,
    types,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    application_name: applicationName,
  }
  // This timeout is for a database that no longer responds at all.
  const config = { ...base, options: optionsOf(settings), query_timeout: statementMs + 5_000 }
  const lineConfig = { ...base, options: optionsOf([...settings, ...BY_KEY]) }
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 60_000 })
  pool.on('error', () => {}) // The pool drops a broken idle connection. The next query reports an outage.
  pool.on('connect', (client) => client.on('error', () => {})) // A connection broke in use: its next statement rejects.

  const { counted, load } = loadOf(pool, isOutage)
  return {
    read: (work) => counted(within(pool, BEGIN_READ, work)),
    write: (work) => counted(within(pool, BEGIN_WRITE, work)),
    connect: async () => {
      const line = await counted(openLine(lineConfig, statementMs + 5_000, trips))
      return { ...line, trip: (sent) => counted(line.trip(sent)) }
    },
    load,
    close: () => pool.end(),
  }
}

/**
 * Every lookup on a line is by key. A generic plan that was made while a table was small must not scan the whole table
 * after it has grown.
 */
const BY_KEY = ['enable_seqscan=off', 'enable_bitmapscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off']

const BEGIN_READ = sql('begin_read', 'begin isolation level repeatable read read only')
const BEGIN_WRITE = sql('begin_write', 'begin isolation level read committed read write')
const COMMIT = sql('commit_work', 'commit')
const ROLLBACK = sql('rollback_work', 'rollback')

async function within<T>(pool: pg.Pool, begin: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwNamed)
  const whole: Tx = { run: (statement, values = []) => run(client, statement, values), trip: plainTrips(client) }
  const { tx, end } = untilEnd(whole)
  let broken = true
  try {
    await whole.run(begin)
    try {
      const result = await work(tx).finally(end)
      // A refusal changes nothing, even if rows were written before it.
      await whole.run(isRefused(result) ? ROLLBACK : COMMIT)
      broken = false
      return result
    } catch (error) {
      broken = await whole.run(ROLLBACK).then(
        () => false,
        () => true,
      )
      throw error
    }
  } finally {
    client.release(broken)
  }
}

async function run<R>(
  client: pg.ClientBase,
  statement: Statement | Query<R>,
  values: readonly unknown[],
): Promise<R[]> {
  const { name, text } = statement
  const { rows } = await client.query<Row>({ name, text, values: values as unknown[] }).catch(throwNamed)
  return 'read' in statement ? rows.map(statement.read) : (rows as unknown[] as R[])
}

async function openLine(config: pg.ClientConfig, tripMs: number, trips: Trips): Promise<Line> {
  const client = new pg.Client(trips === 'plain' ? { ...config, query_timeout: tripMs } : config)
  client.on('error', () => {}) // The running trip rejects with the error itself.
  await client.connect().catch(throwNamed)
  const close = (): void => void client.end().catch(() => {})
  return { trip: trips === 'packed' ? packedTrips(client, tripMs) : plainTrips(client), close }
}

const plainTrips =
  (client: pg.ClientBase): Line['trip'] =>
  (sent) =>
    sendPlain(client, sent).catch(throwNamed)

function packedTrips(client: pg.Client, tripMs: number): Line['trip'] {
  const known = new Set<string>()
  return (sent) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => connectionOf(client).stream.destroy(), tripMs)
      client.query(
        new Trip(sent, known, (error, rows) => {
          clearTimeout(late)
          if (error) reject(named(error))
          else resolve(rows)
        }),
      )
    })
}
