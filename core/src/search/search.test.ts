import { expect, test } from 'vitest'
import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Instrument } from '../market/market.contract.ts'
import { searchIndexFor } from './search.ts'
import { LETTERS, crowdOf, drawsOf, forgivenOf, scan, scannedOf, slipIn } from './search.testing.ts'
import { practiceUniverse } from '../universe/universe.ts'

/** `npm run bench -- search` tries other seeds. */
const SEED = 20_261_121
const CROWD = crowdOf(1_000)

const instrument = (ticker: string, name: string, names?: Instrument['names']): Instrument => ({
  listing: (ticker.includes(':') ? ticker : `XNYS:${ticker}`) as ListingId,
  kind: 'share',
  name,
  sector: 'none',
  sharesInIssue: 1n,
  profile: {},
  ...(names && { names }),
})

const index = searchIndexFor([
  instrument('MAR', 'Talleres Óptima'),
  instrument('XMAD:MARE', 'Naviera del Norte'),
  instrument('ZED', 'Mareas Vivas'),
  instrument('ALT', 'Altos Hornos Marchena'),
  instrument('COM', 'Comarcal de Aguas'),
  instrument('BRK.B', 'Piedra Azul & Cía', { cn: '蓝石公司', tw: '藍石公司' }),
])
const listingsFor = (words: string, most = 10): string[] =>
  index.find(words, most).hits.map(({ listing }) => tickerOf(listing))

// prettier-ignore
test.each([
  ['the code first, then codes, names, words and parts of words', 'mar', ['MAR', 'MARE', 'ZED', 'ALT', 'COM']],
  ['upper case is the same',              'MAR ',        ['MAR', 'MARE', 'ZED', 'ALT', 'COM']],
  ['wide letters are the same',           'ｍａｒｅ',    ['MARE', 'ZED', 'MAR']],
  ['accents are not needed',              'optima',      ['MAR']],
  ['and do no harm',                      'ÁGUAS',       ['COM']],
  ['two words in any order',              'hornos alt',  ['ALT']],
  ['a sign between words',                'azul & cia',  ['BRK.B']],
  ['a code with a dot',                   'brk.b',       ['BRK.B']],
  ['simplified Chinese',                  '蓝石',         ['BRK.B']],
  ['traditional Chinese, inside a name',  '石公司',       ['BRK.B']],
  ['the whole id of a listing',           'XMAD:MARE',   ['MARE']],
  ['nothing but signs',                   ' .,& ',       []],
  ['nobody',                              'zzz',         []],
])('%s: %s', (_name, words, listings) => {
  expect(listingsFor(words)).toEqual(listings)
})

test('returns at most the requested number, and the total counts', () => {
  expect(listingsFor('mar', 2)).toEqual(['MAR', 'MARE'])
  expect(index.find('mar', 2)).toMatchObject({ codes: 2, names: 3 })
})

// prettier-ignore
test.each([
  ['two letters swapped',            'maerr',         []],
  ['in the middle of a word',        'mraeas vivas',  ['ZED']],
  ['one left out',                   'mreas',         ['ZED']],
  ['one too many, before its end',   'talleeres opt', ['MAR']],
  ['another one in its place',       'tallerws',      ['MAR']],
  ['the first one',                  'kareas vivas',  ['ZED']],
  ['in a word that is not the first', 'marchwna',     ['ALT']],
  ['one in each word',               'hornoz altoz',  ['ALT']],
  ['a space left out',               'mareasvivas',   ['ZED']],
  ['a space too many, and accents',  'óp tima tallers', []],
  ['of a code',                      'brkk.b',        ['BRK.B']],
  ['of a Chinese name',              '蓝右公司',       ['BRK.B']],
  ['a Chinese character left out',   '藍公司',         ['BRK.B']],
  ['two errors in a word',           'maraes vivsa',  ['ZED']],
  ['three letters say too little',   'nbv',           []],
])('a typing error is corrected, %s: %s', (_name, words, tickers) => {
  expect(listingsFor(words)).toEqual(tickers)
})

test('corrected matches are marked, come last, and are left out after five exact matches', () => {
  expect(index.find('mare', 9).hits).toEqual([
    { listing: 'XMAD:MARE', by: 'code', forgiven: false },
    { listing: 'XNYS:ZED', by: 'name', forgiven: false },
    { listing: 'XNYS:MAR', by: 'code', forgiven: true },
  ])
  expect(index.find('mar', 9).hits.every(({ forgiven }) => !forgiven)).toBe(true)
})

test('an index built in steps equals one built at once', () => {
  const slow = searchIndexFor(CROWD)
  let pieces = 0
  while (slow.build()) pieces++
  expect(pieces).toBeGreaterThan(5)
  expect(slow.build()).toBe(false)
  expect(slow.find('calder', 50)).toEqual(searchIndexFor(CROWD).find('calder', 50))
})

test('it finds what a plain scan of all names finds, by the same ranks', () => {
  const [big, all, draw] = [searchIndexFor(CROWD), scannedOf(CROWD), drawsOf(4)]
  for (let n = 0; n < 150; n++) {
    const { listing, name, names } = CROWD[draw(CROWD.length)]!
    const text = [tickerOf(listing), name, names?.cn ?? '', names?.tw ?? ''][draw(4)]!
    const from = draw(text.length)
    const part = text.slice(from, from + 1 + draw(text.length))
    const words = n % 3 === 0 ? slipIn(part, LETTERS, draw) : part
    const { ranks, forgiven } = scan(all, words)
    const { hits, codes, names: named } = big.find(words, CROWD.length)
    const literal = hits.filter((hit) => !hit.forgiven).map((hit) => hit.listing)
    expect([words, codes, named]).toEqual([words, ranks[0]!.length + ranks[1]!.length, ranks.slice(2).flat().length])
    let at = 0
    for (const rank of ranks) {
      expect([words, literal.slice(at, at + rank.length).toSorted()]).toEqual([words, rank.toSorted()])
      at += rank.length
    }
    const rest = hits.filter((hit) => hit.forgiven).map((hit) => hit.listing)
    const room = literal.length > 0 ? 5 - literal.length : 10
    expect([words, rest.length]).toEqual([words, Math.min(forgiven.length, Math.max(0, room))])
    expect([words, rest.filter((one) => !forgiven.includes(one))]).toEqual([words, []])
  }
})

test(`of five hundred typing errors in names and codes, the one meant is among the first five (seed ${SEED})`, () => {
  const { shares, indices } = practiceUniverse()
  const { right, told } = forgivenOf([...shares, ...indices], 500, SEED)
  expect([told, right >= 475]).toEqual([told, true])
})
