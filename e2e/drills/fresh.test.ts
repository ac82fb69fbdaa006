import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkout } from '../checkout.ts'

/** A fresh clone with its packages installed and nothing built. */
let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'lonja-clone-'))
  for (const file of sources()) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    copyFileSync(join(checkout, file), join(clone, file))
  }
  const rooms = readdirSync(clone, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const room of ['', ...rooms.map(({ name }) => name)]) linkPackages(room)
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** The files that git tracks, and new ones it would track. */
function sources(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).split('\0')
  return files.filter((file) => file !== '' && existsSync(join(checkout, file)))
}

/** Files that tools keep beside the packages (`.vite-temp`) would lead back to the checkout. */
const isInstalled = (name: string): boolean =>
  name !== '@lonja' && (!name.startsWith('.') || ['.bin', '.package-lock.json'].includes(name))

/** A room's packages are the checkout's; the house's own rooms among them are the clone's. */
function linkPackages(room: string): void {
  const from = join(checkout, room, 'node_modules')
  const to = join(clone, room, 'node_modules')
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from).filter(isInstalled)) symlinkSync(join(from, name), join(to, name))
  const ownRooms = join(from, '@lonja')
  if (!existsSync(ownRooms)) return
  mkdirSync(join(to, '@lonja'))
  for (const name of readdirSync(ownRooms)) symlinkSync(join(clone, name), join(to, '@lonja', name))
}

test('the steps of npm start build a house in which nothing is built yet', { timeout: 600_000 }, () => {
  expect(existsSync(join(clone, 'core', 'dist'))).toBe(false)
  // The app by itself first: side by side, the server's build might finish in time to supply the files that the app's
  // build needs.
  const parts = "await buildParts(['app']); await buildParts()"
  const steps = `import { installed, buildParts } from './tools/fresh.mjs'; await installed(); ${parts}`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', steps], {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The packages fit, so that only these steps run.
  const words = [...output.matchAll(/^ {2}(.*?) +\d+\.\d\d s$/gm)].map(([, what]) => what)
  expect(words).toEqual(['app built', 'server and staff built'])
  const page = readdirSync(join(clone, 'app', 'dist'))
  expect(page).toContain('index.html')
  expect(existsSync(join(clone, 'staff', 'dist', 'index.html'))).toBe(true)
  expect(existsSync(join(clone, 'server', 'dist', 'main.js'))).toBe(true)
})
