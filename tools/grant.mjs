import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/** `npm run grant -- CUSTOMER AMOUNT CURRENCY`: practice money for one customer; `--key` repeats one without giving twice. */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'grant.js')).href)
await run()
