import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { PRODUCTS } from './tidy.house.ts'
import { modulesOf, type Module } from './tidy.modules.ts'
import { productsNamedIn } from './tidy.products.ts'
import { filesIn } from './tidy.ts'

/* Features outside of a product that import it or name it: `docs/HOUSE.md` has the list. */

const FLOORED = /^(?:core|server|app|staff)\/src\//
const modules = modulesOf(filesIn(checkout)).filter(({ path, forTests }) => FLOORED.test(path) && !forTests)

/** The products that each module names. */
const namedIn = new Map(modules.map((module) => [module, productsNamedIn(module)]))

/** Another meaning of a product's word: the withdrawal of an offer or of an article. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = { withdrawals: ['blocks', 'ipo', 'news'] }

const outsideOf = (product: string): Module[] =>
  modules.filter(
    ({ feature }) => feature !== null && feature !== product && !(OTHER_WORDS[product] ?? []).includes(feature),
  )

const imports = ({ imports: all }: Module, product: string): boolean =>
  all.some(({ to }) => to?.includes(`/src/${product}/`) ?? false)

const featuresOf = (all: readonly Module[]): string[] =>
  [...new Set(all.map(({ feature }) => feature ?? ''))].toSorted()

/** The features that import a product, and the number of features that import it or name it. */
function standOf(product: string): { importedBy: string[]; features: number } {
  const outside = outsideOf(product)
  const importing = outside.filter((module) => imports(module, product))
  const naming = outside.filter((module) => namedIn.get(module)?.includes(product))
  return {
    importedBy: featuresOf(importing),
    features: featuresOf([...importing, ...naming]).length,
  }
}

const ROW = /^\| `(\w+)` \| ([a-z, ]+) \| (\d+) \|/gm

/** The rows of the document, by product. */
const rowsIn = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(ROW)].map(([, product = '', importedBy = '', features = '']) => [
      product,
      { importedBy: importedBy.split(', '), features: Number(features) },
    ]),
  )

const rows = rowsIn(readFileSync(join(checkout, 'docs', 'HOUSE.md'), 'utf8'))

test('docs/HOUSE.md has rows of products alone', () => {
  expect(Object.keys(rows).filter((name) => !(name in PRODUCTS))).toEqual([])
  expect(Object.keys(rows).length).toBeGreaterThan(7)
})

// A product without a row is one that nobody else knows.
test.each(Object.keys(PRODUCTS))(
  'docs/HOUSE.md has the features that import %s, and no more features name it',
  (product) => {
    const row = rows[product] ?? { importedBy: [], features: 0 }
    const stand = standOf(product)
    expect(stand.importedBy).toEqual(row.importedBy)
    expect(stand.features).toBeLessThanOrEqual(row.features)
  },
)

test('a row that is read says who imports a product', () => {
  expect(rowsIn('| `loans` | portfolio, restrictions | 11 |\n')).toEqual({
    loans: { importedBy: ['portfolio', 'restrictions'], features: 11 },
  })
})
