import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDb, sql, type Db } from '@lonja/server/database/db'
import { HOUR } from '@lonja/core/base/instant'
import { systemClock } from '@lonja/server/base/clock'
import { newId } from '@lonja/server/base/ids'
import { findPostmaster } from '@lonja/server/cluster/postmaster'
import { findUrl } from '@lonja/server/cluster/postgres'
import { newToken } from '@lonja/server/secrets/token'
import { insertSession } from '@lonja/server/accounts/sessions.store'
import { postGrant } from '@lonja/server/ledger/ledger.actions'
import { insertCustomerLock } from '@lonja/server/database/locks'
import { verifyBooks } from '@lonja/server/books'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { findPgbench, openAnchor } from './lane.anchor.ts'
import { openAsker, postOf } from './http.client.ts'
import { cpuOf } from './lane.costs.ts'
import { dice } from './lane.work.ts'

/**
 * Orders accepted per second over HTTP, as a ratio to TPC-B on the same server in the same run: limit orders that rest,
 * and market orders whose fills follow in the same run.
 */

const CONNECTIONS = 256
/** Enough that no customer comes near the limit of open orders, on a fast machine either. */
const CUSTOMERS = 4_000
const SECONDS = 8
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const KINDS = { limit: { floor: 1.8, aim: 2.5 }, market: { floor: 1.0, aim: 1.5 } } as const
type Kind = keyof typeof KINDS

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Bench {
  readonly address: string
  readonly server: ChildProcess
  /** PostgreSQL's first process. */
  readonly postgres: number | null
  readonly db: Db
  readonly tokens: readonly string[]
  readonly listings: readonly { listing: string; low: string }[]
  /** Goes on from stretch to stretch, so that no customer is drawn more often than others in each. */
  readonly random: () => number
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-'))
  chmodSync(folder, 0o711)
  const server = fork(fileURLToPath(new URL('./http.server.js', import.meta.url)), [folder], {
    stdio: 'inherit',
    execArgv: ['--max-semi-space-size=64'], // As in `npm start`; this process's own Node options are not meant for it.
  })
  try {
    const { address } = (await nextMessage(server)) as { address: string }
    const url = findUrl(folder)
    if (!url) throw new Error('The house runs without its database.')
    const db = openDb(url, { max: 8, connectMs: 60_000 })
    const postgres = findPostmaster(join(folder, 'pg'))?.pid ?? null
    const bench = {
      address,
      server,
      postgres,
      db,
      tokens: await makeCustomers(db),
      listings: await listingsOf(address),
      random: dice(1),
    }
    const pgbench = findPgbench()
    if (!pgbench) console.log('pgbench is not installed here: there is no anchor, so only plain figures are shown.')
    const anchor = pgbench ? openAnchor(pgbench, await anchorDatabase(folder, url)) : null
    await untilQuiet(bench)
    await stretch(bench, 'limit', 2)
    const stretches: Record<Kind, Stretch[]> = { limit: [], market: [] }
    const anchors: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (anchor) anchors.push(Math.max(...[8, 16, 32].map((clients) => anchor.measure(clients, 4))))
      for (const kind of ['limit', 'market'] as const) stretches[kind].push(await stretch(bench, kind, SECONDS))
    }
    print(stretches, median(anchors))
    await untilFilled(db)
    const { breaches, counts } = await verifyBooks(db)
    console.log(
      `The ledger law over ${counts.orders} orders and ${counts.fills} fills: ${breaches.length === 0 ? 'holds' : JSON.stringify(breaches)}`,
    )
    if (breaches.length > 0) process.exitCode = 1
    await db.close()
  } finally {
    server.send('close')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`The house is gone (${code}).`))
    child.once('exit', gone)
    child.once('message', (message) => {
      child.off('exit', gone)
      resolve(message)
    })
  })

function print(stretches: Record<Kind, Stretch[]>, anchor: number): void {
  if (anchor > 0) console.log(`TPC-B: ${anchor.toFixed(0)}/s at its best of 8, 16 and 32`)
  for (const kind of ['limit', 'market'] as const) {
    const { floor, aim } = KINDS[kind]
    const of = (what: (stretch: Stretch) => number): number => median(stretches[kind].map(what))
    const each = of(({ perSecond }) => perSecond)
    const ratio = anchor > 0 ? each / anchor : null
    const below = ratio !== null && ratio < floor
    if (below) process.exitCode = 1
    const what = kind === 'limit' ? 'limit orders that rest' : 'market orders, filled in the same run'
    console.log(
      `${what}: ${each.toFixed(0)}/s through HTTP at ${CONNECTIONS} connections, ratio ${ratio?.toFixed(2) ?? '-'} (floor ${floor}, aim ${aim})${below ? ' BELOW ITS FLOOR' : ''}`,
    )
    const [server, client, database] = [
      of(({ serverUs }) => serverUs),
      of(({ clientUs }) => clientUs),
      of(({ databaseUs }) => databaseUs ?? NaN),
    ]
    console.log(
      `  processor time an order: the house ${server.toFixed(0)} µs, the database ${Number.isNaN(database) ? '-' : database.toFixed(0)} µs, the bench itself ${client.toFixed(0)} µs`,
    )
  }
}

