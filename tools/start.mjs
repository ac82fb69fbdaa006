import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm start`: brings the house from wherever it stands to open. It installs what the lockfile says, builds what changed, and then
 * is the server: database, migrations, seeds and listening are the server's own steps. Each step says how long it took.
 */

if (process.env.npm_lifecycle_event === 'start') endWithNpm()
await installed()
await buildParts()
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
await run()

/**
 * A SIGTERM to npm ends the shell between it and us, and is not handed on: when that shell is gone, it was meant for us. Where it came
 * to us too, this must not hurry the stop that is under way: SIGHUP stops a house, and never does that.
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
