import { expect, test } from 'vitest'
import { choiceFor, queryOf, type Choice } from './choice.ts'

const choiceIn = (text: string): Choice => choiceFor(new URLSearchParams(text))
const written = (choice: Choice): string =>
  Object.entries(queryOf(choice))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

// prettier-ignore
test.each([
  ['',                                                        ''],
  ['venue=us',                                                'venue=us'],
  ['venue=XMAD&list=all',                                     ''],
  ['venue=all&sector=energy&list=losers',                     'venue=all&sector=energy&list=losers'],
  ['list=losers&sort=change&way=up',                          'list=losers'],
  ['list=losers&sort=change',                                 'list=losers&sort=change'],
  ['list=gainers&sort=volume&way=up',                         'list=gainers&sort=volume&way=up'],
  ['list=watched',                                            'list=watched'],
  ['list=earnings&venue=XNAS',                                'venue=XNAS&list=earnings'],
  ['list=indices&venue=XLON&sector=none&sort=price&way=left', ''],
  ['list=constructor&sort=__proto__',                         ''],
])('the address %s says %s', (text, expected) => {
  expect(written(choiceIn(text))).toBe(expected)
  expect(choiceIn(expected)).toEqual(choiceIn(text))
})

test('a list that nobody sorted stands in its own order', () => {
  expect(choiceIn('list=losers').sort).toEqual({ by: 'change', down: false })
  expect(choiceIn('list=watched').sort).toEqual({ by: 'list', down: false })
})
