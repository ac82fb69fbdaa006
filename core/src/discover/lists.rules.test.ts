import { expect, test } from 'vitest'
import {
  changeOf,
  listFor,
  orderFor,
  type Direction,
  type ListColumns,
  type ListName,
  type Sort,
} from './lists.rules.ts'

// prettier-ignore
const ROWS = [
  // code  name   last  before  volume  cap    orders  index  radar
  ['AAA',  3,     110,  100,    50,     9_000, 0,      0,     8],
  ['BBB',  2,     90,   100,    70,     8_000, 2,      0,     0],
  ['CCC',  1,     100,  100,    10,     7_000, 5,      0,     0],
  ['DDD',  0,     300,  200,    10,     0,     0,      0,     9],
  ['EEE',  4,     0,    0,      0,      0,     0,      0,     0],
  ['IDX',  5,     500,  400,    0,      0,     0,      1,     7],
] as const
const column = <N extends 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8>(n: N) => ROWS.map((row) => row[n])
const columns: ListColumns = {
  codeRank: ROWS.map((_row, place) => place),
  nameRank: column(1),
  last: column(2),
  previousClose: column(3),
  volume: column(4),
  marketCap: column(5),
  orders: column(6),
  isIndex: column(7),
  radar: column(8),
}
const codes = (places: readonly number[]): string => places.map((place) => ROWS[place]?.[0]).join(' ')
const everything = ROWS.map((_row, place) => place)

// prettier-ignore
test.each<[ListName, Sort, Direction | null, string]>([
  ['all',     'list',      null,   'AAA BBB CCC DDD EEE'],
  ['all',     'list',      'up',   'CCC BBB AAA DDD EEE'],
  ['all',     'code',      null,   'AAA BBB CCC DDD EEE'],
  ['all',     'code',      'down', 'EEE DDD CCC BBB AAA'],
  ['all',     'name',      null,   'DDD CCC BBB AAA EEE'],
  ['all',     'last',      null,   'DDD AAA CCC BBB EEE'],
  ['all',     'last',      'up',   'BBB CCC AAA DDD EEE'],
  ['all',     'change',    null,   'DDD AAA CCC BBB EEE'],
  ['all',     'volume',    null,   'BBB AAA CCC DDD EEE'],
  ['all',     'marketCap', 'up',   'CCC BBB AAA DDD EEE'],
  ['gainers', 'list',      null,   'DDD AAA'],
  ['gainers', 'list',      'up',   'AAA DDD'],
  ['gainers', 'code',      null,   'AAA DDD'],
  ['losers',  'list',      null,   'BBB'],
  ['active',  'list',      null,   'BBB AAA CCC DDD EEE'],
  ['popular', 'list',      null,   'CCC BBB AAA DDD EEE'],
  ['popular', 'list',      'up',   'EEE DDD AAA BBB CCC'],
  ['popular', 'code',      null,   'AAA BBB CCC DDD EEE'],
  ['radar',   'list',      null,   'DDD AAA'],
  ['radar',   'list',      'up',   'AAA DDD'],
  ['radar',   'volume',    null,   'AAA DDD'],
  ['indices', 'list',      null,   'IDX'],
])('the list %s by %s, %s', (list, sort, direction, expected) => {
  expect(codes(listFor(columns, everything, { list, sort, direction }))).toBe(expected)
})

// prettier-ignore
test.each<[Sort, Direction | null, string]>([
  ['list',      null,   'EEE BBB DDD'],
  ['list',      'up',   'EEE BBB DDD'],
  ['list',      'down', 'DDD BBB EEE'],
  ['code',      null,   'BBB DDD EEE'],
  ['change',    null,   'DDD BBB EEE'],
  ['change',    'up',   'BBB DDD EEE'],
])('a choice of one’s own by %s, %s', (sort, direction, expected) => {
  expect(codes(orderFor(columns, [4, 1, 3], { sort, direction }))).toBe(expected)
})

test('popular is at most fifty, ordered most first', () => {
  const many = Array.from({ length: 60 }, (_, place) => place)
  const wide = {
    ...columns,
    orders: many,
    volume: many.map(() => 1),
    codeRank: many,
    isIndex: many.map(() => 0),
  }
  const places = listFor(wide, many, { list: 'popular', sort: 'list', direction: null })
  expect([places.length, places[0], places.at(-1)]).toEqual([50, 59, 10])
})

test('popular is what is traded most where nobody has ordered', () => {
  const places = listFor({ ...columns, orders: [] }, everything, { list: 'popular', sort: 'list', direction: null })
  expect(codes(places.slice(0, 1))).toBe('BBB')
})

test('only the places that are asked for', () => {
  expect(listFor(columns, [1, 3], { list: 'all', sort: 'list', direction: null })).toEqual([1, 3])
})

test('a change needs both prices', () => {
  expect(changeOf(columns, 0)).toBeCloseTo(0.1, 12)
  expect(changeOf(columns, 4)).toBeNull()
  expect(changeOf({ ...columns, previousClose: [] }, 0)).toBeNull()
})
