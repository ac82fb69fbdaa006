import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parseSync } from 'rolldown/utils'
import { root, stop } from './run.mjs'

/**
 * Part of the build of the app, or of the console with `staff`: the size of a first visit and of each lazy page, in
 * kilobytes as brotli sends them (1 KB = 1,000 bytes). Over the limit the build fails. `--json` prints the figures for
 * the bench.
 */

const room = process.argv.includes('staff') ? 'staff' : 'app'
const FIRST_LOAD_KB = { app: 110, staff: 126 }[room]
const LAZY_KB = { app: 15, staff: 20 }[room]
/**
 * Shared lazy chunks (the chart, the editor of code, the parts of the first pages, the texts in one language of the first pages and of all others), the practice
 * market that checks a price (two versions, and for the newer one a second implementation with its own calendar, words and
 * facts of companies), and the check of a draw with the curve of its beacon's signature, by the start of the file's name.
 */
const FIRST_TEXTS_KB = { app: 9, staff: 36 }[room]
const FIRST_TEXTS = Object.fromEntries(['tur-', 'cn-', 'tw-', 'en-', 'fr-'].map((start) => [start, FIRST_TEXTS_KB]))
const SHARED_KB = {
  candlecanvas: 55,
  'screens-': 22,
  'price.worker': 58,
  'draw.worker': 27,
  'later-': 40,
  codefield: 125,
  ...FIRST_TEXTS,
}

const dist = join(root, room, 'dist')
const page = join(dist, 'index.html')
if (!existsSync(page)) stop(`The ${room} room is not built: run \`npm run build\` first.`)

const html = readFileSync(page, 'utf8')
const tags = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)]
// The app's first script loads the code, whose names it contains; the console's page names it directly.
const code = /<script\b[^>]*\bdata-code="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
const named = [...tags.map(([, file]) => file), ...code.map((file) => file.replace(/^\.\//, ''))]
if ((room === 'app' ? code : named).length === 0) stop('The built page names no script: its size cannot be told.')

const first = closure(named)
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|css)$/.test(file))
const lazy = files.filter((file) => !first.has(file) && !/(^|\/)(sw|workbox)[^/]*\.js$/.test(file))
const firstKb = [...first].reduce((sum, file) => sum + kilobytes(file), 0)
const pages = lazy.map((file) => ({ file, kb: kilobytes(file), most: mostFor(file) }))

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ firstKb, limitKb: FIRST_LOAD_KB, pages }))
} else {
  console.log(`First load: ${firstKb.toFixed(1)} KB of ${FIRST_LOAD_KB} (brotli, ${first.size} files).`)
  const largest = pages.toSorted((one, other) => other.kb - one.kb).slice(0, 5)
  console.log(`Largest lazy parts: ${largest.map(({ file, kb }) => `${file} ${kb.toFixed(1)}`).join(', ')}.`)
}
const over = pages
  .filter(({ kb, most }) => kb > most)
  .map(({ file, kb, most }) => `${file}: ${kb.toFixed(1)} KB of ${most}`)
if (firstKb > FIRST_LOAD_KB) over.unshift(`first load: ${firstKb.toFixed(1)} KB of ${FIRST_LOAD_KB}`)
if (over.length > 0) stop(`Too large:\n${over.map((line) => `  ${line}`).join('\n')}`)

function mostFor(file) {
  const name = file.split('/').at(-1)
  return Object.entries(SHARED_KB).find(([start]) => name.toLowerCase().startsWith(start))?.[1] ?? LAZY_KB
}

function kilobytes(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(readFileSync(join(dist, file)), { params }).length / 1000
}

/** The files and all their static imports: the files that the browser fetches before the first screen. */
function closure(starts) {
  const seen = new Set()
  const visit = (file) => {
    if (seen.has(file)) return
    seen.add(file)
    if (!file.endsWith('.js')) return
    const { module } = parseSync(file, readFileSync(join(dist, file), 'utf8'))
    const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    for (const { moduleRequest } of requests) if (moduleRequest) visit(join(file, '..', moduleRequest.value))
  }
  starts.forEach(visit)
  return seen
}
