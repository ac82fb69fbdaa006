import { expect, test } from 'vitest'
import { markHits } from './marks.ts'

const marked = (name: string, words: string, forgiven: boolean): string =>
  markHits(name, words, forgiven)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

// prettier-ignore
test.each<[string, string, string]>([
  ['Bahía Verde',     'bahia',      '[Bahía] Verde'],
  ['Bahía Verde',     'VERDE',      'Bahía [Verde]'],
  ['Bahía Verde',     'verde ba',   '[Ba]hía [Verde]'],
  ['Bahía Verde',     'bahia verde', '[Bahía Verde]'],
  ['Altamar Marjal',  'mar',        'Altamar [Mar]jal'],
  ['Altamar',         'mar',        'Alta[mar]'],
  ['Bahía Verde',     'xyz',        'Bahía Verde'],
  ['Bahía Verde',     ' ',          'Bahía Verde'],
  ['贝尔半导体',        '半导',        '贝尔[半导]体'],
  ['Straße Ｎord',     'nord',       'Straße [Ｎord]'],
  ['BRK.B',           'brk.b',      '[BRK.B]'],
])('in %s, %j marks %s', (name, words, expected) => {
  expect(marked(name, words, false)).toBe(expected)
})

// prettier-ignore
test.each<[string, string, string]>([
  ['Kelder Semiconductors', 'kedler',   '[Kelder] Semiconductors'],
  ['Kendler Marine',        'kedler',   '[Ke]n[dler] Marine'],
  ['Mareas Vivas',          'maraes',   '[Mareas] Vivas'],
  ['Altos Hornos Marchena', 'marchwna', 'Altos Hornos [March]e[na]'],
  ['Bahía Verde',           'vwrde',    'Bahía [V]e[rde]'],
  ['蓝石公司',                '蓝右公司',  '[蓝]石[公司]'],
])('what was meant in %s by %j is marked as %s', (name, words, expected) => {
  expect(marked(name, words, true)).toBe(expected)
})
