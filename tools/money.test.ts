import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { ENTRY_KINDS, HOUSE_ACCOUNTS, POSTING_CAUSES } from '@lonja/core/lists'
import { FEE_TABLES } from '@lonja/core/orders/fees.rules'
import { FEE_TABLE_VERSIONS } from '@lonja/core/orders/fees.names'
import { workedExample } from './money.example.ts'

const document = readFileSync(join(checkout, 'docs', 'MONEY.md'), 'utf8')

/** Hundredths with two decimals. */
const formatUnits = (units: bigint): string => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`

/** The names in the first column of the table with this head. */
function namesUnder(head: string): string[] {
  const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, 'm').exec(document) ?? []
  return [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
}

test.each<[head: string, names: readonly string[]]>([
  ['House account', HOUSE_ACCOUNTS],
  ['Kind of entry', ENTRY_KINDS],
  ['Cause', POSTING_CAUSES],
])('docs/MONEY.md lists each of the code’s own: %s', (head, names) => {
  expect(namesUnder(head).toSorted()).toEqual([...names].toSorted())
})

test('docs/MONEY.md has the fee tables of the code', () => {
  const [, rows = ''] = /^\| Table \| Fee \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(document) ?? []
  const percent = (bps: bigint): string => `${formatUnits(bps)} %`
  const expected = FEE_TABLE_VERSIONS.map((version) => {
    const { bps, least, markupBps, rounding } = FEE_TABLES[version]
    expect(least.EUR).toBe(least.USD)
    const rule = rounding === 'half_even' ? 'half to even' : 'the rule above'
    return `| ${version} | ${percent(bps)} | ${formatUnits(least.EUR)} | ${percent(markupBps)} | ${rule} |`
  })
  expect(rows.trimEnd().split('\n')).toEqual(expected)
})

// The document contains the example's output. After a change of a rule, paste the text that this test shows.
test('the example of docs/MONEY.md is what the rules do today', () => {
  const example = /<!-- the example, as tools\/money\.example\.ts prints it -->\n\n([\s\S]*?)\n\n<!-- its end -->/.exec(
    document,
  )
  expect(example?.[1]).toBe(workedExample())
})
