import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm start`: takes the house from any state to open. It installs the lockfile's packages, builds what has changed,
 * and then becomes the server, which runs the database, migrations, seeds and listening itself. Each step prints its
 * duration.
 */

if (process.env.npm_lifecycle_event === 'start') endWithNpm()
await installed()
await buildParts()
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
await run()

/**
 * A SIGTERM to npm ends the shell between npm and this process and is not passed on, so the end of that shell counts as
 * the signal. A SIGTERM may have reached this process too, and a second signal must not hurry the stop under way, hence
 * SIGHUP: it stops a house but never hurries a stop.
 */
function endWithNpm() {
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, 'SIGHUP')
  }, 500)
  look.unref()
}
