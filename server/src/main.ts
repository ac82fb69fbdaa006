import { join } from 'node:path'
import { VERSION } from '@lonja/core/base/version'
import type { FastifyInstance } from 'fastify'
import { openSessions, type OpenSessions } from './accounts/sessions.ts'
import { CannotOpen, exitOnCannotOpen } from './base/cannot.ts'
import { systemClock, type Clock } from './base/clock.ts'
import { checkBooksNightly, checkInOwnProcess, CHECKING_EVERY_MS, type Check } from './lifecycle/checking.ts'
import { checkClock } from './lifecycle/clock.ts'
import { closeSoonAfter, openClosing, type Closing } from './lifecycle/closing.ts'
import { CHECKOUT, configFrom, type Config } from './config/config.ts'
import { readDotEnv } from './config/dotenv.ts'
import { dotEnvIn } from './config/listing.ts'
import { checkNames } from './config/names.ts'
import { openConsole, phoneAddressFor, untilAborted, welcome, PRICES, type Console } from './lifecycle/console.ts'
import { checkDatabase, migrateHouse, openDatabase } from './database/database.ts'
import { DOCUMENTS } from '@lonja/core/lists'
import { isOutage, openDb, type Db } from './database/db.ts'
import { openDocuments } from './documents/documents.files.ts'
import { openDoor, type DoorLimits } from './door/door.ts'
import { localEvents, type Events } from './base/events.ts'
import { checkBuilds } from './door/files.ts'
import { readPasswords } from './cluster/cluster.ts'
import { isLocked, openFolder, usualFolder } from './cluster/folder.ts'
import { TRIES_DB } from './door/tries.ts'
import { openLog, type Log } from './base/log.ts'
import { END_MOST_MS } from './cluster/postmaster.ts'
import { readSecret, type HouseSecret } from './secrets/secret.ts'
import { openVitals, type Vitals } from './jobs/vitals.ts'
import { openMonitoring, type Monitoring } from './lifecycle/monitoring.ts'
import { MARKET_READS, openTrading } from './lifecycle/trading.ts'
import { STOP_MOST_MS, stopOnSignal } from './lifecycle/stopping.ts'
import { firstLinksOf } from './lifecycle/first.staff.ts'
import { firstOf, removeRetiredFiles, type First } from './lifecycle/first.ts'
import { startJobs } from './background.ts'
import { checkAddresses, listen } from './lifecycle/listening.ts'
import { openMarket, type OpenedMarket } from './market/market.opening.ts'
import { openStream } from './market/market.stream.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { TradingParts } from './orders/orders.actions.ts'
import type { PushOptions } from './notices/push.routes.ts'
import { wrappingKeyFor } from './pictures/seal.ts'
import { openPush } from './push.ts'
import { depositsOf, relaysOf } from './dependencies.ts'
import { STAFF_BUILD, checkoutPagesFor, pagesOf } from './pages.ts'
import { CALL_NAMES, routesFor } from './routes.ts'
import { openSeats, type OpenSeats } from './staff/seats.ts'
import { findRoleHeld } from './review/review.store.ts'
import { countActiveSeats } from './staff/seats.store.ts'

/** An open house. */
export interface OpenHouse {
  readonly address: string
  /** The address of the port for supervisors alone; null if there is none. */
  readonly supervisors: string | null
  readonly first: First | null
  /** The paths at which the first seats of staff are claimed; none after they are claimed. */
  readonly links: readonly string[]
  /**
   * Closes the house: calls under way are answered, jobs end their round, and the database writes its data and ends.
   */
  close(): Promise<void>
}

export interface HouseOptions {
  readonly clock?: Clock
  readonly terminal?: Console
  /** The folder of the built app; null serves only the calls, without app and console. */
  readonly app?: string | null
  /** Limits that override the door's own. */
  readonly limits?: Partial<DoorLimits>
  /** Checks the books each night; without it they are checked by `npm run verify` alone. */
  readonly check?: Check
  /** If it aborts, the opening stops after the current step, and everything opened so far is closed. */
  readonly signal?: AbortSignal
}

/** The dependencies that every part of the house shares. */
interface Ground {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly terminal: Console
  readonly closing: Closing
  readonly vitals: Vitals
  readonly folder: string
  readonly secret: HouseSecret
  readonly db: Db
  readonly triesDb: Db
  readonly database: { readonly url: string; readonly role: string | null }
  readonly monitoring: Monitoring
  readonly supervisors: string | null
  readonly metrics: Metrics
  readonly signal?: AbortSignal
}

