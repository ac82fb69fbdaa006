import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm run check-price -- XNYS:ABC 2026-11-20T14:30:05Z --house https://…`: recomputes a past price from the revealed
 * seeds.
 */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'check-price.js')).href)
await run()
