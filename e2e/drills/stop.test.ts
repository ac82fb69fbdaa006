import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { findPostmaster, isAlive } from '@lonja/server/cluster/postmaster'
import { checkout } from '../checkout.ts'
import { endOf, openHouse, startHouse, type House, type HouseOptions } from '../house.ts'

/** A house that gets a stop signal always ends, whatever delays it, and leaves no process behind. */

const onLinux = process.platform === 'linux'
/** The wait covers the longest time that a database may take to stop. */
const long = process.env['LONJA_LONG'] === '1'
/** The data of the first house, which later ones reuse: a first opening takes long. */
let lived: string | null = null
const folders: string[] = []
const sockets: Socket[] = []
const pids: number[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const pid of pids.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

afterAll(() => rmSync(lived ?? '', { recursive: true, force: true }))

async function open(options: HouseOptions = {}): Promise<House & { readonly postgres: number }> {
  const house = await openHouse({ ownGroup: true, ...(lived === null ? {} : { dataDir: lived }), ...options })
  const postgres = findPostmaster(join(house.dataDir, 'pg'))?.pid ?? 0
  lived = house.dataDir
  pids.push(house.pid, postgres)
  return { ...house, postgres }
}

/** A starved machine stops slowly. Before a house would cut its own end short, which has another exit code. */
const ENDS_MS = 90_000
/** Printed of a part of a house whose end was not waited for any longer. */
const HELD_UP = 'did not close in time'
/** A house opens within two minutes. */
const SLOW = { timeout: 300_000 }

/** Ctrl-C at a terminal: every process of the group gets the signal at once. */
const toAll = (pid: number, signal: NodeJS.Signals): boolean => process.kill(-pid, signal)

const endsWithin = <T>(ended: Promise<T>, ms: number): Promise<T | 'still there'> =>
  Promise.race([ended, sleep(ms, 'still there' as const, { ref: false })])

/** A connection that sends this text, then stays silent, and never closes its own side. */
async function dial({ url }: House, says = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  sockets.push(socket)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(says)
  await sleep(100)
  return socket
}

const head = (line: string, ...more: string[]): string => [line, 'host: lonja', ...more, '', ''].join('\r\n')
const UPGRADE = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13']
const HALF_A_CALL = `${head(`POST /api/en${logIn.path} HTTP/1.1`, 'content-type: application/json', 'content-length: 99')}{`
const SOCKET_KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='

function expectGone({ dataDir, pid, postgres }: House & { readonly postgres: number }): void {
  expect([isAlive(pid), isAlive(postgres)]).toEqual([false, false])
  expect(findPostmaster(join(dataDir, 'pg'))).toBeNull()
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
}

test('connections that nobody uses do not hold it up', SLOW, async () => {
  const house = await open()
  await dial(house) // A browser opens one in reserve.
  await dial(house, 'GET / HTTP/1.1\r\nhost: lon')
  await dial(house, head('GET /stream HTTP/1.1', ...UPGRADE, SOCKET_KEY))
  await dial(house, head('GET /nowhere HTTP/1.1', ...UPGRADE, SOCKET_KEY))
  await dial(house, 'this is not HTTP\r\n\r\n')
  toAll(house.pid, 'SIGINT')
  // Connections that wait for an answer are closed after 22 s.
  expect(await endsWithin(house.ended, 20_000)).toBe(0)
  expectGone(house)
})

test('half a request and an answer that nobody takes are waited for, but not without end', SLOW, async () => {
  const house = await open()
  await dial(house, HALF_A_CALL)
  const idle = await dial(house)
  idle.pause()
  idle.write(head('GET /api/openapi.json HTTP/1.1').repeat(200))
  await sleep(500)
  toAll(house.pid, 'SIGINT')
  expect(await endsWithin(house.ended, ENDS_MS)).toBe(0)
  expect(house.output()).toContain('Still stopping: the calls under way.')
  expectGone(house)
})

test('a second signal ends it at once, and its database after it', SLOW, async () => {
  const house = await open()
  await dial(house, HALF_A_CALL)
  toAll(house.pid, 'SIGINT')
  // A second one within a moment of the first counts as the same.
  await expect.poll(house.output).toContain('Stopping: ')
  await sleep(1_000)
  toAll(house.pid, 'SIGINT')
  expect([130, 'SIGKILL']).toContain(await endsWithin(house.ended, ENDS_MS))
  await expect.poll(() => isAlive(house.postgres)).toBe(false)
})

test('where its terminal is closed it ends as cleanly', SLOW, async () => {
  const house = await open()
  toAll(house.pid, 'SIGHUP')
  expect(await endsWithin(house.ended, ENDS_MS)).toBe(0)
  expect(house.output()).not.toContain(HELD_UP)
  expectGone(house)
})

test.each(['database', 'migrations', 'orders'])(
  'stopped while it opens, after the step “%s”, it closes what was opened',
  SLOW,
  async (step) => {
    const { child, dataDir, output } = startHouse({ ownGroup: true })
    folders.push(dataDir)
    const ended = endOf(child)
    const isThere =
      step === 'database'
        ? () => existsSync(join(dataDir, 'pg', 'postmaster.pid'))
        : () => output().includes(`  ${step} `)
    await expect.poll(isThere, { interval: 5, timeout: 120_000 }).toBe(true)
    const postgres = findPostmaster(join(dataDir, 'pg'))?.pid ?? 0
    pids.push(postgres)
    toAll(child.pid ?? 0, 'SIGINT')
    expect([await endsWithin(ended, ENDS_MS), output()]).toEqual([0, expect.not.stringContaining('Invitation code')])
    expectGone({ dataDir, pid: child.pid ?? 0, postgres } as House & { readonly postgres: number })
  },
)

/** All processes of a PostgreSQL. */
const processesOf = (postmaster: number): number[] => [
  ...execFileSync('ps', ['-o', 'pid=', '--ppid', `${postmaster}`], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number),
  postmaster,
]

test.runIf(onLinux && long)('a database that no longer answers is ended by force', { timeout: 240_000 }, async () => {
  const house = await open()
  const all = processesOf(house.postgres)
  pids.push(...all)
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  toAll(house.pid, 'SIGTERM')
  expect(await endsWithin(house.ended, 110_000)).not.toBe('still there')
  expect(house.output()).toContain('Still stopping: the database.')
  await expect.poll(() => all.filter(isAlive)).toEqual([])
})

test.runIf(onLinux)('what the system does not answer does not hold the end up', SLOW, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-stop-'))
  folders.push(folder)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const stopping = pathToFileURL(join(checkout, 'server', 'dist', 'lifecycle', 'stopping.js')).href
  const program = `import { open } from 'node:fs'
    import { stopOnSignal } from ${JSON.stringify(stopping)}
    open(${JSON.stringify(pipe)}, 'r', () => {})
    process.on('exit', () => console.log('told'))
    stopOnSignal(() => Promise.resolve(), console.log)
    setInterval(() => {}, 1000)
    console.log('open')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  pids.push(child.pid ?? 0)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output).toContain('open')
  child.kill('SIGINT')
  expect(await endsWithin(endOf(child), ENDS_MS)).toBe('SIGKILL')
  expect(output).toContain('told')
})

/**
 * From the signal on, every import of the house's own or its packages' code fails, as if `npm ci` or a build ran at
 * that moment.
 */
const GONE = `const Module = require('node:module')
const load = Module._load
let gone = false
const notice = () => { gone = true }
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, notice)
Module._load = function (request, ...more) {
  if (gone && !Module.builtinModules.includes(request.replace('node:', ''))) throw new Error('Gone: ' + request)
  return load.call(this, request, ...more)
}`

test('renewed under it, its own code is not needed any more to stop', SLOW, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-stop-'))
  folders.push(folder)
  const preload = join(folder, 'gone.cjs')
  writeFileSync(preload, GONE)
  const house = await open({ settings: { NODE_OPTIONS: `--require ${preload}` } })
  toAll(house.pid, 'SIGINT')
  expect(await endsWithin(house.ended, ENDS_MS)).toBe(0)
  expect(house.output()).not.toContain('Gone: ')
  expectGone(house)
})