/**
 * Opens a house: folder, database, migrations, market, trading, door. The first time it also makes an invitation and a
 * demo customer.
 */
export async function openHouse(config: Config, options: HouseOptions = {}): Promise<OpenHouse> {
  const { clock = systemClock, app = join(CHECKOUT, 'app', 'dist'), signal } = options
  const terminal = untilAborted(options.terminal ?? openConsole(), signal)
  const log = openLog(config.logLevel)
  const closing = openClosing(log, terminal.say)
  const dropped = closeSoonAfter(signal, closing)
  try {
    if (app !== null) checkBuilds(app, STAFF_BUILD)
    const monitoring = openMonitoring({ config, clock, log, closing })
    const vitals = openVitals(clock, log)
    const parts = { config, clock, log, terminal, closing, vitals, monitoring, metrics: monitoring.metrics }
    const ground = await openGround({ ...parts, ...(signal ? { signal } : {}) })
    await checkSeats(ground)
    await checkClock(ground)
    const opened = await terminal.step(
      'market',
      () => openMarket({ ...ground, say: terminal.say, ...MARKET_READS }),
      saidOf,
    )
    const events = localEvents()
    const sessions = openSessions(ground.db, log)
    closing.add('the sessions', sessions.settled)
    const seats = openSeats(ground.db, log, findRoleHeld)
    closing.add('the seats', seats.settled)
    const relays = relaysOf(config, opened, clock)
    const trading = await terminal.step('orders', () => openTrading(ground, opened, { events, sessions }))
    const limits = options.limits ?? {}
    const push = await openPush(ground, opened.market)
    const door = await openHouseDoor(ground, { events, sessions, seats, opened, trading, app, limits, push, relays })
    removeRetiredFiles(ground.folder)
    const first = await terminal.step('first customers', () => firstOf({ ...ground, door }))
    const links = await terminal.step('first seats', () => firstLinksOf(ground))
    opened.market.board() // The first lists take a second or more at once, and nobody waits for them yet.
    const address = await terminal.step('listening', () => listen(door, config))
    startJobs({ ...ground, relays, trading }, { ...opened, market: trading.market }, events)
    if (options.check) checkNightly(ground, options.check)
    monitoring.opened({ ...ground, ...trading, opened, guard: opened.guard, server: door.server })
    return { address, supervisors: ground.supervisors, first, links, close: monitoring.close }
  } catch (error) {
    await closing.close()
    throw error
  } finally {
    dropped()
  }
}

function checkNightly({ db, clock, log, closing, vitals }: Ground, check: Check): void {
  const heard = vitals.job('books', CHECKING_EVERY_MS)
  const checks = checkBooksNightly({ db, clock, startedAt: vitals.startedAt, check }, log, heard)
  closing.addFirst('checking the books', checks.stop)
}

/** Refuses a house without two-person decisions that has more than one active seat. */
async function checkSeats({ config, db }: Ground): Promise<void> {
  if (config.review.twoPerson) return
  const seats = await db.read(countActiveSeats)
  if (seats > 1)
    throw new CannotOpen(`TWO_PERSON is off, and ${seats} seats of staff are active: leave it out, or end all but one.`)
}

async function openGround(
  parts: Omit<Ground, 'folder' | 'secret' | 'db' | 'triesDb' | 'database' | 'supervisors'>,
): Promise<Ground> {
  const { config, log, terminal: { say, step }, closing } = parts // prettier-ignore
  // The lock tells a second start of the same house. Any other finds a port in use before the folder is made.
  if (!isLocked(config.dataDir ?? usualFolder(config.databaseUrl === null, () => {}))) await checkAddresses(config)
  if (config.databaseUrl !== null) await checkDatabase(config.databaseUrl)
  const { path: folder, release } = openFolder(config.dataDir, config.databaseUrl === null, say)
  closing.add('the data folder', release)
  const supervisors = await parts.monitoring.listen()
  if (supervisors !== null) say(`Supervisors ask at ${supervisors}: /healthz, /readyz, /metrics.`)
  // A broken file stops the start with a line that names it, before anything is made.
  if (config.databaseUrl === null) readPasswords(folder)
  const secret = readSecret(config.secretKey, folder)
  const database = await step(
    'database',
    () => openDatabase(config, folder, log, say, parts.signal),
    ({ what }) => what,
  )
  closing.add('the database', database.stop, END_MOST_MS)
  await step(
    'migrations',
    () => migrateHouse(database),
    (run) => (run.length > 0 ? `${run.length} run` : 'all there'),
  )
  const role = database.role ? { role: database.role } : {}
  const db = openDb(database.url, { trips: config.databaseTrips, ...role })
  closing.add('the connections', db.close)
  const triesDb = openDb(database.url, { ...TRIES_DB, ...role })
  closing.add('the connections of tries', triesDb.close)
  return { ...parts, supervisors, folder, secret, db, triesDb, database: { url: database.url, role: database.role } }
}

