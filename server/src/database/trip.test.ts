import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrayOf, int8s, texts } from './columns.ts'
import { isOutage, openDb, sql, type Db, type Line, type Trips } from './db.ts'
import type { BoundStatement } from './statement.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { connectionOf } from './trip.ts'

let database: TestDatabase
const open: Db[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await Promise.all(open.map((db) => db.close()))
  await database.drop()
})

async function openLine(trips: Trips, statementMs = 5_000): Promise<Line> {
  const db = openDb(database.ownerUrl, { trips, statementMs })
  open.push(db)
  return db.connect()
}

const BEGIN = sql('test_trip_begin', 'begin')
const COMMIT = sql('test_trip_commit', 'commit')
const ECHO = sql(
  'test_trip_echo',
  'select word, number, null::text from (select unnest($1::text[]) as word, unnest($2::int8[]) as number) as rows',
)
const TABLE = sql('test_trip_table', 'create table if not exists trip_rows (word text primary key)')
const INSERT = sql('test_trip_insert', 'insert into trip_rows (word) values ($1)')
const COUNT = sql('test_trip_count', 'select count(*) from trip_rows where word = $1')
const DIVIDE = sql('test_trip_divide', 'select 1 / $1::int4')
const SLEEP = sql('test_trip_sleep', 'select pg_sleep(60)')

const send = (statement: BoundStatement['statement'], ...values: unknown[]): BoundStatement => ({ statement, values })
const words = ['año', "it's", '', 'NULL']
const echo = send(
  ECHO,
  arrayOf(
    texts((word: string) => word),
    words,
  ),
  arrayOf(
    int8s((word: string) => BigInt(word.length) * 9_007_199_254_740_993n),
    words,
  ),
)

describe.each<Trips>(['packed', 'plain'])('%s trips', (trips) => {
  test('return the rows of each statement as text, in order, also for a prepared statement', async () => {
    const line = await openLine(trips)
    const expected = words.map((word) => [word, String(BigInt(word.length) * 9_007_199_254_740_993n), null])
    expect(await line.trip([send(BEGIN), echo, send(COMMIT)])).toEqual([[], expected, []])
    expect(await line.trip([echo, echo])).toEqual([expected, expected])
    line.close()
  })

  test('save nothing once a statement fails, although a commit follows it', async () => {
    const line = await openLine(trips)
    await line.trip([send(TABLE)])
    const sent = [send(BEGIN), send(INSERT, trips), send(DIVIDE, 0), send(COMMIT)]
    const error = await line.trip(sent).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: '22012' })
    const second = await openLine(trips)
    expect(await second.trip([send(COUNT, trips)])).toEqual([[['0']]])
    line.close()
    second.close()
  })

  test('end in an outage if the database takes too long', async () => {
    const line = await openLine(trips, 200)
    const error = await line.trip([send(SLEEP)]).catch((reason: unknown) => reason)
    expect(isOutage(error)).toBe(true)
    line.close()
  })

  test('end in an outage if the connection breaks', async () => {
    const line = await openLine(trips)
    const [[[pid]]] = (await line.trip([send(sql('test_trip_pid', 'select pg_backend_pid()'))])) as [[[string]]]
    const sleeping = line.trip([send(SLEEP)]).catch((reason: unknown) => reason)
    const second = await openLine(trips)
    await second.trip([send(sql('test_trip_end', 'select pg_terminate_backend($1::int4)'), Number(pid))])
    expect(isOutage(await sleeping)).toBe(true)
    second.close()
  })
})

/**
 * Packed trips use parts of pg that it does not document. After a pg release that changes one of these, set
 * `DATABASE_TRIPS=plain` or stay on the previous release until `trip.ts` is adapted.
 */
describe('the private parts of pg that a packed trip uses', () => {
  test('a client has a connection with a socket that takes bytes', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect(typeof connectionOf(client).stream.write).toBe('function')
    expect(typeof connectionOf(client).stream.destroy).toBe('function')
    await client.end()
  })

  test('a client submits a query to its connection, and passes the messages of the answer to the query', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const heard: string[] = []
    class Listening extends pg.Query {
      override submit = (connection: unknown): void => {
        heard.push(connection === connectionOf(client) ? 'submit' : 'submit to another')
        const { query } = connection as { query(text: string): void }
        query.call(connection, 'select 1 as one')
      }
      handleRowDescription(): void {
        heard.push('handleRowDescription')
      }
      handleDataRow({ fields }: { fields: unknown[] }): void {
        heard.push(`handleDataRow ${String(fields[0])}`)
      }
      handleCommandComplete(): void {
        heard.push('handleCommandComplete')
      }
      handleReadyForQuery(): void {
        heard.push('handleReadyForQuery')
      }
    }
    client.query(new Listening({ text: '' }))
    await expect
      .poll(() => heard)
      .toEqual(['submit', 'handleRowDescription', 'handleDataRow 1', 'handleCommandComplete', 'handleReadyForQuery'])
    await client.end()
  })
})
