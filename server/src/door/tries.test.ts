import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { openDb, type Db } from '../database/db.ts'
import { counted, testDatabase } from '../testing/database.ts'
import type { ThrottleSubject } from './throttle.ts'
import { openTries, SHUT_MEMORY_MS, TRIES_DB, type Entrance } from './tries.ts'

const KEY = Buffer.alloc(32, 3)
const NOW = Date.UTC(2026, 6, 1, 12)
const windowMs = 15 * MINUTE

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { ...TRIES_DB, max: 12 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

let names = 0
/** Three counters, as a sign-in has them; the limits are those of the middle one and wide ones. */
function threeOf(most = 10): ThrottleSubject[] {
  names += 1
  return [
    { throttle: { kind: 'c_address', most: 1_000, windowMs }, who: `c${names}` },
    { throttle: { kind: 'a_name_address', most, windowMs }, who: `a${names}` },
    { throttle: { kind: 'b_name', most: 1_000, windowMs }, who: `b${names}` },
  ]
}

const outcome = (answer: unknown): string => (isRefused(answer) ? answer.refused : 'made')
function tally(answers: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of answers.map(outcome)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

describe('tries of one subject at once', () => {
  test('never deadlock: counts and refunds of many processes take the rows in one order', async () => {
    const nodes = Array.from({ length: 6 }, () => openTries(db, KEY))
    const subjects = threeOf(1_000)
    const answers = await Promise.all(
      Array.from({ length: 240 }, (_none, at) =>
        nodes[at % nodes.length]!.attempt({ entrance: 'customer', subjects, now: NOW }, (right) => right()),
      ),
    )
    expect(tally(answers)).toEqual({ made: 240 })
  })

  test('with wrong passwords are evaluated up to the limit', async () => {
    const tries = openTries(db, KEY)
    const attempt = { entrance: 'customer', subjects: threeOf(), now: NOW } as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tries.attempt(attempt, () => Promise.resolve(1))),
    )
    expect(tally(answers)).toEqual({ made: 10, too_many_tries: 10 })
  })

  test('with the right password are none too many, even where a limit is smaller than their number', async () => {
    const tries = openTries(db, KEY)
    const attempt = { entrance: 'customer', subjects: threeOf(2), now: NOW } as const
    const answers = await Promise.all(Array.from({ length: 60 }, () => tries.attempt(attempt, (right) => right())))
    expect(tally(answers)).toEqual({ made: 60 })
  })

  test('a right one is none too many though its own count is answered after the refusal of the next one', async () => {
    let begun = 0
    let readFirst = (): void => {}
    const refusalIsRead = new Promise<void>((resolve) => (readFirst = resolve))
    const late: Db = {
      ...db,
      write: async (work) => {
        const n = (begun += 1)
        const answer = await db.write(work)
        if (n === 1) await refusalIsRead
        if (n === 2) setImmediate(readFirst)
        return answer
      },
    }
    const tries = openTries(late, KEY)
    const attempt = { entrance: 'customer', subjects: threeOf(1), now: NOW } as const
    const first = tries.attempt(attempt, (right) => right())
    await expect.poll(() => begun).toBe(1)
    const answers = await Promise.all([first, tries.attempt(attempt, (right) => right())])
    expect(tally(answers)).toEqual({ made: 2 })
  })

  test('wait only for as many as the entrance holds; the rest are refused at once, and another entrance is free', async () => {
    const tries = openTries(db, KEY)
    const opened: (() => void)[] = []
    const attempt = (entrance: Entrance) => ({ entrance, subjects: threeOf(), now: NOW })
    const held = () => new Promise<void>((resolve) => opened.push(resolve))
    const strangers = Array.from({ length: 200 }, () => tries.attempt(attempt('stranger'), held))
    const refused = await Promise.all(strangers.slice(17))
    expect(tally(refused)).toEqual({ too_many_requests: 183 })
    expect(await tries.attempt(attempt('knownDevice'), () => Promise.resolve('in'))).toBe('in')
    let left = 17
    while (left > 0) {
      await expect.poll(() => opened.length).toBeGreaterThan(0)
      opened.splice(0).forEach((open) => open())
      left -= 1
    }
    expect(tally(await Promise.all(strangers.slice(0, 17)))).toEqual({ made: 17 })
  })
})

