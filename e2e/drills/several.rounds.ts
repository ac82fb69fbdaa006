import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@lonja/core/base/assert'
import { sql } from '@lonja/server/database/db'
import { checkRound, FILLS_WITHIN_MS, type Lateness } from './several.checks.ts'
import { signUp, signalPostgres } from './kill.ts'
import { askAllAgain, placeInTurn, startPlacing, type Placing } from './several.placing.ts'
import { isClaimed, openServer, ownRow, rowOf, rowsOf, until, type Row, type Several } from './several.ts'

/** One round each of the drills with several servers. Every round ends with all servers in order. */

const ACCEPTED_LEAST = 30
const STANDS_STILL_MS = 20_000

/** The result of a round, in milliseconds. */
export interface KillRound extends Lateness {
  /** The requests that the server had accepted in this round, and those that went unanswered. */
  readonly accepted: number
  readonly unknown: number
  /** From the last renewal of the server to the claim of its orders. */
  readonly claimedMs: number
}

/** A server is killed under load; customers go on at the other, and the server starts again. */
export const serverKilled = (several: Several, number: number): Promise<KillRound> =>
  underLoad(several, (placing) => killOne(several, placing, number))

async function killOne(several: Several, placing: Placing, number: number): Promise<KillRound> {
  const { victim, row, accepted } = await chosen(several, placing, number)
  await victim.kill()
  // Its row may have been renewed since it was read.
  const renewedAt = (await rowsOf(several)).find(({ node }) => node === row.node)?.renewedAt ?? row.renewedAt
  const claimedAt = await until(() => isClaimed(several, row), 'another server fills the orders of a dead one', 30_000)
  await sleep(FILLS_WITHIN_MS / 2)
  await placing.stop()
  several.servers[number] = await openServer(several, number)
  const unknown = placing.unknown()
  const lateness = await settled(several, row)
  return { accepted, unknown, claimedMs: claimedAt - renewedAt, ...lateness }
}

/** A server stands still under load until the other has its orders, and wakes up. */
export const serverStopped = (several: Several, number: number): Promise<KillRound> =>
  underLoad(several, (placing) => stopOne(several, placing, number))

async function stopOne(several: Several, placing: Placing, number: number): Promise<KillRound> {
  const { victim, row, accepted } = await chosen(several, placing, number)
  process.kill(victim.pid, 'SIGSTOP')
  let claimedAt: number
  try {
    const stopped = performance.now()
    claimedAt = await until(() => isClaimed(several, row), 'another fills the orders of one that stands still', STANDS_STILL_MS) // prettier-ignore
    await sleep(Math.max(0, STANDS_STILL_MS - (performance.now() - stopped)))
  } finally {
    process.kill(victim.pid, 'SIGCONT')
  }
  const before = placing.acceptedAt(number)
  await until(
    async () => {
      const own = ownRow(await rowsOf(several), victim)
      return own !== null && own.node !== row.node
    },
    'a server that wakes up begins under a new id',
    30_000,
  )
  await until(() => placing.acceptedAt(number) > before, 'a server that has begun anew takes orders')
  await placing.stop()
  const unknown = placing.unknown()
  const lateness = await settled(several, row)
  return { accepted, unknown, claimedMs: claimedAt - row.renewedAt, ...lateness }
}

export interface StopRound extends Lateness {
  readonly unknown: number
  /** The servers whose orders another has claimed. */
  readonly claims: readonly string[]
  /** From the end of the stand to the last first renewal. */
  readonly renewedMs: number
}

/** All processes of PostgreSQL stand still under load, and go on. */
export const databaseStopped = (several: Several): Promise<StopRound> =>
  underLoad(several, (placing) => stopDatabase(several, placing))

