import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openDb, sql, type Db, type Tx } from './db.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const ONE = sql('test_ended_one', 'select 1 as one')
const ENDED = 'a transaction has ended before its last statement'

/** Two statements, as of a step that its caller does not wait for. */
async function twoStatements(tx: Tx): Promise<void> {
  await tx.run(ONE)
  await tx.run(ONE)
}

describe.each(['read', 'write'] as const)('a %s', (kind) => {
  test('takes no statement after its end, so that one that nobody waited for is found', async () => {
    let lost: Promise<unknown> | undefined
    await db[kind](async (tx) => void (lost = twoStatements(tx).catch((error: unknown) => error)))
    expect(await lost).toMatchObject({ message: expect.stringContaining(ENDED) as string })
    expect(await db.read((tx) => tx.run(ONE))).toEqual([{ one: 1 }])
  })

  test('that has failed takes none either', async () => {
    let late: Tx | undefined
    const failed = db[kind]((tx) => {
      late = tx
      return Promise.reject(new Error('cut short'))
    })
    await expect(failed).rejects.toThrow('cut short')
    expect(() => late?.run(ONE)).toThrow(ENDED)
    expect(() => late?.trip([])).toThrow(ENDED)
  })
})
