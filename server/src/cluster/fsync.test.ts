import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '../base/log.ts'
import { openPostgres, type Postgres } from './postgres.ts'

/*
 * A disk that fails when the log is brought to it. PostgreSQL's next log file is a link to /dev/null, which takes every
 * write and refuses fsync, as a device with a broken disk does.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let folder: string
let postgres: Postgres
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-fsync-'))
  chmodSync(folder, 0o711)
  postgres = await openPostgres({ folder, log: openLog('silent'), say: () => {}, settings: {} })
})
afterEach(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

// A session that is ended hears it in words, or finds its connection closed before the words arrive.
const ENDED = /could not f(data)?sync|terminat|not queryable|ECONNRESET|EPIPE/

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The answer of a statement once PostgreSQL takes statements again. */
async function patiently(text: string): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      const client = await connect()
      try {
        return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat()
      } finally {
        await client.end()
      }
    } catch (error) {
      if (tries > 1_200) throw error
      await sleep(25)
    }
  }
}

test.runIf(process.platform === 'linux')(
  'a log that cannot be brought to the disk ends every session; nothing acknowledged is lost, and nothing else is kept',
  async () => {
    const [client, other] = await Promise.all([connect(), connect()])
    await client.query('create table kept (n int)')
    await client.query('insert into kept values (1)')
    const { rows } = await client.query<{ next: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn() + 16 * 1024 * 1024) as next',
    )
    const broken = join(folder, 'pg', 'pg_wal', rows[0]?.next ?? '')
    rmSync(broken, { force: true })
    symlinkSync('/dev/null', broken)
    // More than what is left of the log file in use.
    await expect(client.query('insert into kept select 2 from generate_series(1, 400000)')).rejects.toThrow(ENDED)
    // PostgreSQL tells the other sessions one after the other.
    const answer = () => other.query('select 1').then(() => 'an answer', String)
    await expect.poll(answer, { timeout: 60_000 }).toMatch(ENDED)
    const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
    expect(log).toMatch(/PANIC: {2}could not f(data)?sync file "\w+": Invalid argument/)

    rmSync(broken)
    expect(await patiently('select n from kept')).toEqual([1])
    expect(await patiently('insert into kept values (3) returning n')).toEqual([3])
  },
)
