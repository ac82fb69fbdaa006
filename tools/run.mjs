import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Shared by the house's commands: plain JavaScript without dependencies, so that it runs before `npm ci`. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const cache = join(root, '.cache')

/** Print the error in one line and exit. */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** The path of a package's command. */
export const tool = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/**
 * The arguments to spawn a command. Windows runs `npm.cmd` and the like only through a shell, which splits at every
 * unquoted space: there it is one line with each word in quotes, so that a checkout in `C:\\Users\\Ana Gil` works.
 */
export function spawned(command, args, platform = process.platform) {
  if (platform !== 'win32') return { command, args, shell: false }
  const quoted = (word) => (/^[\w.,:=@/\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`)
  return { command: [command, ...args].map(quoted).join(' '), args: [], shell: true }
}

/** Run a command in the checkout with its output shown, and print its duration. True on success. */
export async function run(title, command, args = [], env = {}) {
  console.log(`\n— ${title}`)
  const began = performance.now()
  const code = await new Promise((resolve) => {
    const how = spawned(command, args)
    const child = spawn(how.command, how.args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: how.shell,
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