const saidOf = ({ market, seeds }: OpenedMarket): string => {
  const ends = seeds?.chains().map(({ end }) => Buffer.from(end).toString('hex')) ?? []
  const none =
    market.name === 'alpaca' && market.instruments.length === 0 ? '; take listings over with npm run directory' : ''
  return `${market.instruments.length} instruments, ${market.label}${none}${ends.length > 0 ? `; the seeds' end is ${ends.join(', then ')}` : ''}`
}

interface Behind {
  readonly limits: Partial<DoorLimits>
  readonly events: Events
  readonly sessions: OpenSessions
  readonly seats: OpenSeats
  readonly opened: OpenedMarket
  readonly trading: TradingParts
  readonly app: string | null
  readonly push: PushOptions
  readonly relays: ReturnType<typeof relaysOf>
}

async function openHouseDoor(
  ground: Ground,
  { events, sessions, seats, opened, trading, app, limits, push, relays }: Behind,
): Promise<FastifyInstance> {
  const { config, clock, log, closing, secret, folder, db, triesDb, vitals, monitoring, metrics } = ground
  const door = await openDoor({
    db,
    triesDb,
    clock,
    log,
    events,
    sessions,
    seats,
    secret,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    off: config.off,
    limits,
    callNames: CALL_NAMES,
    heard: metrics.answered,
    routes: routesFor({
      config,
      opened,
      trading,
      secret,
      folder,
      vitals,
      picturesKey: wrappingKeyFor(secret),
      push,
      relays,
      documents: openDocuments(DOCUMENTS),
    }),
    pages: [
      ...monitoring.pages,
      ...pagesOf(app, opened, config),
      checkoutPagesFor(depositsOf(config, opened.market, secret), { db, clock, events }),
    ],
  })
  closing.addFirst('the calls under way', () => door.close())
  const { market } = opened
  const { trustProxy, publicUrl } = config
  const stream = openStream({ server: door.server, market, db, sessions, events, clock, log, trustProxy, publicUrl })
  vitals.countSocketsBy(stream.size)
  closing.addFirst('the stream', stream.close)
  return door
}

/**
 * `npm start`: opens the house of this checkout and prints how to sign in. Ctrl-C closes it, also while it is opening.
 */
export const run = (): Promise<void> =>
  exitOnCannotOpen(async () => {
    readDotEnv()
    checkNames(process.env, dotEnvIn(join(CHECKOUT, '.env')))
    const config = configFrom(process.env)
    const terminal = openConsole()
    console.log(`Lonja ${VERSION}: a house on practice money. Not a licensed broker.\n`)
    const stop = new AbortController()
    const opening = openHouse(config, { terminal, signal: stop.signal, check: checkInOwnProcess })
    const closed = async (): Promise<void> => {
      stop.abort()
      const house = await opening.catch(() => null) // A failed opening has already closed its parts.
      await house?.close()
    }
    stopOnSignal(closed, console.log, STOP_MOST_MS + config.drainMs)
    const house = await opening.catch((error: unknown) => {
      if (stop.signal.aborted) return null
      if (!isOutage(error)) throw error
      throw new CannotOpen('The database went away while the house opened: see that it runs, then start again.', {
        cause: error,
      })
    })
    if (!house || stop.signal.aborted) return
    console.log(
      welcome({
        ...addressesOf(house, config),
        publicUrl: config.publicUrl,
        prices: PRICES[config.source],
        ...invited(house),
        links: house.links.map((link) => (config.publicUrl ?? house.address) + link),
      }),
    )
  })

function addressesOf({ address }: OpenHouse, { host }: Config): { address: string; phoneAddress: string | null } {
  return { address, phoneAddress: phoneAddressFor(host, Number(new URL(address).port)) }
}

const invited = ({ first }: OpenHouse) => ({ invitation: first?.invitation ?? null, demo: first?.demo ?? null })
