import { tickerOf } from '@lonja/core/base/amount'
import type { Instrument } from '@lonja/core/market/market.contract'
import { searchIndexFor, type SearchIndex } from '@lonja/core/search/search'
import { LETTERS, drawsOf, forgivenOf, scan, scannedOf, slipIn, type ScanRow } from '@lonja/core/search/search.testing'
import { practiceUniverse } from '@lonja/core/universe/universe'

/**
 * The time of a search over the whole universe, beside a plain scan of the same array for the same answer: each name
 * and code compared in turn and, with too few matches, once more for typing errors. For each kind of query, and for a
 * mix of them. Processor time; the floor must be reached, the aim may be missed.
 */

const FLOOR = 5
const AIM = 20
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const SEED = Number(process.env['LONJA_SEED'] ?? 20_261_121)
const SEEDS = 8
const SHOWN = 50

type Draw = (below: number) => number

/** Typical queries, and the share of each kind per hundred. During typing most queries are prefixes. */
const KINDS: Readonly<Record<string, { share: number; words: (one: Instrument, draw: Draw) => string }>> = {
  'whole codes': { share: 10, words: ({ listing }) => tickerOf(listing) },
  'beginnings of 2 to 5 letters': { share: 40, words: ({ name }, draw) => name.slice(0, 2 + draw(4)) },
  'whole names': { share: 10, words: ({ name }) => name },
  'a word inside': { share: 10, words: ({ name }) => name.split(' ').at(-1)!.slice(0, 6) },
  'letters inside a word': { share: 5, words: ({ name }, draw) => name.slice(1 + draw(2), 5 + draw(2)) },
  'part of a Chinese name': {
    share: 10,
    words: ({ name, names }, draw) => (names?.cn ?? name).slice(draw(3), 3 + draw(3)),
  },
  'a slip in a name': { share: 10, words: ({ name }, draw) => slipIn(name.toLowerCase(), LETTERS, draw) },
  'a slip in a code': {
    share: 5,
    words: ({ listing }, draw) => slipIn(tickerOf(listing).toLowerCase(), LETTERS, draw),
  },
}

export function run(): Promise<void> {
  const { shares, indices } = practiceUniverse()
  const all = [...shares, ...indices]
  console.log(`\nSearch over ${all.length} instruments, beside a plain scan of them, ${ROUNDS} rounds`)
  const index = built(all)
  const scanned = scannedOf(all)
  let [searchUs, scanUs] = [0, 0]
  for (const [kind, { share, words }] of Object.entries(KINDS)) {
    const draw = drawsOf(SEED)
    const questions = Array.from({ length: 60 }, () => words(all[draw(all.length)]!, draw))
    checkSame(index, scanned, questions)
    const [indexed, plain] = [
      best(() => questions.forEach((question) => index.find(question, SHOWN)), 20),
      best(() => questions.forEach((question) => scan(scanned, question)), 1),
    ].map((us) => us / questions.length) as [number, number]
    searchUs += share * indexed
    scanUs += share * plain
    const figures = `${indexed.toFixed(0).padStart(6)} µs ${plain.toFixed(0).padStart(7)} µs ${(plain / indexed).toFixed(0).padStart(5)} times`
    console.log(`${kind.padEnd(30)} ${String(share).padStart(3)} % ${figures}`)
  }
  const ratio = scanUs / searchUs
  console.log(
    `the mix: ${ratio.toFixed(1)} times faster   floor ${FLOOR}   aim ${AIM}${ratio < FLOOR ? '   BELOW THE FLOOR' : ''}`,
  )
  for (let n = 0; n < SEEDS; n++)
    console.log(`typing errors, the one meant among the first five: ${forgivenOf(all, 500, SEED + n).told}`)
  if (ratio < FLOOR) process.exitCode = 1
  return Promise.resolve()
}

/** The index, built as a house builds it, and its cost. */
function built(all: readonly Instrument[]): SearchIndex {
  const index = searchIndexFor(all)
  const pieces: number[] = []
  const heap = process.memoryUsage()
  for (let more = true; more;) pieces.push(spentUs(() => (more = index.build())) / 1_000)
  const grown = process.memoryUsage()
  const bytes = grown.heapUsed - heap.heapUsed + grown.arrayBuffers - heap.arrayBuffers
  const sum = pieces.reduce((total, ms) => total + ms, 0)
  const longest = Math.max(...pieces).toFixed(0)
  console.log(
    `built in ${sum.toFixed(0)} ms, ${pieces.length} pieces of at most ${longest} ms, ${(bytes / 2 ** 20).toFixed(0)} MB`,
  )
  return index
}

/** Speed counts only if the answers are equal. */
function checkSame(index: SearchIndex, scanned: readonly ScanRow[], questions: readonly string[]): void {
  for (const question of questions) {
    const { ranks } = scan(scanned, question)
    const { codes, names } = index.find(question, SHOWN)
    const matches = ranks.reduce((sum, { length }) => sum + length, 0)
    if (codes + names !== matches) throw new Error(`"${question}": ${codes + names} found, ${matches} by a scan`)
  }
}

/** The minimum over the rounds, per call. */
function best(act: () => void, times: number): number {
  act()
  return (
    Math.min(
      ...Array.from({ length: ROUNDS }, () =>
        spentUs(() => {
          for (let n = 0; n < times; n++) act()
        }),
      ),
    ) / times
  )
}

function spentUs(act: () => void): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
