import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/**
 * `npm run check-leaf -- receipt.json --house https://…`: checks a receipt that the app saved against the signed root of
 * its day.
 */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'check-leaf.js')).href)
await run()
