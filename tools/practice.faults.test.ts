import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { candleDifferences, candleIn, quoteDifferences } from '@lonja/core/proof/price.differences'
import type { checkPrice, PriceProof } from '@lonja/core/proof/price.proof'
import type { practiceMarket } from '@lonja/core/practice/practice'
import type { chainFor } from '@lonja/core/practice/seeds'
import type { practiceUniverse } from '@lonja/core/universe/universe'
import { report } from '@lonja/server/proof/proof.price'
import { VECTOR_AT, vectorHouse } from './practice.vectors.ts'

/*
 * A house whose program has a fault: its market and the check of its prices come from the same copy of the sources.
 * `check-price` says that the prices differ only if the check does not share the fault.
 */

const root = join(import.meta.dirname, '..')
const folders = join(root, '.cache', 'faults')
mkdirSync(folders, { recursive: true })
const copies = mkdtempSync(join(folders, 'run-'))
afterAll(() => rmSync(copies, { recursive: true }))

interface Program {
  readonly candleDifferences: typeof candleDifferences
  readonly candleIn: typeof candleIn
  readonly quoteDifferences: typeof quoteDifferences
  readonly checkPrice: typeof checkPrice
  readonly practiceMarket: typeof practiceMarket
  readonly chainFor: typeof chainFor
  readonly practiceUniverse: typeof practiceUniverse
}

type Fault = readonly [file: string, old: string, fault: string]

/** A copy of core with a fault. */
async function programWith(name: string, fault: Fault | null): Promise<Program> {
  const copy = join(copies, name.replaceAll(/\W/g, '-'))
  cpSync(join(root, 'core', 'src'), copy, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  if (fault) {
    const [file, old, faulty] = fault
    const before = readFileSync(join(copy, file), 'utf8')
    expect(before.split(old)).toHaveLength(2)
    writeFileSync(
      join(copy, file),
      before.replace(old, () => faulty),
    )
  }
  const files = [
    'proof/price.differences',
    'proof/price.proof',
    'practice/practice',
    'practice/seeds',
    'universe/universe',
  ]
  const modules = await Promise.all(files.map((file): Promise<object> => import(`${join(copy, file)}.ts`)))
  return Object.assign({}, ...modules) as Program
}

/** It has split its shares one into three. */
const LISTING = 'XNYS:VNT'

/** The report of `check-price` on a house that runs the program, at the instant of the vectors. */
function reportBy(program: Program): readonly string[] {
  const { hours, openingDay, historySeed, plansFrom, splitsFrom } = vectorHouse('exchange')
  const { end, seeds } = program.chainFor(historySeed, 60)
  const daySeed = (day: string) => seeds[(Date.parse(day) - Date.parse(openingDay)) / 86_400_000] ?? null
  const universe = program.practiceUniverse(1)
  const market = program.practiceMarket({ universe, hours, openingDay, historySeed, daySeed, plansFrom, splitsFrom })
  const newest = { day: '2026-11-29', seed: seeds.at(-1)! } as const
  const proof: PriceProof = {
    functionVersion: 5,
    houseOffers: [],
    checkableFrom: null,
    turnsOn: null,
    hours,
    openingDay,
    historySeed,
    plansFrom,
    splitsFrom,
    chains: [{ firstDay: openingDay, links: 60, end, newest }],
  }
  const check = program.checkPrice(proof, LISTING, VECTOR_AT, universe)
  if (check.result !== 'computed') throw new Error(`Assertion failed: the price is computed, not ${check.result}`)
  const quote = market.quoteAt(LISTING, VECTOR_AT)!
  const day = market.candlesAt(LISTING, 'day', { from: check.day.at, to: check.day.at + 1, most: 1 }, VECTOR_AT + 1e8)
  const shown = [
    { what: 'instant', differs: quote.at === check.quote?.at ? [] : ['at'] },
    { what: 'quote', differs: program.quoteDifferences(check.quote, quote) },
    { what: 'day', differs: program.candleDifferences(check.day, program.candleIn(day)) },
  ]
  return report(LISTING, VECTOR_AT, check, shown).lines
}

test('the prices of the program as it is agree', async () => {
  expect(reportBy(await programWith('none', null))).toContain(
    'It agrees: this is the price that the revealed seeds give.',
  )
})

test.each<[string, ...Fault]>([
  ['the quote of the day before', 'practice/days.ts', 'return days[low - 1] ?? null', 'return days[low - 2] ?? null'],
  [
    'the quote of the next second',
    'practice/lines.ts',
    '(until - day.open - line.phase) / 1_000',
    '(until - day.open) / 1_000',
  ],
  ['another part of the world', 'practice/v3/world.ts', 'WORLDS_PART = 0.8', 'WORLDS_PART = 0.81'],
  ['another price at the opening', 'practice/world.ts', 'AROUND_BASE = 0.12', 'AROUND_BASE = 0.13'],
  ['other seeds of the history', 'practice/seeds.ts', 'lonja history ${day}', 'lonja history  ${day}'],
  [
    'quarters that begin a month late',
    'practice/days.ts',
    'month - ((month - 1) % 3), 1)',
    'month - ((month - 1) % 3) + 1, 1)',
  ],
  ['another coefficient of the normal distribution', 'base/maths.ts', '2.506628277459239', '2.516628277459239'],
  ['another multiplier of the random words', 'base/noise.ts', '0x9e3779b1', '0x9e3779b3'],
  ['another growth of a company', 'universe/companies.ts', '0.01 + 0.06 * unit', '0.01 + 0.07 * unit'],
  ['another quarter in which companies split', 'practice/v5/splits.ts', 'quarter: 6, offset', 'quarter: 16, offset'],
  ['another price that companies want', 'practice/v5/splits.ts', 'more: 1_200_000', 'more: 300_000'],
  ['a price that stays at a split', 'practice/v3/levels.ts', 'level + gap + splitMove(split)', 'level + gap'],
  ['the sizes of before a split', 'practice/v3/offers.ts', 'sharesOn(share, day.number)', '1'],
  [
    'the volume of before a split',
    'practice/v3/shares.ts',
    'temper.turnover * sharesOn(share, day.number)',
    'temper.turnover',
  ],
  ['a session that opens late', 'calendar/sessions.ts', 'clock(9, 30)', 'clock(9, 35)'],
])('a house that shows %s differs', async (name, ...fault) => {
  expect(reportBy(await programWith(name, fault)).some((line) => line.startsWith('IT DIFFERS in '))).toBe(true)
})