async function stopDatabase(several: Several, placing: Placing): Promise<StopRound> {
  const { postgres, servers } = several
  const { row } = await chosen(several, placing, 0)
  const before = (await rowsOf(several)).filter(({ node, filledBy }) => node === filledBy)
  const postmaster = postgres.pid()
  assert(postmaster !== null, 'PostgreSQL has a process')
  signalPostgres(postmaster, 'SIGSTOP')
  try {
    await sleep(STANDS_STILL_MS)
  } finally {
    signalPostgres(postmaster, 'SIGCONT')
  }
  const goesOnAt = Date.now()
  const renewed = async (): Promise<boolean> =>
    (await rowsOf(several)).filter(({ renewedAt }) => renewedAt > goesOnAt).length >= servers.length
  const renewedAt = await until(renewed, 'all servers renew again')
  // A server judges eight seconds after a late renewal. One that judged by the silence of before has claimed by now.
  await sleep(FILLS_WITHIN_MS)
  const accepted = servers.map((_server, number) => placing.acceptedAt(number))
  await until(() => accepted.every((count, n) => n >= 2 || placing.acceptedAt(n) > count), 'all take orders again')
  await placing.stop()
  const after = await rowsOf(several)
  const claims = before.filter(({ node }) => after.find((each) => each.node === node)?.filledBy !== node)
  const unknown = placing.unknown()
  const lateness = await settled(several, row)
  return { unknown, claims: claims.map(({ name }) => name), renewedMs: renewedAt - goesOnAt, ...lateness }
}

/** The result of a round in which one customer uses both servers. */
export interface InTurn extends Lateness {
  /** The requests of the customer that each server accepted, and the times that their orders were claimed. */
  readonly accepted: readonly number[]
  readonly claims: number
}

const ORDERS_IN_TURN = 60

/** A customer places orders of one listing at two servers in turn, while the others place theirs. */
export const placedInTurn = (several: Several): Promise<InTurn> =>
  underLoad(several, async (placing) => {
    const [first] = several.servers
    assert(first !== undefined, 'a server is open')
    const { row } = await chosen(several, placing, 0)
    const before = await claimsOf(several)
    const orders = await placeInTurn(several, await signUp(first), ORDERS_IN_TURN)
    await placing.stop()
    const claims = (await claimsOf(several)) - before
    const accepted = several.servers.map(
      (_server, number) => orders.filter(({ at, outcome }) => at === number && outcome === 'accepted').length,
    )
    return { accepted, claims, ...(await settled(several, row)) }
  })

const CLAIMS = sql('drill_claims', 'select coalesce(sum(claims), 0)::int8 as claims from order_conditions')

/** The times that orders of any customer were claimed. */
async function claimsOf({ db }: Several): Promise<number> {
  const [row] = await db.read((tx) => tx.run<{ claims: bigint }>(CLAIMS, []))
  return Number(row?.claims ?? 0n)
}

/** Works while customers place orders, who stop also if it fails. */
async function underLoad<T>(several: Several, work: (placing: Placing) => Promise<T>): Promise<T> {
  const placing = startPlacing(several)
  try {
    return await work(placing)
  } finally {
    await placing.stop()
  }
}

/** Waits until every server has taken orders; then tells how the one in trouble stands. */
async function chosen(several: Several, placing: Placing, number: number) {
  const busy = (): boolean => several.servers.every((_server, n) => n >= 2 || placing.acceptedAt(n) >= ACCEPTED_LEAST)
  await until(busy, 'customers place orders at both servers')
  const victim = several.servers[number]
  assert(victim !== undefined, 'the server is open')
  return { victim, row: await rowOf(several, victim), accepted: placing.acceptedAt(number) }
}

/** Sends the unanswered requests again, waits until their events are there, and checks everything. */
async function settled(several: Several, { node }: Row): Promise<Lateness> {
  await askAllAgain(several)
  await sleep(SETTLES_MS)
  return checkRound(several, node)
}

/** An order at the market fills on the next event, which comes within a second. */
const SETTLES_MS = 3_000
