import { expect, test } from 'vitest'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ListingId } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { actionsIn } from './actions.ts'
import { RECORDED } from './calendar.ts'
import { isBroken } from './csv.ts'

const HEADING = 'date,listing,kind,value,currency'
const KNOWN: readonly ListingId[] = ['XNYS:ABC', 'XNYS:XYZ', 'XNYS:NEW', 'XMAD:ESP']
const DAYS: Partial<Record<ListingId, { first: Day; last: Day }>> = {
  'XNYS:XYZ': { first: '2013-10-01', last: '2013-10-08' },
  'XNYS:NEW': { first: '2013-10-10', last: '2013-10-31' },
}
const facts = {
  calendar: RECORDED,
  has: (listing: ListingId) => KNOWN.includes(listing),
  days: (listing: ListingId) => DAYS[listing] ?? null,
}
const read = (...rows: string[]) => actionsIn(utf8ToBytes([HEADING, ...rows, ''].join('\n')), facts)
const at = (text: string): number => Date.parse(`${text}:00Z`)

test('the actions of a file, with their announcement a week ahead and the close before their ex-day', () => {
  const rows = [
    '2013-10-07,ABC,split,4:1,',
    '2013-10-08,XNYS:XYZ,split,1:10,',
    '2013-10-08,XMAD:ESP,dividend,0.1234,EUR',
    '2013-10-10,XYZ,symbol,NEW,',
  ]
  expect(read(...rows)).toEqual([
    { kind: 'split', listing: 'XNYS:ABC', exDay: '2013-10-07', announcedAt: at('2013-09-30T04:00'), recordAt: at('2013-10-04T20:00'), exAt: at('2013-10-07T04:00'), ratio: { from: 1n, to: 4n } }, // prettier-ignore
    { kind: 'dividend', listing: 'XMAD:ESP', exDay: '2013-10-08', announcedAt: at('2013-09-30T22:00'), recordAt: at('2013-10-07T15:30'), exAt: at('2013-10-07T22:00'), amount: 1_234n }, // prettier-ignore
    { kind: 'split', listing: 'XNYS:XYZ', exDay: '2013-10-08', announcedAt: at('2013-10-01T04:00'), recordAt: at('2013-10-07T20:00'), exAt: at('2013-10-08T04:00'), ratio: { from: 10n, to: 1n } }, // prettier-ignore
    { kind: 'symbol', listing: 'XNYS:XYZ', exDay: '2013-10-10', announcedAt: at('2013-10-03T04:00'), recordAt: at('2013-10-09T20:00'), exAt: at('2013-10-10T04:00'), successor: 'XNYS:NEW' }, // prettier-ignore
  ])
})

test('of one instant dividends are paid first, and a ticker changes last', () => {
  const day = '2013-10-08,ABC'
  const actions = read(`${day},symbol,NEW,`, `2013-10-08,XYZ,dividend,1,USD`)
  expect(isBroken(actions) ? actions : actions.map(({ kind }) => kind)).toEqual(['dividend', 'symbol'])
})

// prettier-ignore
test.each<[string, string[], number, string]>([
  ['a date of another form',      ['08/10/2013,ABC,split,4:1,'],                 2, "date is not understood: '08/10/2013': write it as 2013-10-04"],
  ['a Sunday',                    ['2013-10-06,ABC,split,4:1,'],                 2, '2013-10-06 is no trading day of XNYS'],
  ['an earlier date',             ['2013-10-08,ABC,split,4:1,', '2013-10-07,XYZ,split,4:1,'], 3, 'date goes back to 2013-10-07'],
  ['an unknown listing',          ['2013-10-08,DEF,split,4:1,'],                 2, 'there is no file of XNYS:DEF'],
  ['another venue',               ['2013-10-08,XLON:ABC,split,4:1,'],            2, "listing is not understood: 'XLON:ABC': write ABC, or XMAD:ABC outside of New York"],
  ['an unknown kind',             ['2013-10-08,ABC,merger,4:1,'],                2, "kind is none of split, dividend, symbol: 'merger'"],
  ['a ratio of words',            ['2013-10-08,ABC,split,4 for 1,'],             2, "value is no ratio such as 4:1: '4 for 1'"],
  ['a ratio that changes nothing', ['2013-10-08,ABC,split,2:2,'],                2, 'a ratio of 2:2 changes nothing'],
  ['a ratio beyond the most',     ['2013-10-08,ABC,split,1001:1,'],              2, "value is no ratio such as 4:1: '1001:1'"],
  ['a split with a currency',     ['2013-10-08,ABC,split,4:1,USD'],              2, "a split has no currency: 'USD'"],
  ['a dividend of nothing',       ['2013-10-08,ABC,dividend,0,USD'],             2, "value is no amount with up to four decimals: '0'"],
  ['a dividend of five decimals', ['2013-10-08,ABC,dividend,0.12345,USD'],       2, "value is no amount with up to four decimals: '0.12345'"],
  ['another currency',            ['2013-10-08,ABC,dividend,1,EUR'],             2, "a dividend of XNYS:ABC is in USD: 'EUR'"],
  ['no currency',                 ['2013-10-08,ABC,dividend,1,'],                2, "a dividend of XNYS:ABC is in USD: ''"],
  ['a new ticker without a file', ['2013-10-08,ABC,symbol,DEF,'],                2, 'there is no file of XNYS:DEF'],
  ['the same ticker',             ['2013-10-08,ABC,symbol,ABC,'],                2, 'XNYS:ABC has that ticker already'],
  ['no ticker',                   ['2013-10-08,ABC,symbol,new,'],                2, "value is no ticker: 'new'"],
  ['the same action twice',       ['2013-10-08,ABC,split,4:1,', '2013-10-08,ABC,split,2:1,'], 3, 'a second split of XNYS:ABC on 2013-10-08'],
  ['bars of the old ticker later', ['2013-10-08,XYZ,symbol,NEW,'],               2, 'XNYS:XYZ has bars of 2013-10-08, under its old ticker'],
  ['bars of the new one before', ['2013-10-11,XYZ,symbol,NEW,'],                 2, 'XNYS:NEW has bars of 2013-10-10, before it is a ticker'],
  ['an action of the old ticker', ['2013-10-08,ABC,symbol,NEW,', '2013-10-09,ABC,split,2:1,'], 3, 'XNYS:ABC has changed its ticker on 2013-10-08: name its new one'],
  ['one new ticker for two',      ['2013-10-08,ABC,symbol,NEW,', '2013-10-09,XYZ,symbol,NEW,'], 3, 'XNYS:NEW is the new ticker of two listings'],
  ['a missing column',            ['2013-10-08,ABC,split,4:1'],                  2, '4 columns, not 5'],
  ['an empty row',                ['', '2013-10-08,ABC,split,4:1,'],             2, '1 columns, not 5'],
])('%s is refused with its line and reason', (_what, rows, line, broken) => {
  expect(read(...rows)).toEqual({ broken, line })
})

test.each([
  ['date;listing;kind;value;currency', 'its columns are separated by semicolons: separate them by commas'],
  ['date,listing,kind,value', 'the column currency is missing'],
])('a heading %s is refused', (heading, broken) => {
  expect(actionsIn(utf8ToBytes(`${heading}\n`), facts)).toEqual({ broken, line: 1 })
})

test('a file with a heading alone has no actions, and line ends of either form are read', () => {
  expect(read()).toEqual([])
  expect(actionsIn(utf8ToBytes(`${HEADING}\r\n2013-10-08,ABC,split,2:1,\r\n`), facts)).toHaveLength(1)
})
