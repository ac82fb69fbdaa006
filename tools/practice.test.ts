import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MADRID, NEW_YORK, UNKNOWN_YEAR, type YearOfDays } from '@lonja/core/calendar/data'
import { practiceMarket } from '@lonja/core/practice/practice'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import { CHAIN_LINKS } from '@lonja/core/practice/seeds'
import { offeredCompany, practiceUniverse } from '@lonja/core/universe/universe'
import { VECTOR_AT, publishedCodes, publishedOffers, vectorHouse, vectorLines } from './practice.vectors.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'PRACTICE.md'), 'utf8')
const lines = /<!-- vectors -->\n\n?([^]*?)\n*<!-- \/vectors -->/.exec(page)?.[1]?.split('\n') ?? []
const cells = (line: string): string => line.replaceAll(/\s*\|\s*/g, '|')

test('the vectors of the page are those of the second implementation', () => {
  expect(lines.filter((line) => !/^\|[-| ]+\|$/.test(line)).map(cells)).toEqual(
    vectorLines()
      .filter((line) => !/^\|[-| ]+\|$/.test(line))
      .map(cells),
  )
})

test.each([
  ['listings', publishedCodes, () => practiceUniverse().shares],
  [
    'offers',
    publishedOffers,
    () => Array.from({ length: CHAIN_LINKS / 2 }, (_offer, number) => offeredCompany(number)),
  ],
] as const)(
  'the codes of %s beside the page are those of the house, in their order, and the page has their hash',
  (_what, published, own) => {
    // prettier-ignore
    const codes = published()
    expect(codes).toEqual(own().map(({ listing }) => listing))
    const hash = createHash('sha256')
      .update(codes.map((code) => `${code}\n`).join(''))
      .digest('hex')
    expect(page).toContain(`\n\`${hash}\`\n`)
  },
)

test('the days without trading of the page are those of the house', () => {
  const table = /<!-- days -->\s+```\n([^]*?)\n```/.exec(page)?.[1] ?? ''
  const textOfYears = (name: string, years: Readonly<Record<number, YearOfDays>>): string[] => [
    name,
    ...Object.entries(years).map(([year, { shut, early }]) => `${year}: ${shut.join(' ')}; ${early.join(' ')}`.trim()),
  ]
  expect(table.split('\n')).toEqual([...textOfYears('New York', NEW_YORK), ...textOfYears('Madrid', MADRID)])
  expect(UNKNOWN_YEAR).toEqual({ shut: ['01-01', '12-25'], early: [] })
})

test('the house runs the function of the page', () => {
  const quoted = lines.map(cells).filter((line) => /^\|(always|exchange)\|(?!XMAD:LM35)/.test(line))
  expect(quoted).toHaveLength(10)
  for (const line of quoted) {
    const [, hours, listing, at, offer, sizes, last] = line.split('|')
    const market = practiceMarket({ ...vectorHouse(hours as 'always'), universe: practiceUniverse(FIRST_COMPANIES) })
    const quote = market.quoteAt(listing as 'XNYS:LMR', VECTOR_AT)
    expect(
      quote && [quote.at, `${quote.bid} ${quote.ask}`, `${quote.bidSize} ${quote.askSize}`, quote.last].map(String),
    ).toEqual([at, offer, sizes, last])
  }
})

test('the house computes the index of the page', () => {
  const quoted = lines.map(cells).filter((line) => /^\|(always|exchange)\|XMAD:LM35/.test(line))
  expect(quoted).toHaveLength(2)
  for (const line of quoted) {
    const [, hours, , , day] = line.split('|')
    const market = practiceMarket({ ...vectorHouse(hours as 'always'), universe: practiceUniverse() })
    const { open: from } = market.sessionAt('XMAD', VECTOR_AT)!
    const shown = market.candlesAt('XMAD:LM35', 'day', { from, to: from + 1, most: 1 }, VECTOR_AT + 100_000_000)
    expect(
      [shown.open, shown.high, shown.low, shown.close, shown.volume].map(([figure]) => String(figure)).join(' '),
    ).toBe(day)
  }
})
