import { expect, test } from 'vitest'
import { tickerOf, type ListingId } from '../base/amount.ts'
import type { Instrument } from './market.contract.ts'
import { searchIndexFor } from './search.ts'

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
const found = (words: string, most = 10): string[] => index.find(words, most).map(tickerOf)

// prettier-ignore
test.each([
  ['the code first, then codes, names, words and parts of words', 'mar', ['MAR', 'MARE', 'ZED', 'ALT', 'COM']],
  ['upper case is the same',              'MAR ',        ['MAR', 'MARE', 'ZED', 'ALT', 'COM']],
  ['wide letters are the same',           'ｍａｒｅ',    ['MARE', 'ZED']],
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
  expect(found(words)).toEqual(listings)
})

test('at most so many', () => {
  expect(found('mar', 2)).toEqual(['MAR', 'MARE'])
})
