import { textBreaches } from './dist/texts.files.js'
import { root, stop } from './run.mjs'

/** Part of the build: a sentence missing in a language, or unused, fails it. */
const breaches = textBreaches(root)
if (breaches.length > 0) stop(`Texts:\n${breaches.map((breach) => `  ${breach}`).join('\n')}`)
