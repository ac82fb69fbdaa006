import { expect, test } from 'vitest'
import { companyIn, listingNamedIn, namesListing } from './headline.rules.ts'

test.each([
  ['Apple sube un 3 %', 'Apple'],
  ['Lo que hace Telefónica', 'Telefónica'],
  ['Why NFLX waits', 'NFLX'],
  ['今天腾讯上涨', '腾讯'],
  ['Ｔｅｓｌａ en tu lista', 'Tesla'],
  ['El caso «Inditex»', 'Inditex'],
])('%s names a real company', (title, name) => {
  expect(companyIn(title, [])).toBe(name)
})

test.each([
  ['Por qué una orden puede esperar'],
  ['Pineapples, oracles and a visa'],
  ['ETF y SPY son siglas de tres letras'],
  ['Cómo leer un gráfico de velas'],
  ['为什么委托要等待'],
])('%s names none', (title) => {
  expect(companyIn(title, [])).toBe(null)
})

test('a headline may name invented listings but no real one', () => {
  expect(companyIn('Lumora cierra el año', ['Lumora', 'LMR'])).toBe('Lumora')
  expect(companyIn('LMR at noon', ['Lumora', 'LMR'])).toBe('LMR')
  expect(companyIn('Lumoral is a word', ['Lumora', 'LMR'])).toBe(null)
  expect(companyIn('Lumora cierra el año', [])).toBe(null)
  expect(companyIn('A letter of its own', ['A'])).toBe(null)
})

const LUMORA = { listing: 'XNYS:LMR', name: 'Lumora Foods', names: { cn: '卢默安食品' } }
const ZEPHYR = { listing: 'XMAD:ZPH', name: 'Zephyr' }

// prettier-ignore
test.each([
  ['the code in the headline',         'Lo que hace XNYS:LMR hoy',        'Un texto.',                      'XNYS:LMR'],
  ['the code in the body',             'Un titular',                      'Primero.\n\n- XMAD:ZPH, al alza', 'XMAD:ZPH'],
  ['the company in the headline',      'Lumora Foods cierra el año',      'Un texto.',                      'XNYS:LMR'],
  ['the company in the body',          'Un titular',                      'Sobre «Zephyr».',                'XMAD:ZPH'],
  ['the company in full-width signs',  'Ｚｅｐｈｙｒ sube',                 'Un texto.',                      'XMAD:ZPH'],
  ['the company in Chinese',           '今天卢默安食品上涨',                '正文。',                          'XNYS:LMR'],
  ['the first of two',                 'Zephyr y Lumora Foods',           'Un texto.',                      'XNYS:LMR'],
  ['half of a name',                   'Lumora cierra el año',            'Un texto.',                      null],
  ['a longer word',                    'Zephyrs are winds',               'Un texto.',                      null],
  ['a longer code',                    'XMAD:ZPHR',                       'Un texto.',                      null],
  ['the ticker without its venue',     'LMR at noon',                     'Un texto.',                      null],
  ['another case',                     'A zephyr is a wind',              'Un texto.',                      null],
  ['a name over headline and body',    'Lumora',                          'Foods.',                         null],
])('an article names a listing: %s', (_case, title, body, listing) => {
  const named = [LUMORA, ZEPHYR]
  expect(listingNamedIn(`${title}\n${body}`, named)).toBe(listing)
  expect(namesListing({ title, body, listings: [] }, named)).toBe(listing !== null)
  expect(namesListing({ title, body, listings: ['XNYS:ABC'] }, named)).toBe(true)
  expect(namesListing({ title, body, listings: [] }, [])).toBe(false)
})
