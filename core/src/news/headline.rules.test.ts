import { expect, test } from 'vitest'
import { companyIn } from './headline.rules.ts'

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
