import { expect, test } from 'vitest'
import { Id } from '../base/wire.ts'
import { folded, minutesFor, newsIdFor, paragraphsOf, variantFor } from './news.rules.ts'

const AT = Date.parse('2026-11-21T12:00:00Z')

test('an id is a UUID of version 7 that follows from key and moment, and a list by id is a list by time, then rank', () => {
  const id = newsIdFor('market:move:2026-11-21:XNYS:ABC', AT, 3)
  expect(Id.safeParse(id).success).toBe(true)
  expect(newsIdFor('market:move:2026-11-21:XNYS:ABC', AT, 3)).toBe(id)
  expect(newsIdFor('market:move:2026-11-21:XNYS:ABD', AT, 3)).not.toBe(id)
  const newestFirst = [
    newsIdFor('a', AT + 1, 9),
    newsIdFor('b', AT, 0),
    newsIdFor('c', AT, 1),
    newsIdFor('d', AT, 4_095),
    newsIdFor('e', AT - 1, 0),
  ]
  expect([...newestFirst].sort().reverse()).toEqual(newestFirst)
  for (let n = 0; n < 300; n += 1) expect(Id.safeParse(newsIdFor(`k${n}`, AT + n, n)).success).toBe(true)
})

test('every way to say it comes up, and a key always says it the same way', () => {
  const ways = Array.from({ length: 60 }, (_key, n) => variantFor(`key ${n}`, 3))
  expect(new Set(ways)).toEqual(new Set([0, 1, 2]))
  expect(variantFor('key 7', 3)).toBe(ways[7])
})

// prettier-ignore
test.each<[what: string, text: string, found: string]>([
  ['accents and case',  'Química  ÁRTICA\n', 'quimica artica'],
  ['figures stay',      '−1.234,50 € 10%',   '−1.234,50 € 10%'],
  ['Chinese stays',     '收盘 ＡＢＣ',         '收盘 abc'],
])('a text is folded: %s', (_what, text, expected) => {
  expect(folded(text)).toBe(expected)
})

// prettier-ignore
test.each<[what: string, text: string, minutes: number]>([
  ['nothing',            '',                    0],
  ['a line',             'uno dos tres',        0],
  ['six hundred words',  'palabra '.repeat(600), 3],
  ['eight hundred signs', '收'.repeat(800),      2],
])('reading takes: %s', (_what, text, minutes) => {
  expect(minutesFor(text)).toBe(minutes)
})

test('paragraphs stand apart by empty lines', () => {
  expect(paragraphsOf('one\n\ntwo\nthree\n\n\n\nfour\n')).toEqual(['one', 'two\nthree', 'four\n'])
  expect(paragraphsOf('')).toEqual([])
})
