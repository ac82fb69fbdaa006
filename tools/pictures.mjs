import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root, run, stop, tool } from './run.mjs'

/**
 * `npm run pictures`: every screen at five widths, in Spanish and Chinese, empty, loading, failed and full, with a
 * contact sheet, into `.cache/pictures`. `npm run pictures -- home market --tur --375 --full --axe` takes some of them,
 * also at any other width, such as `--414`, or with `--large` at twice the size of text.
 */

await installed()
await buildParts()
if (!(await run('compile', tool('tsc'), ['-b', 'e2e']))) stop('The pictures could not be compiled.')
const { takePictures } = await import(pathToFileURL(join(root, 'e2e', 'dist', 'pictures.js')).href)

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
const among = (flagsAmong) => flags.filter((flag) => flagsAmong.includes(flag))
const some = (name, list) => (list.length > 0 ? { [name]: list } : {})

const languages = among(['tur', 'cn', 'tw', 'en', 'fr'])

// `npm run pictures -- --desk`: the console only; `npm run pictures -- customers ledger --desk` some of its pages. `--large`
// doubles the text size of the browser, which the console follows.
if (flags.includes('desk')) {
  const { takeDeskPictures } = await import(pathToFileURL(join(root, 'e2e', 'dist', 'pictures.desk.js')).href)
  await takeDeskPictures({ ...optionsFrom('pages'), ...(flags.includes('large') && { textSize: 200 }) })
} else
  await takePictures({
    ...optionsFrom('screens'),
    axe: flags.includes('axe'),
    ...(flags.includes('large') && { textSize: 200 }),
  })

/** The command line's words as the options of the picture taker. */
function optionsFrom(places) {
  return {
    ...some(
      places,
      words.filter((word) => !word.startsWith('--')),
    ),
    ...some('languages', languages),
    ...some('widths', flags.map(Number).filter(Boolean)),
    ...some('states', among(['empty', 'loading', 'failed', 'full'])),
  }
}
