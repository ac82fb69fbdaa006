import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** What is installed and built, and whether it still fits what stands in the checkout. Plain JavaScript: it runs before `npm ci`. */

/** True where node_modules holds what the lockfile says. What is for another platform may be missing. */
export function packagesFit() {
  const here = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(here)) return false
  const installed = JSON.parse(readFileSync(here, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true // A room of the house itself.
    const found = installed[path]
    if (!found) return Boolean(optional)
    return link ? found.link === true : found.version === version && found.integrity === integrity
  })
}

/** The parts that are built: from which folders and files, and what then exists. */
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
}

const NOT_SOURCE = new Set(['dist', 'dist-types', 'node_modules'])
const stamp = join(root, '.cache', 'built.json')

/** The parts whose sources are not those of the last build. */
export function partsToBuild() {
  const built = readStamp()
  return Object.keys(PARTS).filter((part) => {
    const there = PARTS[part].made.every((file) => existsSync(join(root, file)))
    return !there || built[part] !== printOf(part)
  })
}

/** Remembers that a part was built from sources whose print was taken before. */
export function rememberBuilt(part, print) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ ...readStamp(), [part]: print }))
}

/** The number of a part's files and the time of the newest: it changes with every edit, addition and removal. */
export function printOf(part) {
  const times = PARTS[part].from.flatMap((path) => timesIn(join(root, path)))
  return `${times.length} ${times.reduce((newest, time) => Math.max(newest, time), 0)}`
}

function timesIn(path) {
  if (!existsSync(path)) return []
  const found = statSync(path)
  if (!found.isDirectory()) return path.endsWith('.tsbuildinfo') ? [] : [found.mtimeMs]
  const names = readdirSync(path).filter((name) => !NOT_SOURCE.has(name))
  return names.flatMap((name) => timesIn(join(path, name)))
}

function readStamp() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {}
}
