import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root, run, stop, tool } from './run.mjs'

/** `npm run portrait`: the practice market in figures and in a picture, beside real bars, for docs/MARKET.md. */

await installed()
await buildParts(['server'])
if (!(await run('compile', tool('tsc'), ['-b', 'bench']))) stop('The portrait could not be compiled.')
const portrait = await import(pathToFileURL(join(root, 'bench', 'dist', 'portrait.js')).href)
portrait.run()
