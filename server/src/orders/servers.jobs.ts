import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '@lonja/core/base/instant'
import { LATE_AFTER_MS, RENEW_EVERY_MS, SILENT_AFTER_MS } from '@lonja/core/orders/servers.rules'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { runRounds, type Rounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import type { Market } from '../market/market.quotes.ts'
import type { OpenOrders } from './orders.open.ts'
import { listChangedAmong, listOpenOrders } from './open.store.ts'
import type { OrderKey } from './orders.store.ts'
import {
  hasOtherServers,
  insertServer,
  listAwayServers,
  listFilledBy,
  processedOf,
  purgeServers,
  renewServer,
  saveStop,
  takeOverServers,
} from './progress.store.ts'

/** The id under which the last start from a data folder filled orders. */
export interface LastStart {
  read(): string | null
  write(node: string): void
}

/** This server's place among those that fill the orders of one house. */
export interface Servers {
  /**
   * Registers this server, and takes over the orders of servers that have stopped, of the last start from the same
   * folder, and of those that stay silent.
   */
  begin(): Promise<void>
  /** Renews this server's row every two seconds, and takes over the orders of servers that stop or are silent. */
  start(): void
  /** Runs one round, for tests. */
  round(): Promise<void>
  /** Ends the rounds and keeps the orders, as a server that is killed does. */
  stop(): Promise<void>
  /** Ends the rounds and hands the orders to the other servers. Call it when no order can be placed any more. */
  handOver(): Promise<void>
}

export interface ServersGround {
  readonly db: Db
  readonly open: OpenOrders
  readonly market: Market
  readonly clock: Clock
  readonly log: Log
  readonly lastStart?: LastStart
  readonly heard?: RoundListener
}

interface Running extends ServersGround {
  /** Orders in memory that are still to be compared with the table, since another server may have ended them. */
  unchecked: OrderKey[]
  rounds: readonly Rounds[]
}

const CHECKED_AT_ONCE = 1_000
const LIMITS = { lateAfterMs: LATE_AFTER_MS, silentAfterMs: SILENT_AFTER_MS }

export function openServers(ground: ServersGround): Servers {
  const servers: Running = { ...ground, unchecked: [], rounds: [] }
  const { db, open, log, heard = NO_LISTENER } = ground
  const stop = async (): Promise<void> => {
    await Promise.all(servers.rounds.map((rounds) => rounds.stop()))
  }
  return {
    begin: () => begin(servers),
    start: () => {
      const pauses = { pauseMs: RENEW_EVERY_MS, afterFailureMs: RENEW_EVERY_MS, log }
      const waits = 'the renewal of this server waits for the database'
      // Apart, so that no renewal is late because many orders are read. They are read as soon as they are taken over.
      const keeping = runRounds(() => keepOrders(servers), {
        ...pauses,
        waits,
        failed: 'orders could not be taken over',
      })
      const renewing = async (): Promise<void> => {
        if (await renew(servers)) keeping.hurry()
      }
      servers.rounds = [
        runRounds(renewing, { ...pauses, waits, failed: 'this server could not be renewed', heard }),
        keeping,
      ]
    },
    round: async () => {
      await renew(servers)
      await keepOrders(servers)
    },
    stop,
    handOver: async () => {
      await stop()
      await db.write((tx) => saveStop(tx, open.node()))
    },
  }
}

async function begin(servers: Running): Promise<void> {
  const { db, lastStart, open } = servers
  const before = lastStart?.read() ?? null
  await register(servers, servers.market.settled())
  await renew(servers, before === null ? [] : [before])
  // Nothing tells a dead server from one that the database was away from together with this one, but waiting.
  const isAlone = async (): Promise<boolean> => {
    const away = await db.read((tx) => listAwayServers(tx, SILENT_AFTER_MS))
    return away.every(({ node }) => node === open.node())
  }
  for (let renewed = 0; renewed <= SILENT_AFTER_MS / RENEW_EVERY_MS && !(await isAlone()); renewed++) {
    await sleep(RENEW_EVERY_MS)
    await renew(servers)
  }
  await takeIn(servers)
}

/** `through`: an instant of the market from before the first order that could name this server. */
async function register({ db, open, clock, lastStart }: Running, through: Instant): Promise<void> {
  const [node, name] = [open.node(), `${hostname()}, process ${process.pid}`]
  await db.write((tx) => insertServer(tx, { node, name, through, at: clock.now() }))
  lastStart?.write(node)
}

/** Brings the orders in memory in line with what this server fills. */
async function keepOrders(servers: Running): Promise<void> {
  await takeIn(servers)
  await takeChanged(servers)
  await purge(servers)
}

/** Renews this server's row, or begins anew. Returns whether it has taken over the orders of another. */
async function renew(servers: Running, ended: readonly string[] = []): Promise<boolean> {
  const { db, open, log } = servers
  const node = open.node()
  const renewed = await db.write(async (tx) => {
    const row = await renewServer(tx, node, LIMITS)
    if (!row) return null
    const hasTaken = await takeOverServers(tx, node, { isWell: row.isWell, ended, ...LIMITS })
    return { hasTaken, others: await hasOtherServers(tx, node) }
  })
  if (renewed) {
    open.meets(renewed.others)
    return renewed.hasTaken
  }
  log.warn({ node }, 'another server has taken over the orders of this one, which begins anew')
  // Orders are decided under the new id at once, and wait for its row. No event after them counts as processed.
  const through = servers.market.settled()
  open.beginAnew()
  servers.unchecked = []
  await register(servers, through)
  return false
}

/** Reads the open orders of servers that were taken over. If it fails, the next round reads them. */
async function takeIn({ db, open, clock, log }: Running): Promise<void> {
  const own = open.node()
  const known = new Set([own, ...open.takenOver().map(({ node }) => node)])
  const filled = await db.read((tx) => listFilledBy(tx, own))
  const progress = new Map(filled.filter(({ node }) => !known.has(node)).map((server) => [server.node, server]))
  if (progress.size === 0) return
  const orders = await db.read(async (tx) => {
    const all = []
    for await (const some of listOpenOrders(tx, [...progress.keys()])) all.push(...some)
    return all
  })
  if (open.node() !== own) return // Another server has taken all of them over in the meantime.
  for (const node of progress.keys()) open.takeOver(node, clock.now())
  for (const order of orders) {
    const server = progress.get(order.node)
    open.take(order, server && processedOf(order, server))
  }
  const facts = { servers: [...progress.keys()], orders: orders.length }
  // A house that was stopped with no order open finds its own earlier server at each start.
  if (orders.length > 0) log.warn(facts, 'the orders of other servers are filled here now')
}

/**
 * Takes in orders that have changed elsewhere, and drops those that have ended there, or while they were taken in, and
 * those that another server has claimed: some in each round, all in turn. A server that was always alone has none.
 */
async function takeChanged(servers: Running): Promise<void> {
  const { db, open } = servers
  if (servers.unchecked.length === 0) servers.unchecked = open.keys()
  const keys = servers.unchecked.splice(-CHECKED_AT_ONCE)
  if (keys.length === 0) return
  const known = keys.flatMap((key) => open.find(key)?.order ?? [])
  const changed = await db.read(async (tx) => {
    const wasAlone = open.takenOver().length === 0 && !(await hasOtherServers(tx, open.node()))
    return wasAlone ? [] : listChangedAmong(tx, known)
  })
  for (const order of changed) open.take(order)
}

async function purge({ db, open }: Running): Promise<void> {
  const empty = open.takenOver().flatMap(({ node, open: orders }) => (orders === 0 ? [node] : []))
  if (empty.length === 0) return
  await db.write((tx) => purgeServers(tx, open.node(), empty))
  for (const node of empty) open.leave(node)
}
