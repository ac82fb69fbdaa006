import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the commands of the house share: plain JavaScript without dependencies, so that it runs before `npm ci`. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const cache = join(root, '.cache')

const LEAST_NODE = [20, 20]

/** Say in one line what is wrong and stop. */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The machine has a Node that is new enough, and the packages of the lockfile are installed. */
export async function ready() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_NODE
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    stop(`Lonja needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  }
  mkdirSync(cache, { recursive: true })
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return
  const installed = await run('install', npm, ['ci'])
  if (!installed) stop('The packages could not be installed: see the lines above.')
}

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** The path of a command that a package brought. */
export const tool = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Run a command in the checkout, its output shown, and say how long it took. True where it ended well. */
export async function run(title, command, args = [], env = {}) {
  console.log(`\n— ${title}`)
  const began = performance.now()
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (status) => resolve(status ?? 1))
  })
  console.log(`— ${title}: ${code === 0 ? 'ok' : 'FAILED'} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  return code === 0
}
