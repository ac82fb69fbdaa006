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

/** The features that import a product, and the number of files that import it or name it. */
function standOf(product: string): { importedBy: string[]; files: number } {
  const outside = outsideOf(product)
  const importing = outside.filter((module) => imports(module, product))
  const naming = outside.filter((module) => namedIn.get(module)?.includes(product))
  return {
    importedBy: [...new Set(importing.map(({ feature }) => feature ?? ''))].toSorted(),
    files: new Set([...importing, ...naming]).size,
  }
}

const ROW = /^\| `(\w+)` \| ([a-z, ]+) \| (\d+) \|/gm

/** The rows of the document, by product. */
const rowsIn = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(ROW)].map(([, product = '', features = '', files = '']) => [
      product,
      { importedBy: features.split(', '), files: Number(files) },
    ]),
  )

const rows = rowsIn(readFileSync(join(checkout, 'docs', 'HOUSE.md'), 'utf8'))

test('docs/HOUSE.md has rows of products alone', () => {
  expect(Object.keys(rows).filter((name) => !(name in PRODUCTS))).toEqual([])
  expect(Object.keys(rows).length).toBeGreaterThan(7)
})

// A product without a row is one that nobody else knows.
test.each(Object.keys(PRODUCTS))(
  'docs/HOUSE.md has the features that import %s, and no more files name it',
  (product) => {
    const row = rows[product] ?? { importedBy: [], files: 0 }
    const stand = standOf(product)
    expect(stand.importedBy).toEqual(row.importedBy)
    expect(stand.files).toBeLessThanOrEqual(row.files)
  },
)

test('a row that is read says who imports a product', () => {
  expect(rowsIn('| `loans` | portfolio, restrictions | 11 |\n')).toEqual({
    loans: { importedBy: ['portfolio', 'restrictions'], files: 11 },
  })
})