/** A database beside the house's on the same server, created by the database administrator. */
async function anchorDatabase(folder: string, url: string): Promise<string> {
  const admin = adminOf(folder, url)
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query('create database tpcb')
  await client.end()
  return admin.replace(/(\/\/[^/]*\/)[^?]*/, '$1tpcb')
}

/** The database administrator's address: the passwords are in the data folder. */
function adminOf(folder: string, url: string): string {
  const passwords = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as Record<string, string>
  return url.replace(/\/\/[^@]*@/, `//postgres:${passwords['admin']}@`)
}

async function makeCustomers(db: Db): Promise<string[]> {
  const now = systemClock.now()
  const make = async (_none: unknown, at: number): Promise<string> => {
    const customer = newId<'customer'>()
    const { text, token } = newToken(customer)
    await db.write(async (begun) => {
      const tx = await insertCustomerLock(begun, customer, now)
      await tx.run(INSERT_CUSTOMER, [customer, String(6_000_000 + at), now, newId()])
      await insertSession(tx, { ...token, id: newId(), device: 'bench', startedAt: now, endsAt: now + 24 * HOUR })
      for (const asset of ['EUR', 'USD'] as const)
        await postGrant(tx, customer, { asset, units: 100_000_000_000n }, now)
    })
    return text
  }
  const tokens: string[] = []
  while (tokens.length < CUSTOMERS) {
    const from = tokens.length
    tokens.push(...(await Promise.all(Array.from({ length: 100 }, (none, at) => make(none, from + at)))))
  }
  return tokens
}

const INSERT_CUSTOMER = sql(
  'bench_customer',
  `insert into customers (id, phone, language, login_hash, joined_at, opened_key, opened_body)
   values ($1, $2, 'en', '$argon2id$none', $3, $4, decode(repeat('00', 32), 'hex'))`,
)

/** Fifty shares that have a price, with a limit far below it. */
async function listingsOf(address: string): Promise<Bench['listings']> {
  const answer = await fetch(`${address}/api/en/discover/list?list=all&venue=us&limit=50`)
  const { data } = (await answer.json()) as { data: { listing: string[]; last: (string | null)[] } }
  return data.listing.flatMap((listing, at) => {
    const last = Number(data.last[at] ?? 0)
    return last > 0 ? [{ listing, low: (last / 2).toFixed(2) }] : []
  })
}

/** One stretch of orders: the number accepted, its duration, and the processor time used. */
interface Stretch {
  readonly perSecond: number
  readonly serverUs: number
  readonly clientUs: number
  /** Null if the machine does not report it. */
  readonly databaseUs: number | null
}

/** Send orders over all connections for a number of seconds. */
async function stretch(bench: Bench, kind: Kind, seconds: number): Promise<Stretch> {
  let fail = (_error: Error): void => {}
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const lost = (): void => fail(new Error('A connection ended before its answer.'))
  const askers = await Promise.all(Array.from({ length: CONNECTIONS }, () => openAsker(bench.address, lost)))
  const before = await spent(bench)
  const began = process.hrtime.bigint()
  const ends = systemClock.now() + seconds * 1_000
  let accepted = 0
  const asking = askers.map(
    (asker) =>
      new Promise<void>((resolve) => {
        const next = (): void => {
          if (systemClock.now() >= ends) return resolve()
          asker.ask(orderOf(bench, kind), ({ status, body }) => {
            if (status !== 200 || !body.startsWith(ACCEPTED))
              return fail(new Error(`The bench was answered ${status}: ${body}`))
            accepted += 1
            next()
          })
        }
        next()
      }),
  )
  await Promise.race([Promise.all(asking), failed])
  const took = Number(process.hrtime.bigint() - began) / 1e9
  const after = await spent(bench)
  for (const asker of askers) asker.close()
  return {
    perSecond: accepted / took,
    serverUs: (after.server - before.server) / accepted,
    clientUs: (after.client - before.client) / accepted,
    databaseUs:
      before.database === null || after.database === null ? null : (after.database - before.database) / accepted,
  }
}

const ACCEPTED = '{"code":1,'

function orderOf({ tokens, listings, random }: Bench, kind: Kind): string {
  const token = tokens[Math.floor(random() * tokens.length)] as string
  const { listing, low } = listings[Math.floor(random() * listings.length)] as Bench['listings'][number]
  const limit = kind === 'limit' ? low : null
  const ticket = { id: newId(), listing, side: 'buy', shares: '1', limit, timeInForce: 'day' }
  return postOf(`/api/en${placeOrder.path}`, token, JSON.stringify(ticket))
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

/** Processor time so far, in microseconds: of the house, of this process, of all PostgreSQL processes. */
async function spent({
  server,
  postgres,
}: Bench): Promise<{ server: number; client: number; database: number | null }> {
  server.send('spent')
  const { user, system } = (await nextMessage(server)) as NodeJS.CpuUsage
  const start = process.cpuUsage()
  return {
    server: user + system,
    client: start.user + start.system,
    database: postgres === null ? null : cpuOf(postgres),
  }
}

const WAITING = sql(
  'bench_waiting',
  'select count(*) as waiting from orders where ended_at is null and limit_e4 is null',
)

/** Every accepted market order fills by itself within a few seconds of the last one. */
async function untilFilled(db: Db): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const [row] = await db.read((tx) => tx.run<{ waiting: bigint }>(WAITING))
    if (row?.waiting === 0n) return
    await sleep(500)
  }
  throw new Error('Market orders were left without a fill.')
}
