import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm run seat -- --roles treasurer,support`: creates a one-time link for a staff seat; `--revoke NAME`,
 * `--list`.
 */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'seat.js')).href)
await run()
