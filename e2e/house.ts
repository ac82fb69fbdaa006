import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkout } from './checkout.ts'

/** The logins that the first start of a house prints. */
interface Logins {
  readonly invitation: string
  readonly demo: { readonly phone: string; readonly password: string }
  /** One-time links for the first staff seats, as whole addresses. */
  readonly links: readonly string[]
}

/** An address and the logins of a house that has opened. */
export interface Welcome extends Logins {
  readonly url: string
}

/** An open house from the build, with its own data folder. */
export interface House extends Welcome {
  readonly dataDir: string
  /** Its process. */
  readonly pid: number
  /** Everything it has printed so far. */
  readonly output: () => string
  /** Stop it as its operator does; the data stays until `remove`. */
  readonly stop: () => Promise<void>
  /** Kill it as a power cut does. */
  readonly kill: () => Promise<void>
  /** Resolves when it has ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly remove: () => void
}

const OPENS_WITHIN_MS = 120_000

export interface HouseOptions {
  /** The data folder of an earlier house, to continue with. */
  readonly dataDir?: string
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  /** In a process group of its own, as a terminal starts one, so that a signal to the group reaches all of it. */
  readonly ownGroup?: boolean
  /** The most file handles of its process. */
  readonly handles?: number
  /** The user that runs it; only root may set another one. */
  readonly uid?: number
  /** Another server of the same house, whose first start printed the logins. */
  readonly beside?: Logins
}

/** Open the built house on a free port, as `npm start` does, without installing and building. */
export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const { child, dataDir, output } = startHouse(options)
  const { url, logins } = await welcomed(child, output)
  const known = logins ?? options.beside ?? LOGINS.get(dataDir)
  if (!known) throw new Error(`The house printed no logins:\n${output()}`)
  LOGINS.set(dataDir, known)
  return {
    url,
    ...known,
    dataDir,
    pid: child.pid ?? 0,
    output,
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
    ended: endOf(child),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** The logins of each data folder: only its first start prints them. */
const LOGINS = new Map<string, Logins>()

/** The process of a house that is starting. */
export function startHouse({
  dataDir = newFolder(),
  port = 0,
  settings = {},
  ownGroup = false,
  uid,
  handles,
}: HouseOptions = {}) {
  const main = pathToFileURL(join(checkout, 'server', 'dist', 'main.js')).href
  const run = [process.execPath, '--input-type=module', '-e', `(await import(${JSON.stringify(main)})).run()`]
  // A shell sets the limit and then becomes the server.
  const bounded = handles === undefined ? run : ['sh', '-c', `ulimit -n ${handles}; exec "$@"`, 'sh', ...run]
  const child = spawn(bounded[0]!, bounded.slice(1), {
    cwd: checkout,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, dataDir, output: () => output }
}

/** The end of a process: its exit code, or the signal that ended it. */
export const endOf = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      if (code !== null) resolve(code)
      else if (signal !== null) resolve(signal)
    }),
  )

/** A folder that the database's own user can enter too: root starts it as another user. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-house-'))
  chmodSync(folder, 0o711)
  return folder
}

interface HouseStart {
  readonly url: string
  /** Null at a later start. */
  readonly logins: Logins | null
}

async function welcomed(child: ChildProcess, output: () => string): Promise<HouseStart> {
  const until = Date.now() + OPENS_WITHIN_MS
  while (Date.now() < until) {
    const welcome = findWelcome(output())
    if (welcome) return welcome
    if (child.exitCode !== null) throw new Error(`The house did not open:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The house was not open after ${OPENS_WITHIN_MS / 1000} s:\n${output()}`)
}

function findWelcome(output: string): HouseStart | null {
  if (!output.includes('All money here is practice money.')) return null
  const url = /^ *Open +(http:\/\/\S+)/m.exec(output)?.[1]
  const invitation = /^ *Invitation code +(\S+)/m.exec(output)?.[1]
  const [, phone, password] = /^ *Demo login +phone (\d+), password (\S+)/m.exec(output) ?? []
  const links = [...output.matchAll(/^ *Staff link \d +(\S+)/gm)].flatMap(([, link]) => (link ? [link] : []))
  if (!url) return null
  return { url, logins: invitation && phone && password ? { invitation, demo: { phone, password }, links } : null }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}
