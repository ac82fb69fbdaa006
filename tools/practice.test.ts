import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { practiceMarket } from '@lonja/core/practice/practice'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { VECTOR_AT, vectorHouse, vectorLines } from './practice.vectors.ts'

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

test('the house runs the function of the page', () => {
  const quoted = lines.map(cells).filter((line) => /^\|(always|exchange)\|/.test(line))
  expect(quoted).toHaveLength(8)
  for (const line of quoted) {
    const [, hours, listing, at, offer, sizes, last] = line.split('|')
    const market = practiceMarket({ ...vectorHouse(hours as 'always'), universe: practiceUniverse(FIRST_COMPANIES) })
    const quote = market.quoteAt(listing as 'XNYS:LMR', VECTOR_AT)
    expect(
      quote && [quote.at, `${quote.bid} ${quote.ask}`, `${quote.bidSize} ${quote.askSize}`, quote.last].map(String),
    ).toEqual([at, offer, sizes, last])
  }
})
