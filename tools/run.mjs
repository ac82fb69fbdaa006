import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the commands of the house share: plain JavaScript without dependencies, so that it runs before `npm ci`. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const cache = join(root, '.cache')

/** Say in one line what is wrong and stop. */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
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
