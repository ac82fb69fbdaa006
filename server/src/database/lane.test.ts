import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { usd } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { refuse } from '@lonja/core/base/refusal'
import { SIGN_UP_GRANT, freeLine, holdLine, releaseLine, type Line as Moves } from '@lonja/core/ledger/ledger.rules'
import { cancelOrder } from '@lonja/core/orders/orders.contract'
import { sessionGuard } from '../accounts/sessions.ts'
import { insertSession } from '../accounts/sessions.store.ts'
import { post, postGrant } from '../ledger/ledger.actions.ts'
import { balances, lastEntries, listBalances } from '../ledger/ledger.store.ts'
import { insertCustomerLock } from './locks.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { postings } from '../ledger/postings.store.ts'
import { need } from './book.ts'
import { settableClock } from '../base/clock.ts'
import { isOutage, openDb, sql, type Db } from './db.ts'
import { newId } from '../base/ids.ts'
import type { Command } from './batch.ts'
import { openLane, type Lane } from './lane.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { newToken, type Token } from '../secrets/token.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const clock = settableClock(NOW)

let database: TestDatabase
let db: Db
let trips = 0
let connections = 0
const whose: string[] = []

/** The database, with its trips and connections counted. */
const counted = (): Db => ({
  ...db,
  connect: async () => {
    connections += 1
    const line = await db.connect()
    return {
      ...line,
      trip: (sent) => {
        trips += 1
        return line.trip(sent)
      },
    }
  },
})

const openTestLane = () => openLane(counted(), { clock, newId, publish: (who) => whose.push(who), guard: sessionGuard })
let lane: Lane

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 6 })
  lane = openTestLane()
})

afterAll(async () => {
  await lane.close()
  const breaches = await breachesOfLaw()
  await db.close()
  await database.drop()
  assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
})

const checked = () => db.read((tx) => checkLaws(tx, [LEDGER_BOOKS]))
const breachesOfLaw = async () => (await checked()).filter(({ code }) => code !== 'holds')

async function newCustomer(cents = 1_000n): Promise<CustomerId> {
  const customer = newId<'customer'>()
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, NOW)
    await postGrant(tx, customer, usd(cents), NOW)
  })
  return customer
}

/** Posts a line in dollars, unless the balance is too small. Returns the free cents afterwards. */
const moving = (customer: CustomerId, line: Moves, session?: Token): Command<bigint> => ({
  customer,
  ...(session ? { call: cancelOrder, input: {}, session } : { topics: ['balances'] }),
  needs: [need(lastEntries, { customer }), need(balances, { customer, asset: 'USD' })],
  decide: (book, now) => {
    const key = { customer, asset: 'USD' as const }
    const balance = book.on(balances).find(key)
    if (!balance || balance.free + line.free < 0n || balance.held + line.held < 0n) return refuse('too_little')
    post(book, { customer, cause: SIGN_UP_GRANT, at: now, lines: [line] })
    return book.on(balances).find(key)?.free ?? -1n
  },
})
const grant = (units: bigint): Moves => freeLine('grant', 'grants', usd(units))
const freeOf = async (customer: CustomerId) => (await db.read((tx) => listBalances(tx, customer)))[0]?.free

