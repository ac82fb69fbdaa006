import { appTextBreaches } from './dist/texts.files.js'
import { root, stop } from './run.mjs'

/** Part of the app's build: a sentence that a language lacks, or that nobody says, fails it. */
const breaches = appTextBreaches(root)
if (breaches.length > 0) stop(`Texts:\n${breaches.map((breach) => `  ${breach}`).join('\n')}`)
