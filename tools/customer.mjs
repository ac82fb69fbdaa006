import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm run customer -- list`, and `show`, `unlock`, `reset-link`, `restrict`, `lift` with an id or a phone number: acts
 * on one customer from the command line.
 */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'customer.js')).href)
await run()