describe('batches', () => {
  test('commands that arrive together, of any customers, go in two halves of two trips each', async () => {
    const customers = await Promise.all(Array.from({ length: 50 }, () => newCustomer()))
    await lane.submit(moving(customers[0]!, grant(1n)))
    trips = 0
    const answers = await Promise.all(customers.map((customer) => lane.submit(moving(customer, holdLine(usd(10n))))))
    expect(trips).toBe(4)
    expect(answers).toEqual([991n, ...Array.from({ length: 49 }, () => 990n)])
  })

  test('a customer’s commands keep their order, and each sees the changes of the one before', async () => {
    const customer = await newCustomer(100n)
    const lines = [
      holdLine(usd(60n)),
      holdLine(usd(60n)),
      releaseLine(usd(20n)),
      holdLine(usd(60n)),
      releaseLine(usd(99n)),
    ]
    const answers = await Promise.all(lines.map((line) => lane.submit(moving(customer, line))))
    expect(answers).toEqual([40n, refuse('too_little'), 60n, 0n, 99n])
  })

  test('many waiting commands go in two halves on two connections, with no customer in both', async () => {
    const customers = await Promise.all(Array.from({ length: 60 }, () => newCustomer()))
    trips = 0
    connections = 0
    const commands = Array.from({ length: 400 }, (_none, at) => moving(customers[at % 60]!, grant(1n)))
    await Promise.all(commands.map(lane.submit))
    expect(connections).toBeLessThanOrEqual(1) // the second connection, opened when first needed
    expect(trips).toBeGreaterThanOrEqual(4)
    expect(trips).toBeLessThan(40)
    for (const [at, customer] of customers.entries()) expect(await freeOf(customer)).toBe(at < 40 ? 1_007n : 1_006n)
  })

  test('a command that changes nothing publishes nothing', async () => {
    const customer = await newCustomer(1n)
    whose.length = 0
    await lane.submit(moving(customer, holdLine(usd(2n))))
    expect(whose).toEqual([])
    await Promise.all([1n, 2n].map((units) => lane.submit(moving(customer, grant(units)))))
    expect(whose).toEqual([customer])
  })
})

describe('a bad command affects no other', () => {
  test('a command that throws fails alone', async () => {
    const [good, bad, also] = await Promise.all([newCustomer(), newCustomer(), newCustomer()])
    const broken: Command<never> = {
      ...moving(bad, grant(1n)),
      decide: (book, now) => {
        post(book, { customer: bad, cause: SIGN_UP_GRANT, at: now, lines: [grant(5n)] })
        throw new Error('a bug')
      },
    }
    const results = await Promise.allSettled([
      lane.submit(moving(good, grant(1n))),
      lane.submit(broken),
      lane.submit(moving(also, grant(1n))),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all([good, bad, also].map(freeOf))).toEqual([1_001n, 1_000n, 1_001n])
  })

  test('a command that the database rejects fails alone, and saves nothing', async () => {
    const [good, bad] = await Promise.all([newCustomer(), newCustomer()])
    const twice: Command<bigint> = {
      ...moving(bad, grant(1n)),
      decide: (book, now) => {
        const answer = moving(bad, grant(1n)).decide(book, now) as bigint
        // An entry with a version that already exists.
        const again = { posting: 1, kind: 'grant', counter: 'grants', causeKind: 'grant', at: now } as const
        const figures = { freeBefore: 0n, freeAfter: 1n, heldBefore: 0n, heldAfter: 0n, version: 1, cause: null }
        book.append(postings, { entries: [{ customer: bad, asset: 'USD', ...again, ...figures }], openOrders: 0 })
        return answer
      },
    }
    const results = await Promise.allSettled([lane.submit(twice), lane.submit(moving(good, grant(1n)))])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await Promise.all([good, bad].map(freeOf))).toEqual([1_001n, 1_000n])
  })

  test('a refusal that changed something is a bug, and is not saved', async () => {
    const customer = await newCustomer()
    const half: Command<bigint> = {
      ...moving(customer, grant(1n)),
      decide: (book, now) => {
        moving(customer, grant(1n)).decide(book, now)
        return refuse('half')
      },
    }
    await expect(lane.submit(half)).rejects.toThrow(/a refusal changes nothing/)
    expect(await freeOf(customer)).toBe(1_000n)
  })
})

const LOCK = sql('test_lock', 'select from customers_lock where customer = $1 for update')

test('a customer locked by an ordinary write delays nobody else, and continues after the write', async () => {
  const [held, free] = await Promise.all([newCustomer(), newCustomer()])
  let release = (): void => {}
  const order: string[] = []
  const writing = db.write(async (tx) => {
    await tx.run(LOCK, [held])
    await new Promise<void>((resolve) => (release = resolve))
    order.push('the write')
  })
  while (release.toString() === '() => {}') await new Promise((resolve) => setImmediate(resolve))
  const waiting = lane.submit(moving(held, grant(1n))).then(() => order.push('the held'))
  await lane.submit(moving(free, grant(1n)))
  order.push('the free')
  await lane.submit(moving(free, grant(1n)))
  release()
  await Promise.all([writing, waiting])
  expect(order).toEqual(['the free', 'the write', 'the held'])
})

