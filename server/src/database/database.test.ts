import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configFrom } from '../config/config.ts'
import { migrateHouse, openDatabase, type Database } from './database.ts'
import { openDb, sql } from './db.ts'
import { openLog } from '../base/log.ts'
import { emptyDatabase, type TestDatabase } from '../testing/database.ts'

let here: TestDatabase
let lines: string[]
beforeEach(async () => {
  here = await emptyDatabase()
  lines = []
})
afterEach(() => here.drop())

const open = (env: NodeJS.ProcessEnv): Promise<Database> =>
  openDatabase(configFrom(env), '/nowhere', openLog('silent'), (line) => lines.push(line))

const whoAmI = sql('test_house_who_am_i', 'select current_user::text as name, count(*) as run from schema_migrations')
const forget = sql('test_house_forget', 'delete from schema_migrations')

/** Migrates, then queries as the server's own sessions do. */
async function asServer(database: Database): Promise<{ name: string; mayRewrite: boolean }> {
  expect(await migrateHouse(database)).not.toEqual([])
  const db = openDb(database.url, { ...(database.role ? { role: database.role } : {}) })
  try {
    const [row] = await db.read((tx) => tx.run<{ name: string }>(whoAmI))
    const mayRewrite = await db
      .write((tx) => tx.run(forget))
      .then(
        () => true,
        () => false,
      )
    return { name: row?.name ?? '', mayRewrite }
  } finally {
    await db.close()
  }
}

const userOf = (url: string): string => /\/\/([^:@]+)/.exec(url)?.[1] ?? ''

test('with two addresses the owner owns the tables, and the server cannot rewrite them', async () => {
  const database = await open({ DATABASE_URL: here.url, DATABASE_OWNER_URL: here.ownerUrl })
  expect(await asServer(database)).toEqual({ name: userOf(here.url), mayRewrite: false })
  expect(lines).toEqual([expect.stringContaining(`the server works as ${userOf(here.url)}`)])
})

test('with one address that may set a role, the sessions of the server step down', async () => {
  const database = await open({ DATABASE_URL: here.adminUrl })
  expect(await asServer(database)).toEqual({ name: 'lonja_server', mayRewrite: false })
  expect(lines).toEqual([expect.stringMatching(/step down .* \(SET ROLE\)/)])
})

test('one address of a plain owner works, and the operator is told to set the other', async () => {
  const owner = await plainOwner()
  const database = await open({ DATABASE_URL: owner.url })
  expect(await asServer(database)).toEqual({ name: owner.name, mayRewrite: true })
  expect(lines).toEqual([expect.stringContaining('set DATABASE_OWNER_URL')])
  await owner.drop()
})

/** A role that owns this database and has no other rights. */
async function plainOwner(): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const database = /\/([^/?]+)(\?|$)/.exec(here.adminUrl)?.[1] ?? ''
  const name = `${database}_owner`
  await admin(`create role ${name} login password 'plain'`, `alter database ${database} owner to ${name}`)
  const url = here.adminUrl.replace(/\/\/[^@]*@/, `//${name}:plain@`)
  return {
    name,
    url,
    drop: () => admin(`drop owned by ${name}`, `alter database ${database} owner to current_user`, `drop role ${name}`),
  }
}

async function admin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: here.adminUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test('an unreachable database is a one-line error without the password', async () => {
  await expect(open({ DATABASE_URL: 'postgresql://someone:hunter2@127.0.0.1:9/lonja' })).rejects.toThrow(
    /^The database at 127\.0\.0\.1:9\/lonja cannot be used \([^)]*ECONNREFUSED[^)]*\): see that it runs and that the address is right\.$/,
  )
})

test('a wrong password and a missing database are errors with their remedy', async () => {
  await expect(open({ DATABASE_URL: here.url.replace(/:[^:@/]+@/, ':guess@') })).rejects.toThrow(
    'put the right user and password',
  )
  await expect(open({ DATABASE_URL: here.url.replace(/lonja_test_[0-9a-f]+(?=\?|$)/, 'not_there') })).rejects.toThrow(
    'create this database first',
  )
})
