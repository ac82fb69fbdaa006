import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildParts, installed } from './fresh.mjs'
import { root, run, stop, tool } from './run.mjs'

/**
 * `npm run bench`: runs the benchmarks, each a ratio to an anchor measured in the same run, with a floor and an aim.
 * `npm run bench -- lane fanout` runs some of them. Each has a process of its own, and nothing else should run beside
 * it.
 */

const BARS = {
  lane: 'orders a second through the lane, beside TPC-B',
  http: 'orders a second through HTTP, beside TPC-B',
  guesses: 'reads, fills and a known device beside a flood of wrong passwords',
  hostile: 'reads and fills beside customers’ texts that wear the house out',
  fanout: 'quotes down the stream, beside a bare broadcast',
  search: 'a search over the whole universe, beside a plain scan',
  universe: 'what nine thousand companies cost at the start and every second',
  candles: '500 day candles, beside 500 rows of a table',
  resting: 'an event among 100,000 resting orders, beside a bare pass over their prices',
  recording: 'reading a recording, beside a bare scan of its bytes',
  draw: 'an offer to 100,000 customers frozen, drawn and settled, beside one to 10,000',
  strategies: 'a backtest of a year of minutes, and a tick of 200 runs, beside bare loops over the same columns',
  pages: 'Lighthouse for home, market and a listing',
  queue: 'the last page of each list of the console with 5,000 rows, beside a page of 50',
  rows: 'the longest task while 9,000 rows stream',
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in BARS) && name !== 'size')
if (unknown.length > 0) stop(`There is no bar ${unknown.join(', ')}. There are: size, ${Object.keys(BARS).join(', ')}.`)
const isChosen = (name) => names.length === 0 || names.includes(name)

await installed()
await buildParts()
if (!(await run('compile', tool('tsc'), ['-b', 'bench']))) stop('The bars could not be compiled.')

let ok = true
if (isChosen('size')) ok = (await run('first load', process.execPath, [join('tools', 'size.mjs')])) && ok
for (const [name, title] of Object.entries(BARS)) {
  const file = join(root, 'bench', 'dist', `${name}.js`)
  if (!isChosen(name) || !existsSync(file)) continue
  const start = `const { run } = await import(${JSON.stringify(pathToFileURL(file).href)}); await run()`
  ok = (await run(title, process.execPath, ['--input-type=module', '-e', start])) && ok
}
process.exitCode = ok ? 0 : 1
