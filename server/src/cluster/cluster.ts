import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Binaries } from './binaries.ts'
import { CannotOpen } from '../base/cannot.ts'
import { readKept, writeKept } from '../base/kept.ts'
import { giveTo, hasName, spawnAs, type RunAs } from './runas.ts'

/** The files of one PostgreSQL in a data folder, and its address. */
export interface Cluster {
  readonly files: string
  readonly log: string
  readonly runAs: RunAs
  readonly binaries: Binaries
  readonly passwords: Passwords
  readonly where: Where
}

/** A socket in the data folder; TCP on the loopback address if the socket's path is too long. */
export type Where =
  { readonly by: 'socket'; readonly folder: string } | { readonly by: 'loopback'; readonly port: number }

const Password = z.string().check(z.regex(/^[0-9a-f]{16,128}$/))
const Passwords = z.object({ admin: Password, owner: Password, server: Password })
type Passwords = Readonly<z.output<typeof Passwords>>

export const ADMIN = 'postgres'
export const OWNER = 'lonja_owner'
export const SERVER = 'lonja_server'
const PORT = 5432

/** The address of a database of the cluster for one role. */
export function urlFor(
  { where, passwords }: Pick<Cluster, 'where' | 'passwords'>,
  role: string,
  database: string,
): string {
  const secret = role === OWNER ? passwords.owner : role === SERVER ? passwords.server : passwords.admin
  const login = `${role}:${secret}`
  if (where.by === 'socket') return `postgresql://${login}@/${database}?host=${encodeURIComponent(where.folder)}`
  return `postgresql://${login}@127.0.0.1:${where.port}/${database}`
}

const MIB = 1024 * 1024
const sharedBuffers = (): string => `${Math.round(Math.min(512, Math.max(128, totalmem() / MIB / 8)))}MB`

/** Settings for many small durable writes: every commit is on disk before it is acknowledged. */
const SETTINGS = (): Record<string, string> => ({
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: sharedBuffers(),
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  cluster_name: 'lonja',
})

/** The arguments of the database's command line. The caller's settings come last and win. */
export function argumentsFor({ files, where }: Cluster, more: Record<string, string>): string[] {
  const reach: Record<string, string> =
    where.by === 'socket'
      ? {
          listen_addresses: '',
          unix_socket_directories: where.folder,
          unix_socket_permissions: '0700',
          port: `${PORT}`,
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: `${where.port}` }
  const settings = { ...SETTINGS(), ...reach, ...more }
  return ['-D', files, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The environment without the variables that redirect PostgreSQL, and with messages in English. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(variables), LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
}

// The longest path of a socket on each system, without the zero byte at its end.
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107

/** Chooses socket or TCP, and makes the folder of the socket. */
export async function placeFor(dataFolder: string, runAs: RunAs): Promise<Where> {
  const folder = join(dataFolder, 'socket')
  const longest = Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`))
  if (process.platform === 'win32' || longest > LONGEST_SOCKET || folder.includes(',')) {
    return { by: 'loopback', port: await freePort() }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(runAs, folder)
  return { by: 'socket', folder }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const PASSWORDS = 'postgres.json'

/** The passwords in a data folder; null if it has none. A broken file stops the house with one line. */
export const readPasswords = (dataFolder: string): Passwords | null =>
  readKept(
    join(dataFolder, PASSWORDS),
    Passwords,
    'it holds the passwords of the built-in database, so put it back from a copy of the data folder, or restore a backup into a new one',
  )

/**
 * The passwords of the three roles. The first start makes them in the data folder, readable only by the house's user.
 */
export function passwordsIn(dataFolder: string, files: string): Passwords {
  const file = join(dataFolder, PASSWORDS)
  const there = readPasswords(dataFolder)
  if (there) return there
  if (existsSync(files)) {
    throw new CannotOpen(
      `${file} is missing, and with it the passwords of the database in ${files}: put it back from a backup.`,
    )
  }
  const secret = (): string => randomBytes(24).toString('hex')
  const passwords = { admin: secret(), owner: secret(), server: secret() }
  writeKept(file, JSON.stringify(passwords))
  return passwords
}

/** Refuses files of another major version of PostgreSQL. */
export function checkMajor(files: string, { major, version }: Binaries): void {
  const ofFiles = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim()
  if (Number(ofFiles) === major) return
  throw new CannotOpen(
    `The data folder ${files} is of PostgreSQL ${ofFiles}, and this house brings ${version}: ` +
      `dump it with the release that made it and restore the dump into a new folder (docs/OPERATING.md).`,
  )
}

/**
 * Makes the files of a new database, all or nothing: an interrupted start leaves no partial files. `safely` waits for
 * the disk.
 */
export async function makeFiles(cluster: Omit<Cluster, 'where'>, safely: boolean): Promise<void> {
  const { files, runAs, binaries, passwords } = cluster
  const half = `${files}.new`
  const secret = `${files}.password`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(secret, passwords.admin, { mode: 0o600 })
  chmodSync(secret, 0o600)
  giveTo(runAs, half)
  giveTo(runAs, secret)
  const args = [`-U${ADMIN}`, '-Ascram-sha-256', `--pwfile=${secret}`, '-EUTF8', '--no-instructions', '-D', half]
  const sync = safely ? [] : ['--no-sync']
  const locale = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const program = join(binaries.bin, 'initdb')
  const how = {
    cwd: half,
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
  }
  const child = spawnAs(runAs, program, [...args, '--locale=C', ...locale, ...sync], how)
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  rmSync(secret, { force: true })
  if (code !== 0) {
    rmSync(half, { recursive: true, force: true })
    const remedy = hasName() ? '' : `: ${NAMELESS}`
    throw new CannotOpen(`The database could not be made in ${files}: ${lastLine(errors)}${remedy}`)
  }
  renameSync(half, files)
}

const NAMELESS =
  'give this user id a name in /etc/passwd, allow user namespaces, or set DATABASE_URL to a PostgreSQL of your own'

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/** SQLSTATE of a wrong password. */
const WRONG_PASSWORD = '28P01'

async function connectAs(cluster: Cluster, role: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlFor(cluster, role, database) })
  await client.connect().catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== WRONG_PASSWORD) throw cause
    throw new CannotOpen(
      `${join(dirname(cluster.files), PASSWORDS)} does not have the passwords of the database in ${cluster.files} (${role}): put it back from a copy of the data folder.`,
      { cause },
    )
  })
  return client
}

/**
 * Creates the two roles and the database of the house if they do not exist, and signs in as each, so that a wrong
 * password is found before anything is written.
 */
export async function makeRoles(cluster: Cluster, database: string): Promise<void> {
  const client = await connectAs(cluster, ADMIN, ADMIN)
  try {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles union all select datname from pg_database',
    )
    const there = new Set(rows.map(({ name }) => name))
    const { owner, server } = cluster.passwords
    if (!there.has(OWNER)) await client.query(`create role ${OWNER} login password '${owner}'`)
    if (!there.has(SERVER)) await client.query(`create role ${SERVER} login password '${server}'`)
    if (!there.has(database)) await client.query(`create database ${database} owner ${OWNER}`)
  } finally {
    await client.end()
  }
  for (const role of [OWNER, SERVER]) await (await connectAs(cluster, role, database)).end()
}
