import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/** `npm run verify-draw -- draw.txt`: runs the published draw of an offer again and compares it with the file. */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'verify-draw.js')).href)
await run()
