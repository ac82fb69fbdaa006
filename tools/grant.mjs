import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm run grant -- CUSTOMER AMOUNT CURRENCY`: gives practice money to one customer; a repeat with the same `--key`
 * gives it only once.
 */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'grant.js')).href)
await run()