test('a live session passes; an ended one, another’s and a stranger’s do not', async () => {
  const customer = await newCustomer()
  const other = await newCustomer()
  const { token } = newToken(customer)
  const old = newToken(customer).token
  await asOwner(`insert into customers (id, phone, language, login_hash, joined_at, opened_key, opened_body)
      values ('${customer}', '6000001', 'en', '$argon2id$x', 1, '${newId()}', decode(repeat('00', 32), 'hex'))`)
  await db.write(async (tx) => {
    const session = { device: 'a phone', startedAt: NOW }
    await insertSession(tx, { ...token, ...session, id: newId(), endsAt: NOW + 1 })
    await insertSession(tx, { ...old, ...session, id: newId(), endsAt: NOW })
  })
  const stranger = newId<'customer'>()
  const answers = await Promise.all([
    lane.submit(moving(customer, grant(1n), token)),
    lane.submit(moving(customer, grant(1n), old)),
    lane.submit(moving(other, grant(1n), { ...token, customer: other })),
    lane.submit(moving(stranger, grant(1n), { ...token, customer: stranger })),
  ])
  const no = refuse('not_signed_in')
  expect(answers).toEqual([1_001n, no, no, no])
  expect(await Promise.all([customer, other].map(freeOf))).toEqual([1_001n, 1_000n])
})

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

describe('the database goes away', () => {
  test('in the middle: an outage, nothing half done, and the next command finds a new connection', async () => {
    const customer = await newCustomer()
    let gone: Promise<void> = Promise.resolve()
    const decide: Command<bigint>['decide'] = (book, now) => {
      gone = killWaiting()
      return moving(customer, grant(1n)).decide(book, now)
    }
    // The session is killed while its second trip waits for a lock that the test holds.
    const blocker = new pg.Client({ connectionString: database.ownerUrl, application_name: 'blocker' })
    await blocker.connect()
    await blocker.query('begin; lock table postings in exclusive mode')
    const failed = lane.submit({ ...moving(customer, grant(1n)), decide }).catch((error: unknown) => error)
    expect(isOutage(await failed)).toBe(true)
    await gone
    await blocker.query('rollback')
    await blocker.end()
    expect(await freeOf(customer)).toBe(1_000n)
    expect(await lane.submit(moving(customer, grant(1n)))).toBe(1_001n)
  })

  /** Terminates the lane's session, as the server's own role, which may terminate its own sessions. */
  async function killWaiting(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const client = new pg.Client({ connectionString: database.url, application_name: 'killer' })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'lonja' and wait_event_type = 'Lock'`,
    )
    await client.end()
  }
})

test('two nodes on one database: the books balance after both write for the same customers', async () => {
  const other = openTestLane()
  const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer(50n)))
  const lines = [grant(3n), holdLine(usd(20n)), releaseLine(usd(5n))]
  const work = Array.from({ length: 600 }, (_none, at) => {
    const line = lines[(at * 7) % 3] as Moves
    return (at % 2 ? lane : other).submit(moving(customers[(at * 5) % 8]!, line))
  })
  const results = await Promise.allSettled(work)
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  await other.close()
  expect(await breachesOfLaw()).toEqual([])
})

test('closing answers the waiting commands and accepts no more', async () => {
  const closing = openTestLane()
  const customer = await newCustomer()
  const waiting = [1n, 2n, 3n].map((units) => closing.submit(moving(customer, grant(units))))
  await closing.close()
  expect(await Promise.all(waiting)).toEqual([1_001n, 1_003n, 1_006n])
  const late = await closing.submit(moving(customer, grant(1n))).catch((error: unknown) => error)
  expect(isOutage(late)).toBe(true)
})
