import { expect, test } from 'vitest'
import { listingsIn, mistakesIn, nameFrom, type Draft } from './draft.ts'

test.each([
  ['Por qué una orden espera', 'por-que-una-orden-espera'],
  ['  ¿Qué es el 10 %? ', 'que-es-el-10'],
  ['为什么要等', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the name of %s', (title, name) => {
  expect(nameFrom(title)).toBe(name)
})

test('listings are read however they are parted, each once', () => {
  expect(listingsIn(' xmad:abc, XNYS:DEF  XMAD:ABC；')).toEqual(['XMAD:ABC', 'XNYS:DEF'])
  expect(listingsIn(' , ')).toEqual([])
})

const right: Draft = { name: 'waits', language: 'tur', title: 'Por qué', body: 'Porque.', listings: 'XMAD:ABC' }

// prettier-ignore
test.each<[string, Partial<Draft>, boolean, object]>([
  ['right',                          {},                                             true,  {}],
  ['without a name',                 { name: '' },                                   true,  { name: 'name' }],
  ['the same, of a further language', { name: '', listings: 'nonsense' },            false, {}],
  ['without a headline',             { title: ' ' },                                 true,  { title: 'title' }],
  ['a headline of 141 signs',        { title: 'a'.repeat(141) },                     true,  { title: 'titleLong' }],
  ['without a text',                 { body: '\n' },                                 true,  { body: 'body' }],
  ['a text of 20,001 signs',         { body: 'a'.repeat(20_001) },                   true,  { body: 'bodyLong' }],
  ['a listing of nowhere',           { listings: 'XLON:ABC' },                       true,  { listings: 'listings' }],
  ['eleven listings',                { listings: 'ABCDEFGHIJK'.replace(/./g, 'XNYS:$& ') }, true, { listings: 'listingsMany' }],
])('a draft %s', (_what, change, isFirst, mistakes) => {
  expect(mistakesIn({ ...right, ...change }, isFirst)).toEqual(mistakes)
})
