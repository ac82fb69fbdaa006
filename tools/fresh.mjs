import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root, spawned, stop, tool } from './run.mjs'

/** Installs and builds, if the checkout has changed since. Plain JavaScript: it runs before `npm ci`. */

const LEAST_NODE = [20, 20]
// With NODE_ENV=production npm would leave out the packages that the build needs.
const INSTALL = ['ci', '--include=dev', '--loglevel=error']

/** Check Node's version, and install the lockfile's packages. */
export async function installed() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    stop(`Lonja needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  }
  if (packagesFit()) return
  const before = `installing ${packagesOf(readFileSync(join(root, 'package-lock.json'), 'utf8'))} packages, some 550 MB`
  await step({ before, after: 'packages installed' }, () => quietly(npm, INSTALL, 'inherit'))
}

/** The number of packages in a lockfile, without the rooms of the house. */
export const packagesOf = (lockfile) =>
  Object.entries(JSON.parse(lockfile).packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .length

/** True if node_modules matches the lockfile. Packages for other platforms may be missing. */
function packagesFit() {
  const here = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(here)) return false
  const installed = JSON.parse(readFileSync(here, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, { version, integrity, link, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true // One of our own rooms.
    const present = installed[path]
    if (!present) return Boolean(optional)
    return link ? present.link === true : present.version === version && present.integrity === integrity
  })
}

/** The parts to build: their sources, and their results. */
const PARTS = {
  server: {
    from: [
      'core/src',
      'server/src',
      'core/package.json',
      'server/package.json',
      'tsconfig.base.json',
      'core/tsconfig.json',
      'server/tsconfig.json',
    ],
    made: ['core/dist', 'server/dist/main.js'],
  },
  app: {
    from: ['core/src', 'kit/src', 'kit/package.json', 'app', 'package-lock.json'],
    made: ['app/dist/index.html'],
  },
  staff: {
    from: ['core/src', 'kit/src', 'kit/package.json', 'staff', 'package-lock.json'],
    made: ['staff/dist/index.html'],
  },
}

const NOT_SOURCE = new Set(['dist', 'dist-types', 'node_modules'])
const stamp = join(root, '.cache', 'built.json')

/** Build the parts whose sources have changed. */
export async function buildParts(among = Object.keys(PARTS)) {
  const parts = partsToBuild(among)
  if (parts.length === 0) return
  await step({ before: `building ${listOf(parts)}`, after: `${listOf(parts)} built` }, async () => {
    // All parts need it: the app's build too runs the contract as a program.
    await quietly(tool('tsc'), ['-b', 'core'])
    await Promise.all(parts.map(build))
  })
}

const listOf = (parts) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

async function build(part) {
  const print = printOf(part)
  if (part === 'server') await quietly(tool('tsc'), ['-b', 'server'])
  else await quietly(npm, ['run', 'build', '--silent', '-w', `@lonja/${part}`])
  rememberBuilt(part, print)
}

/** The parts whose sources differ from the last build's. */
function partsToBuild(among) {
  const built = readStamp()
  return among.filter((part) => {
    const there = PARTS[part].made.every((file) => existsSync(join(root, file)))
    return !there || built[part] !== printOf(part)
  })
}

/** Record that a part was built, with the fingerprint of its sources from before the build. */
function rememberBuilt(part, print) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ ...readStamp(), [part]: print }))
}

/** A part's fingerprint: the number of its files and the newest time. Every edit, addition and removal changes it. */
function printOf(part) {
  const times = PARTS[part].from.flatMap((path) => timesIn(join(root, path)))
  return `${times.length} ${times.reduce((newest, time) => Math.max(newest, time), 0)}`
}

function timesIn(path) {
  if (!existsSync(path)) return []
  const stats = statSync(path)
  if (!stats.isDirectory()) return path.endsWith('.tsbuildinfo') ? [] : [stats.mtimeMs]
  const names = readdirSync(path).filter((name) => !NOT_SOURCE.has(name))
  return names.flatMap((name) => timesIn(join(path, name)))
}

function readStamp() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {}
}

/** Runs a step of a minute or so: one line before it, and one with its time after it. */
export async function step({ before, after }, work) {
  console.log(`  ${before} …`)
  const began = performance.now()
  await work()
  console.log(`  ${after.padEnd(30)} ${((performance.now() - began) / 1000).toFixed(2).padStart(6)} s`)
}

/** Run a command whose output is shown only if it fails. */
async function quietly(command, args, stdio = 'pipe') {
  let output = ''
  const how = spawned(command, args)
  const child = spawn(how.command, how.args, { cwd: root, stdio: ['ignore', stdio, stdio], shell: how.shell })
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const isOver = endWith(child)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  isOver()
  if (code !== 0) stop(`${output}\n${command} ${args.join(' ')} failed (${code}): see the lines above.`)
}

/** Pass a signal on to the child, so that ending the start also ends what it has begun. */
function endWith(child) {
  const end = (signal) => {
    child.kill(signal)
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}
