import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm start`: brings the house from wherever it stands to open. It installs what the lockfile says, builds what changed, and then
 * is the server: database, migrations, seeds and listening are the server's own steps. Each step says how long it took.
 */

await installed()
await buildParts()
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
await run()
