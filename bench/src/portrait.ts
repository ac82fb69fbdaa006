import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { busyness, mean, quantile } from '@lonja/core/market/measures'
import { portraitOfBars, portraitOfPractice, type Portrait, type RecordedBars } from '@lonja/core/practice/portrait'
import { isBroken, parseDayBars, parseMinuteBars, type BrokenFile } from '@lonja/core/replay/csv'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { drawn } from './portrait.drawing.ts'

/**
 * `npm run portrait`: the statistics of the practice market beside real bars, computed by the same code. It writes the
 * figures and the picture of docs/MARKET.md if the bars are available (LONJA_BARS names their folder); otherwise it
 * prints the practice market's alone and writes nothing.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const PAGE = join(root, 'docs', 'MARKET.md')
const PICTURE = join(root, 'docs', 'pictures', 'market.svg')
const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->']
const LISTINGS = 300
/** The same length as the real day bars: eleven years, five of them history. */
const OPENING_DAY = '2026-11-20'
const UNTIL = Date.UTC(2032, 10, 20)

export function run(): void {
  const practice = portraitOfPractice(practiceHouse(), LISTINGS, UNTIL)
  const bars = realBars()
  const real = bars && portraitOfBars(bars)
  const table = tableOf(practice, real)
  console.log(table)
  if (!real) return console.log('\nThere are no real bars (LONJA_BARS): nothing is written.')
  writeFileSync(PICTURE, drawn(practice, real))
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]]
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`)
  console.log('\nWritten to docs/MARKET.md and docs/pictures/market.svg.')
}

/** Fixed seeds, so that the page's figures are the same whenever it is made. */
function practiceHouse() {
  const seed = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest())
  return {
    universe: practiceUniverse(),
    hours: 'exchange' as const,
    openingDay: OPENING_DAY,
    historySeed: seed('portrait'),
    daySeed: (day: string) => seed(`portrait ${day}`),
  } as const
}

function realBars(): RecordedBars | null {
  const folder = process.env['LONJA_BARS'] ?? join(root, '..', 'shared', 'data')
  if (!existsSync(join(folder, 'IBM.minute.csv'))) return null
  const files = (end: string) => readdirSync(folder).filter((name) => name.endsWith(end))
  const read = <T extends object>(end: string, parse: (text: string) => T | BrokenFile): Record<string, T> =>
    Object.fromEntries(
      files(end).map((name) => {
        const bars = parse(readFileSync(join(folder, name), 'utf8'))
        if (isBroken(bars)) throw new Error(`${name}, line ${bars.line}: ${bars.broken}`)
        return [name.replace(end, ''), bars]
      }),
    )
  return { days: read('.daily.csv', parseDayBars), minutes: read('.minute.csv', parseMinuteBars) }
}

const range = (values: readonly number[], places: number): string =>
  `${quantile(values, 0).toFixed(places)} to ${quantile(values, 1).toFixed(places)}, mean ${mean(values).toFixed(places)}`

function tableOf(practice: Portrait, real: Portrait | null): string {
  const row = (name: string, figure: (of: Portrait) => string): string =>
    `| ${name} | ${figure(practice)} | ${real ? figure(real) : '-'} |`
  const names = real ? real.names.map(({ name }) => name).join(', ') : '-'
  return [
    `| | Practice market, ${practice.names.length} listings | Real bars: ${names} |`,
    '|---|---|---|',
    row('Day volatility by name, %', ({ names: all }) =>
      range(
        all.map(({ volatility }) => volatility * 100),
        2,
      ),
    ),
    row('Excess kurtosis by name (normal: 0)', ({ names: all }) =>
      range(
        all.map(({ kurtosis }) => kurtosis),
        1,
      ),
    ),
    row('Correlation of pairs', ({ pairs }) => range(pairs, 2)),
    row('First half hour’s volume beside midday’s', ({ shape }) => `${busyness(shape).first.toFixed(1)} times`),
    row('Last half hour’s volume beside midday’s', ({ shape }) => `${busyness(shape).last.toFixed(1)} times`),
    row('Bid to ask, 1/10,000 of the price', ({ spreads }) =>
      spreads.map(({ kind, bps }) => `${kind} ${bps.toFixed(1)}`).join(', '),
    ),
  ].join('\n')
}
