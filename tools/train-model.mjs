import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root } from './run.mjs'

/** `npm run train-model`: trains the model of the strategies, and writes it into `core/src/strategies`. */

await installed()
await buildParts(['server'])
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'commands', 'train-model.js')).href)
run(join(root, 'core', 'src', 'strategies'))
