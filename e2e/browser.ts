import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { cacheFolder } from './checkout.ts'

/** A browser that can be started here, its environment, and its origin. */
export interface LocalBrowser {
  readonly executable: string
  readonly env: Readonly<Record<string, string>>
  readonly from: Way
  /**
   * The packages installed on the machine outside the checkout to get it; the caller reports them at the end of its
   * output.
   */
  readonly leftBehind: string | null
}

type Way = 'CHROME' | 'system' | 'npm' | 'apt'

/** Nothing leaves the machine and nothing waits for a graphics card; the sandbox is not available to root. */
export const FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** The ways to find a browser, in order. `LONJA_BROWSER` selects a single one, so that each can be tested here. */
const WAYS: Readonly<Record<Way, () => LocalBrowser | null>> = {
  CHROME: fromSetting,
  system: fromSystem,
  npm: fromPackage,
  apt: fromApt,
}

/** Find a browser, or throw with one line of advice. A browser counts as found once it has printed its version. */
export function findBrowser(): LocalBrowser {
  const only = process.env['LONJA_BROWSER']
  for (const [way, find] of Object.entries(WAYS)) {
    if (only && only !== way) continue
    const browser = find()
    if (browser && starts(browser)) return browser
  }
  throw new Error(
    `No browser for the journeys${only ? ` by the way "${only}"` : ''}: install Chromium or Chrome, or set CHROME to its path.`,
  )
}

/** Start the browser without a window. Close it with `close()`. */
export async function startBrowser(
  program: LocalBrowser = findBrowser(),
  flags: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: program.executable,
    args: [...FLAGS, ...flags],
    env: { ...definedEnv(), ...program.env },
  })
}

function fromSetting(): LocalBrowser | null {
  const executable = process.env['CHROME']
  return executable ? { executable, env: {}, from: 'CHROME', leftBehind: null } : null
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function fromSystem(): LocalBrowser | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
  const executable = candidates.find((path) => existsSync(path))
  return executable ? { executable, env: {}, from: 'system', leftBehind: null } : null
}

/**
 * The browser that came with `npm ci`: packed for bare machines, with its own libraries and one Latin font. It is
 * unpacked once into the checkout's cache folder. Linux on x64 only.
 */
function fromPackage(): LocalBrowser | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const bin = packedBrowser()
  if (!bin) return null
  const home = join(cacheFolder, `browser-${statSync(join(bin, 'chromium.br')).size}`)
  const temporary = join(home, 'tmp')
  if (!existsSync(join(home, 'ready'))) unpack(bin, home)
  mkdirSync(temporary, { recursive: true })
  const env = {
    LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(home, 'fonts'),
    TMPDIR: temporary,
    HOME: home,
  }
  return { executable: join(home, 'chromium'), env, from: 'npm', leftBehind: null }
}

function packedBrowser(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const bin = join(dirname(entry), '..', '..', 'bin')
    return existsSync(join(bin, 'chromium.br')) ? bin : null
  } catch {
    return null // Not installed: `npm ci --omit=dev`, or another platform.
  }
}

function unpack(bin: string, home: string): void {
  const making = `${home}.${process.pid}`
  mkdirSync(join(making, 'al2023'), { recursive: true })
  writeFileSync(join(making, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))))
  chmodSync(join(making, 'chromium'), 0o755)
  untar(join(bin, 'al2023.tar.br'), join(making, 'al2023'))
  untar(join(bin, 'fonts.tar.br'), making)
  untar(join(bin, 'swiftshader.tar.br'), making)
  writeFileSync(join(making, 'ready'), '')
  rmSync(home, { recursive: true, force: true })
  renameSync(making, home) // Atomic, so that a parallel run never sees half of it.
}

function untar(archive: string, into: string): void {
  const done = spawnSync('tar', ['-x', '-C', into], { input: brotliDecompressSync(readFileSync(archive)) })
  if (done.status !== 0) throw new Error(`Unpacking ${archive} failed: ${String(done.stderr)}`)
}

/**
 * The last way, only for root on a machine with apt: install Debian's own browser. It stays installed, so its name is
 * reported.
 */
function fromApt(): LocalBrowser | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null
  console.log('No browser found: installing the package chromium with apt-get.')
  const env = { ...definedEnv(), DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' })
  const installed = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
  if (installed.status !== 0) return null
  const system = fromSystem()
  return system && { ...system, from: 'apt', leftBehind: 'the system package chromium, installed with apt-get' }
}

function starts({ executable, env }: LocalBrowser): boolean {
  const options = { env: { ...definedEnv(), ...env }, timeout: 60_000 }
  return spawnSync(executable, ['--no-sandbox', '--version'], options).status === 0
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}
