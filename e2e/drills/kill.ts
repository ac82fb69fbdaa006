import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '@lonja/core/accounts/accounts.contract'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { HOUR } from '@lonja/core/base/instant'
import { INTERVALS, listCandles } from '@lonja/core/market/market.contract'
import { cancelOrder, placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { isOutage, openDb, sql, type Db } from '@lonja/server/database/db'
import { findUrl } from '@lonja/server/cluster/postgres'
import { verifyBooks } from '@lonja/server/books'
import { ask, newId } from '../client.ts'
import { findListings } from '../customers.ts'
import { openHouse, type House } from '../house.ts'
import { PASSWORD, newPhone } from '../person.ts'
import { checkDesk, DESK_SETTINGS, keepDeciding, openDesk, untilAnswered, type Desk } from './deciding.ts'

/**
 * Clients place and cancel orders, and a desk credits deposits and approves withdrawals, while the server or its
 * PostgreSQL is killed as in a power cut. Each client keeps a log of its answers. Afterwards nothing acknowledged is
 * lost and nothing is doubled.
 */

export const CLIENTS = 40
export const IN_FLIGHT_LEAST = 32
export const ACKNOWLEDGED_LEAST = 500

/** One request in a client's log. `unknown` means no answer: the same request is sent again. */
export interface LoggedRequest {
  readonly client: Client
  readonly ticket: Ticket
  readonly kind: 'place' | 'cancel'
  outcome: 'in flight' | 'accepted' | 'refused' | 'unknown'
}

export interface Client {
  readonly token: string
  /** Waiting limit orders, by their tickets. */
  readonly resting: Ticket[]
}

export interface Drill {
  house: House
  readonly clients: readonly Client[]
  readonly listings: readonly ListingId[]
  readonly log: LoggedRequest[]
  readonly desk: Desk
}

/** The result of one round, from the clients' logs. */
export interface Round {
  readonly acknowledged: number
  readonly inFlight: number
  readonly unknown: number
  /** Deposits credited and withdrawals approved since the first round. */
  readonly decided: number
  readonly recoveredMs: number
}

export async function openDrill(): Promise<Drill> {
  const house = await openHouse({ settings: DESK_SETTINGS })
  const listings = await findListings(house, 'XMAD', 5)
  const clients: Client[] = []
  for (let count = 0; count < CLIENTS; count++) clients.push(await signUp(house))
  return { house, clients, listings, log: [], desk: await openDesk(house) }
}

export async function signUp({ url, invitation }: House): Promise<Client> {
  const answer = await ask(url, register, { phone: newPhone(), password: PASSWORD, again: PASSWORD, invitation })
  assert(answer.data !== null, `a client can sign up: ${answer.error ?? ''}`)
  return { token: answer.data.token, resting: [] }
}

/** Clients work, the victim is killed, it comes back by itself or by the next start, and everything is checked. */
export async function round(drill: Drill, victim: 'server' | 'PostgreSQL'): Promise<Round> {
  const first = drill.log.length
  const stop = { now: false }
  const work = Promise.all(drill.clients.map((client) => keepAsking(drill, client, stop)))
  const decided = keepDeciding(drill, drill.desk, stop)
  const countOf = (outcome: LoggedRequest['outcome']): number =>
    drill.log.slice(first).filter((request) => request.outcome === outcome).length
  while (countOf('accepted') < ACKNOWLEDGED_LEAST || countOf('in flight') < IN_FLIGHT_LEAST) await sleep(5)
  const candles = await candlesOf(drill)
  const [acknowledged, inFlight] = [countOf('accepted'), countOf('in flight')]
  if (victim === 'server') await drill.house.kill()
  else killPostgres(drill.house)
  stop.now = true
  const began = performance.now()
  await work
  if (victim === 'server') {
    drill.house = await openHouse({ dataDir: drill.house.dataDir, settings: DESK_SETTINGS })
  }
  await decided
  // Another process computes the same, byte for byte.
  assert((await candlesOf(drill)) === candles, 'a candle is the same after a restart')
  const unknown = countOf('unknown')
  await askAgain(drill.house.url, drill.log)
  const recoveredMs = Math.round(performance.now() - began)
  await check(drill)
  const { credited, approved } = drill.desk
  return { acknowledged, inFlight, unknown, decided: credited.length + approved.length, recoveredMs }
}

/** Completed candles of each interval, as answered. */
async function candlesOf({ house, listings: [listing = 'XMAD:NONE'] }: Drill): Promise<string> {
  const texts: string[] = []
  for (const interval of INTERVALS) {
    const input = { listing, interval, to: YESTERDAY, limit: 100 }
    const { at, open, high, low, close, volume } = await untilAnswered(
      () => ask(house.url, listCandles, input),
      listCandles.path,
    )
    // The newest one may still be running.
    const columns = [at, open, high, low, close, volume].map((column) => column.slice(0, -1).join())
    texts.push(`${interval} ${columns.join(' ')}`)
  }
  return texts.join('\n')
}

const YESTERDAY = Date.now() - 24 * HOUR

async function keepAsking(drill: Drill, client: Client, stop: { now: boolean }): Promise<void> {
  for (let count = 0; !stop.now; count++) {
    const listing = drill.listings[count % drill.listings.length] as ListingId
    const old = count % 3 === 2 ? client.resting.shift() : undefined
    const limit = count % 3 === 0 ? priceE4(10_000n) : null
    const ticket: Ticket = { id: newId(), listing, side: 'buy', shares: wholeShares(1n), limit, timeInForce: 'gtc' }
    const request: LoggedRequest = {
      client,
      ticket: old ?? ticket,
      kind: old ? 'cancel' : 'place',
      outcome: 'in flight',
    }
    drill.log.push(request)
    await send(drill.house.url, request)
    if (!old && limit !== null && request.outcome === 'accepted') client.resting.push(ticket)
  }
}

export async function send(url: string, request: LoggedRequest): Promise<void> {
  const { client, ticket, kind } = request
  try {
    const { token } = client
    const answer =
      kind === 'place'
        ? await ask(url, placeOrder, ticket, { token })
        : await ask(url, cancelOrder, { id: ticket.id }, { token })
    request.outcome = answer.data ? 'accepted' : answer.status >= 500 ? 'unknown' : 'refused'
  } catch {
    request.outcome = 'unknown' // The connection ended before an answer.
  }
}

/** Repeat the unanswered requests with the same ids until the house answers. */
export async function askAgain(url: string, log: readonly LoggedRequest[]): Promise<void> {
  const until = performance.now() + 60_000
  for (const request of log.filter(({ outcome }) => outcome === 'unknown')) {
    while (request.outcome === 'unknown') {
      assert(performance.now() < until, 'the house answers again within a minute, without a hand')
      await send(url, request)
      if (request.outcome === 'unknown') await sleep(50)
    }
  }
}

/**
 * The database, once it answers again: a PostgreSQL that was just killed may still be marked as running in its folder.
 */
async function untilBack({ dataDir }: House): Promise<Db> {
  for (const until = performance.now() + 60_000; performance.now() < until; await sleep(50)) {
    const url = findUrl(dataDir)
    if (url === null) continue
    const db = openDb(url, { max: 1, connectMs: 30_000, statementMs: 120_000 })
    try {
      await db.read((tx) => tx.run(ANSWERS, []))
      return db
    } catch (error) {
      await db.close()
      if (!isOutage(error)) throw error
    }
  }
  throw new Error('The database did not come back within a minute.')
}

const ANSWERS = sql('drill_answers', 'select 1')

const FIND = sql('drill_orders', 'select id, state from orders where id = any($1::uuid[])')
const HOLDS = sql(
  'drill_holds',
  "select cause, count(*) as holds from entries where kind = 'hold' and cause = any($1::uuid[]) group by cause",
)

/** Check that everything acknowledged exists once, and that the ledger law holds. */
async function check({ house, log, desk }: Drill): Promise<void> {
  const db = await untilBack(house)
  try {
    await checkLog(db, log)
    await checkDesk(db, desk)
    const { breaches } = await verifyBooks(db)
    assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
  } finally {
    await db.close()
  }
}

export async function checkLog(db: Db, log: readonly LoggedRequest[]): Promise<void> {
  const accepted = log.filter(({ outcome }) => outcome === 'accepted')
  const placed = accepted.filter(({ kind }) => kind === 'place').map(({ ticket }) => ticket.id)
  assert(new Set(placed).size === placed.length, 'each ticket was sent under an id of its own')
  const [states, holds] = await db.read(async (tx) => [
    new Map((await tx.run<{ id: string; state: string }>(FIND, [placed])).map(({ id, state }) => [id, state])),
    new Map((await tx.run<{ cause: string; holds: bigint }>(HOLDS, [placed])).map(({ cause, holds: n }) => [cause, n])),
  ])
  const lost = placed.filter((id) => !states.has(id))
  assert(lost.length === 0, `nothing acknowledged is lost: ${lost.join(', ')}`)
  const doubled = placed.filter((id) => holds.get(id) !== 1n)
  assert(doubled.length === 0, `nothing is doubled, or held for twice: ${doubled.join(', ')}`)
  const cancels = accepted.filter(({ kind }) => kind === 'cancel').map(({ ticket }) => ticket.id)
  const undone = cancels.filter((id) => states.get(id) !== 'cancelled')
  assert(undone.length === 0, `what was cancelled stays cancelled: ${undone.join(', ')}`)
}

/** From now on each commit of the house's PostgreSQL waits so many milliseconds before it reaches the disk; 0 for none. */
export async function slowCommits(house: House, ms: number): Promise<void> {
  const files = join(house.dataDir, 'pg')
  // With no siblings required, also a commit that is alone waits.
  appendFileSync(join(files, 'postgresql.auto.conf'), `commit_siblings = 0\ncommit_delay = ${ms * 1000}\n`)
  process.kill(postmasterOf(house), 'SIGHUP')
  const db = await untilBack(house)
  try {
    const shown = async () => (await db.read((tx) => tx.run<{ now: string }>(COMMIT_DELAY, [])))[0]?.now
    for (const until = performance.now() + 60_000; (await shown()) !== String(ms * 1000); await sleep(20)) {
      assert(performance.now() < until, 'PostgreSQL takes the setting')
    }
  } finally {
    await db.close()
  }
}

const COMMIT_DELAY = sql('drill_commit_delay', "select current_setting('commit_delay') as now")

/** Kill PostgreSQL and all its processes at once. */
const killPostgres = (house: House): void => signalPostgres(postmasterOf(house), 'SIGKILL')

/** Sends a signal to a PostgreSQL and then to all its processes. */
export function signalPostgres(postmaster: number, signal: NodeJS.Signals): void {
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster)
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended with its parent.
    }
  }
}

function postmasterOf({ dataDir }: House): number {
  const [first] = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  assert(postmaster > 1, 'PostgreSQL has a process')
  return postmaster
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
