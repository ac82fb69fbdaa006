import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFigure, type FigureProblem } from './figures.ts'
import { formatUnits } from './formats.ts'
import { LANGUAGES, type Language } from './language.ts'

// prettier-ignore
test.each<[string, Language, number, bigint | FigureProblem]>([
  ['1234',        'tur', 2, 123400n],
  ['1.234',       'tur', 2, 123400n],
  ['1.234,5',     'tur', 2, 123450n],
  ['1.234.567,89', 'tur', 2, 123456789n],
  [' 1.234,50 € ', 'tur', 2, 123450n],
  ['US$1,234.50', 'en',  2, 123450n],
  [',5',          'tur', 2, 50n],
  ['0,125',       'tur', 2, 'too_many_decimals'],
  ['1,234',       'tur', 2, 'ambiguous'],
  ['1.50',        'tur', 2, 'ambiguous'],
  ['1,234.50',    'tur', 2, 'ambiguous'],
  ['1.234',       'tur', 4, 'ambiguous'],
  ['1,234',       'tur', 4, 'ambiguous'],
  ['1,2340',      'tur', 4, 12340n],
  ['0,3567',      'tur', 4, 3567n],
  ['1,234',       'en',  2, 123400n],
  ['1.234',       'en',  2, 'ambiguous'],
  ['1,50',        'en',  2, 'ambiguous'],
  ['1 234,50',    'fr',  2, 123450n],
  ['1\u202f234,50', 'fr', 2, 123450n],
  ['1.50',        'fr',  2, 'ambiguous'],
  ['1234',        'en',  0, 1234n],
  ['12.3',        'en',  0, 'too_many_decimals'],
  ['１２３',       'cn',  0, 123n],
  ['',            'tur', 2, 'empty'],
  ['   ',         'tur', 2, 'empty'],
  ['-5',          'tur', 2, 'not_a_figure'],
  ['1e5',         'tur', 2, 'not_a_figure'],
  ['12,3,4',      'tur', 2, 'not_a_figure'],
  ['1.23.456',    'tur', 2, 'not_a_figure'],
  [',',           'tur', 2, 'not_a_figure'],
  ['9'.repeat(19), 'tur', 2, 'too_long'],
])('%j in %s with %i decimals', (typed, language, decimals, answer) => {
  const reading = readFigure(typed, language, decimals)
  expect('problem' in reading ? reading.problem : reading.units).toBe(answer)
})

test('every formatted figure can be read back in every language', () => {
  const figure = fc.bigInt({ min: 0n, max: 10n ** 17n })
  fc.assert(
    fc.property(figure, fc.constantFrom(...LANGUAGES), fc.constantFrom(0, 2, 4), (units, language, decimals) => {
      expect(readFigure(formatUnits(units, decimals, language), language, decimals)).toEqual({ units })
    }),
  )
})
