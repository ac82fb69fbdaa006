import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { systemClock } from '@lonja/server/base/clock'
import { newId } from '@lonja/server/base/ids'
import { openAsker, postOf, type Asker } from './http.client.ts'
import type { HouseOpen, HttpAsk } from './http.server.ts'
import { cpuOf } from './lane.costs.ts'
import { dice } from './lane.work.ts'
import { openWorker, type Worker } from './sides.ts'

/** `limit`: buys that rest. `market`: buys, which fill at the next quotes. `cancel`: of those that rest. */
export const KINDS = ['limit', 'market', 'cancel'] as const
export type Kind = (typeof KINDS)[number]

export const CONNECTIONS = 256
/** Enough that no customer comes near the limit of open orders, on a fast machine either. */
const CUSTOMERS = 4_000

/** One stretch of a kind: the number accepted a second, and the processor time of each in microseconds. */
export interface Stretch {
  readonly perSecond: number
  readonly serverUs: number
  readonly clientUs: number
  /** NaN if the machine does not report it. */
  readonly databaseUs: number
}

export interface VerifyReport {
  readonly breaches: readonly unknown[]
  readonly counts: { readonly orders?: bigint; readonly fills?: bigint }
}

/** A checkout whose house is called over HTTP: this one, or an earlier one beside it. */
export interface HttpSide {
  readonly adminUrl: string
  /** Calls the house over all connections for a number of seconds, or until no resting order is left to cancel. */
  stretch(kind: Kind, seconds: number): Promise<Stretch>
  verify(): Promise<VerifyReport>
  close(): Promise<void>
}

interface Bench {
  readonly address: string
  readonly postgres: number | null
  readonly server: Worker
  /** Connected as the database administrator. */
  readonly admin: pg.Client
  readonly tokens: readonly string[]
  readonly listings: readonly { listing: string; low: string }[]
  /** Goes on from stretch to stretch, so that no customer is drawn more often than others in each. */
  readonly random: () => number
  /** Limit orders that were accepted and are open. */
  readonly resting: { readonly id: string; readonly token: string }[]
}

/** Opens the house of a checkout that is compiled (`npx tsc -b bench`) with its customers, and waits until it is quiet. */
export async function openHttpSide(root: string): Promise<HttpSide> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-'))
  chmodSync(folder, 0o711)
  const server = await openWorker('./http.server.js', [folder, root])
  const { address, adminUrl, postgres } = server.open as HouseOpen
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const tokens = (await server.ask({ customers: CUSTOMERS } satisfies HttpAsk)) as string[]
  const listings = await listingsOf(address)
  const bench: Bench = { address, postgres, server, admin, tokens, listings, random: dice(1), resting: [] }
  await untilQuiet(bench)
  return {
    adminUrl,
    stretch: async (kind, seconds) => {
      const figures = await stretch(bench, kind, seconds)
      if (kind === 'market') await untilFilled(admin)
      return figures
    },
    verify: async () => (await server.ask('verify' satisfies HttpAsk)) as VerifyReport,
    close: async () => {
      await admin.end()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fifty shares that have a price, with a limit far below it. */
async function listingsOf(address: string): Promise<Bench['listings']> {
  const answer = await fetch(`${address}/api/en/discover/list?list=all&venue=us&limit=50`)
  const { data } = (await answer.json()) as { data: { listing: string[]; last: (string | null)[] } }
  return data.listing.flatMap((listing, at) => {
    const last = Number(data.last[at] ?? 0)
    return last > 0 ? [{ listing, low: (last / 2).toFixed(2) }] : []
  })
}

async function stretch(bench: Bench, kind: Kind, seconds: number): Promise<Stretch> {
  let fail = (_error: Error): void => {}
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const lost = (): void => fail(new Error('A connection ended before its answer.'))
  const askers = await Promise.all(Array.from({ length: CONNECTIONS }, () => openAsker(bench.address, lost)))
  const before = await spent(bench)
  const began = process.hrtime.bigint()
  const ends = systemClock.now() + seconds * 1_000
  let accepted = 0
  const asking = (asker: Asker): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        const call = systemClock.now() >= ends ? null : nextCall(bench, kind)
        if (!call) return resolve()
        asker.ask(call.request, ({ status, body }) => {
          if (status !== 200 || !body.startsWith(ACCEPTED))
            return fail(new Error(`The bench was answered ${status}: ${body}`))
          accepted += 1
          if (call.rests) bench.resting.push(call.rests)
          next()
        })
      }
      next()
    })
  await Promise.race([Promise.all(askers.map(asking)), failed])
  const took = Number(process.hrtime.bigint() - began) / 1e9
  const after = await spent(bench)
  for (const asker of askers) asker.close()
  return {
    perSecond: accepted / took,
    serverUs: (after.server - before.server) / accepted,
    clientUs: (after.client - before.client) / accepted,
    databaseUs: (after.database - before.database) / accepted,
  }
}

const ACCEPTED = '{"code":1,'

interface Call {
  readonly request: string
  /** The order that rests once this call is accepted. */
  readonly rests?: Bench['resting'][number]
}

/** The next call of a kind; null if no resting order is left to cancel. */
function nextCall({ tokens, listings, random, resting }: Bench, kind: Kind): Call | null {
  if (kind === 'cancel') {
    const order = resting.pop()
    if (!order) return null
    return { request: postOf(`/api/en${cancelOrder.path}`, order.token, JSON.stringify({ id: order.id })) }
  }
  const token = tokens[Math.floor(random() * tokens.length)] as string
  const { listing, low } = listings[Math.floor(random() * listings.length)] as Bench['listings'][number]
  const limit = kind === 'limit' ? low : null
  const ticket = { id: newId(), listing, side: 'buy', shares: '1', limit, timeInForce: 'day' }
  const request = postOf(`/api/en${placeOrder.path}`, token, JSON.stringify(ticket))
  return kind === 'limit' ? { request, rests: { id: ticket.id, token } } : { request }
}

const QUIET_SHARE = 0.1
const LOOK_MS = 4_000
const LOOKS_MOST = 45

/**
 * Wait for quiet: a newly opened house publishes the news of its first days and computes usual figures. Orders are
 * measured beside the work of a normal day.
 */
async function untilQuiet(bench: Bench): Promise<void> {
  let before = (await spent(bench)).server
  for (let looks = 0; looks < LOOKS_MOST; looks++) {
    await sleep(LOOK_MS)
    const { server } = await spent(bench)
    if (server - before < QUIET_SHARE * LOOK_MS * 1_000) return
    before = server
  }
  console.log('The house did not come to rest: what it does besides is measured too.')
}

/** Processor time so far, in microseconds: of the house, of this process, of all PostgreSQL processes (NaN if unknown). */
async function spent({ server, postgres }: Bench): Promise<{ server: number; client: number; database: number }> {
  const { user, system } = (await server.ask('spent' satisfies HttpAsk)) as NodeJS.CpuUsage
  const own = process.cpuUsage()
  return {
    server: user + system,
    client: own.user + own.system,
    database: (postgres === null ? null : cpuOf(postgres)) ?? Number.NaN,
  }
}

const WAITING = 'select 1 from orders where ended_at is null and limit_e4 is null limit 1'

/** Every accepted market order fills by itself within a few seconds of the last one. */
async function untilFilled(admin: pg.Client): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const { rowCount } = await admin.query(WAITING)
    if (rowCount === 0) return
    await sleep(500)
  }
  throw new Error('Market orders were left without a fill.')
}