describe('the queue of an entrance', () => {
  const attempt = (from: string) => ({ entrance: 'stranger' as const, from, subjects: threeOf(), now: NOW })
  /** The order in which the tries of some networks are evaluated that wait behind one of another. */
  async function orderOf(tries: ReturnType<typeof openTries>, networks: readonly string[]): Promise<string[]> {
    const order: string[] = []
    let open: (() => void) | null = null
    const first = tries.attempt(attempt('another'), () => new Promise<void>((resolve) => (open = resolve)))
    await expect.poll(() => open).not.toBeNull()
    const waiting = networks.map((from) => tries.attempt(attempt(from), () => Promise.resolve(order.push(from))))
    ;(open as unknown as () => void)()
    await Promise.all([first, ...waiting])
    return order
  }

  test('lets the networks in that have guessed least, and of those that guessed as often the first', async () => {
    const tries = openTries(db, KEY)
    for (const from of ['one', 'two', 'two']) await tries.attempt(attempt(from), () => Promise.resolve())
    expect(await orderOf(tries, ['two', 'one', 'none', 'other'])).toEqual(['none', 'other', 'one', 'two'])
  })

  test('counts no try that was right', async () => {
    const tries = openTries(db, KEY)
    await tries.attempt(attempt('wrong'), () => Promise.resolve())
    for (let n = 0; n < 3; n++) await tries.attempt(attempt('right'), (right) => right())
    expect(await orderOf(tries, ['wrong', 'right'])).toEqual(['right', 'wrong'])
  })
})

describe('a subject that is shut out', () => {
  test('is refused from memory, without a statement; after a while the database is asked again', async () => {
    const { db: watched, transactions: begun } = counted(db)
    const tries = openTries(watched, KEY)
    const subjects = threeOf(1)
    const attempt = (now: number) => tries.attempt({ entrance: 'stranger', subjects, now }, () => Promise.resolve(1))
    expect([outcome(await attempt(NOW)), outcome(await attempt(NOW)), begun()]).toEqual(['made', 'too_many_tries', 2])
    const later = await Promise.all(Array.from({ length: 200 }, () => attempt(NOW + SHUT_MEMORY_MS - 1)))
    expect([tally(later), begun()]).toEqual([{ too_many_tries: 200 }, 2])
    expect([outcome(await attempt(NOW + SHUT_MEMORY_MS)), begun()]).toEqual(['too_many_tries', 3])
    expect(outcome(await attempt(NOW + windowMs))).toBe('made')
  })

  test('is refused from memory while waiting, too', async () => {
    const { db: watched, transactions: begun } = counted(db)
    const attempt = { entrance: 'stranger', subjects: threeOf(1), now: NOW } as const
    const tries = openTries(watched, KEY)
    const answers = await Promise.all(
      Array.from({ length: 17 }, () => tries.attempt(attempt, () => Promise.resolve(1))),
    )
    expect([tally(answers), begun()]).toEqual([{ made: 1, too_many_tries: 16 }, 2])
  })

  test('does not use up the counters that it shares', async () => {
    const tries = openTries(db, KEY)
    const [address, name, shared] = threeOf(3)
    const other = { ...name!, who: `${name!.who} elsewhere` }
    const attempt = (own: ThrottleSubject) =>
      tries.attempt(
        {
          entrance: 'stranger',
          subjects: [address!, own, { ...shared!, throttle: { ...shared!.throttle, most: 4 } }],
          now: NOW,
        },
        () => Promise.resolve(1),
      )
    for (let count = 0; count < 8; count += 1) await attempt(name!)
    expect([outcome(await attempt(other)), outcome(await attempt(other))]).toEqual(['made', 'too_many_tries'])
  })
})
