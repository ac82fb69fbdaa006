import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb, type Db } from '../database/db.ts'
import { findHouseClock, holdSeeds, saveRan } from '../market/clock.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { releaseAfterQuestions } from './reveal.ts'

const NOW = Date.parse('2026-11-24T04:30:00Z')

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() =>
  db.write(async (tx) => {
    await saveRan(tx, NOW)
    await holdSeeds(tx, NOW, 'house_away')
  }),
)

const isHeld = async (): Promise<boolean> => (await db.read(findHouseClock))?.hold !== null
const questions: string[] = []
const answering = (...answers: string[]) => {
  questions.length = 0
  return (question: string) => (questions.push(question), Promise.resolve(answers.shift() ?? ''))
}

// The day of New York is over at 05:00 UTC, so the last day that is over everywhere is the 22nd.
test('seeds are released after two right answers: the clock, and the last day that becomes public', async () => {
  expect(await releaseAfterQuestions(db, NOW, answering('yes', '2026-11-22'))).toContain('Released')
  expect(questions).toEqual([
    expect.stringContaining('2026-11-24T04:30:00.000Z'),
    expect.stringContaining('up to 2026-11-22'),
  ])
  expect(await isHeld()).toBe(false)
  expect(await releaseAfterQuestions(db, NOW, answering()), 'once more').toContain('No seed is held back')
  expect(questions).toEqual([])
})

test.each([
  ['the clock is not right', ['no', '2026-11-22'], 'set the clock right first'],
  ['no answer at all', [], 'set the clock right first'],
  ['another day', ['yes', '2026-11-23'], 'that was not 2026-11-22'],
  ['a second yes instead of the day', ['yes', 'yes'], 'that was not 2026-11-22'],
])('nothing is released: %s', async (_case, answers, says) => {
  await expect(releaseAfterQuestions(db, NOW, answering(...answers))).rejects.toThrow(says)
  expect(await isHeld()).toBe(true)
})
