import { expect, test } from 'vitest'
import { assert } from '../base/assert.ts'
import { csvCells } from './directory.csv.ts'
import {
  changeFor,
  kindOf,
  readDirectory,
  shortName,
  tickerFrom,
  type Directory,
  type DirectoryEntry,
} from './directory.ts'

// Invented throughout, in the form of https://www.nasdaqtrader.com/Trader.aspx?id=SymbolDirDefs.
const NASDAQ = `Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares
AQLM|Aqualume Inc. - Common Stock|Q|N|N|100|N|N
AQLMW|Aqualume Inc. - Warrant|Q|N|N|100|N|N
BRTA|Bright Anchor Ltd. - Class A Ordinary Shares|S|N|D|100|N|N
BRTAU|Bright Anchor Ltd. - Units|S|N|N|100|N|N
CNDX|Candela Index Fund|G|N|N|100|Y|N
ZZTST|Test Pilot Common Stock|Q|Y|N|100|N|N
File Creation Time: 1121202617:03|||||||
`
const OTHER = `ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol
DRWD|Driftwood Mills, Inc. Common Stock|N|DRWD|N|100|N|DRWD
DRWD.B|Driftwood Mills, Inc. Class B Common Stock|N|DRWD.B|N|100|N|DRWD.B
DRWD$A|Driftwood Mills, Inc. 6.25% Series A Preferred Stock|N|DRWDpA|N|100|N|DRWD-A
DRWD.WS|Driftwood Mills, Inc. Warrants|N|DRWD.WS|N|100|N|DRWD+
ELMO|Elm Opal Gold Corp. Common Shares|A|ELMO|N|100|N|ELMO
FARC|Far Cry Fund|P|FARC|Y|100|N|FARC
GBZX|Grand Bazaar Fund|Z|GBZX|Y|100|N|GBZX
File Creation Time: 1121202617:03|||||||
`
const MADRID = `ticker,name,sector,shares_in_issue
ALM,"Almadraba, S.A.",staples,120000000
BRJ.B,Barranco Rojo,,
`

const whole = (text: string): Directory => {
  const read = readDirectory(text)
  assert('entries' in read, `a directory is read: ${brokenOf(text)}`)
  return read
}
const brokenOf = (text: string): string => {
  const read = readDirectory(text)
  return 'broken' in read ? read.broken : 'nothing'
}
const named = ({ entries }: Directory): string[] => entries.map(({ listing, name }) => `${listing} ${name}`)

test('imports Nasdaq’s shares and funds; counts test issues, units and warrants', () => {
  const read = whole(NASDAQ)
  expect(named(read)).toEqual([
    'XNAS:AQLM Aqualume Inc.',
    'XNAS:BRTA Bright Anchor Ltd. Class A',
    'XNAS:CNDX Candela Index Fund',
  ])
  expect(read.left).toEqual({ warrant: 1, unit: 1, 'test issue': 1 })
  expect(read).toMatchObject({ form: 'nasdaqlisted', venues: ['XNAS'], madeAt: '1121202617:03', bad: [] })
})

test('imports two of the other exchanges; counts the rest by letter', () => {
  const read = whole(OTHER)
  expect(named(read)).toEqual([
    'XNYS:DRWD Driftwood Mills, Inc.',
    'XNYS:DRWD.B Driftwood Mills, Inc. Class B',
    'XASE:ELMO Elm Opal Gold Corp.',
  ])
  expect(read.left).toEqual({ preferred: 1, warrant: 1, 'exchange P': 1, 'exchange Z': 1 })
})

test('Madrid comes as a CSV of our own, with names that hold commas', () => {
  const read = whole(MADRID)
  expect(read.entries).toEqual([
    { listing: 'XMAD:ALM', name: 'Almadraba, S.A.', sector: 'staples', sharesInIssue: 120_000_000n },
    { listing: 'XMAD:BRJ.B', name: 'Barranco Rojo', sector: 'none', sharesInIssue: 0n },
  ])
})

test('columns are found by name, whatever their order and whatever is new', () => {
  const read = whole(
    'ETF|New|Test Issue|Market Category|Security Name|Symbol\nN|?|N|Q|Aqualume Inc.|AQLM\nFile Creation Time: 1|||||',
  )
  expect(named(read)).toEqual(['XNAS:AQLM Aqualume Inc.'])
})

test('reports unreadable lines by number, and reads the rest', () => {
  const rows = [
    'AQLM|A|Q|N|N|100|N|N',
    'TOO|FEW',
    'LOWer|B|Q|N|N|100|N|N',
    'BB|B|Q|?|N|100|N|N',
    'CC||Q|N|N|100|N|N',
    'AQLM|A|Q|N|N|100|N|N',
  ]
  const { bad, entries } = whole(`${NASDAQ.split('\n')[0]}\n${rows.join('\n')}\nFile Creation Time: 1|||||||\n`)
  expect(entries).toHaveLength(1)
  expect(bad).toEqual([
    { line: 3, reason: '2 columns, not 8' },
    { line: 4, reason: "the symbol is not understood: 'LOWer'" },
    { line: 5, reason: "Test Issue is neither Y nor N: '?'" },
    { line: 6, reason: 'Security Name is empty' },
    { line: 7, reason: 'XNAS:AQLM a second time' },
  ])
})

// prettier-ignore
test.each<[string, string, string]>([
  ['cut off in the middle',  NASDAQ.slice(0, 200),                      'its last line is not "File Creation Time": it may have been cut off'],
  ['a column is missing',    NASDAQ.replace('Test Issue', 'Tested'),    'its heading lacks Test Issue of nasdaqlisted'],
  ['another file',           'a,b\n1,2\n',                              'its heading is that of no directory'],
  ['nothing',                '',                                        'its heading is that of no directory'],
  ['a heading alone',        'ticker,name\n',                           'it names no listing'],
  ['no row before the end',  `${NASDAQ.split('\n')[0]}\nFile Creation Time: 1|||||||\n`, 'it names no listing'],
])('a file is refused whole: %s', (_what, text, reason) => {
  expect(brokenOf(text)).toContain(reason)
})

// prettier-ignore
test.each<[string, string, boolean, string]>([
  ['ABC',    'Made Up Inc. - Common Stock',                                      false, 'share'],
  ['ABC',    'Made Up plc - American Depositary Shares',                          false, 'share'],
  ['ABC',    'Made Up Pipelines LP Common Units representing Limited Partner Interests', false, 'share'],
  ['ABC',    'United Rightsmith Inc. Common Stock',                               false, 'share'],
  ['ABC',    'Preferred Income Fund',                                             true,  'share'],
  ['ABCP',   'Made Up Inc. - Depositary Shares each representing 1/1000 of Series A Preferred Stock', false, 'preferred'],
  ['ABC$B',  'Made Up Inc.',                                                      false, 'preferred'],
  ['ABC.U',  'Made Up Acquisition Corp.',                                         false, 'unit'],
  ['ABCR',   'Made Up Acquisition Corp. - Rights',                                false, 'right'],
  ['ABC.WS.A', 'Made Up Inc.',                                                    false, 'warrant'],
  ['ABCL',   'Made Up Inc. - 5.50% Senior Notes due 2031',                        false, 'note'],
])('%s, %s, fund %s: %s', (symbol, name, isFund, kind) => {
  expect(kindOf(symbol, name, isFund)).toBe(kind)
})

test('one ticker, however a file writes it', () => {
  expect(['BRK.A', 'BRK-A', 'BRK/A', 'F', 'GOOGL'].map(tickerFrom)).toEqual(['BRK.A', 'BRK.A', 'BRK.A', 'F', 'GOOGL'])
  expect(['', 'brk', 'ABC$A', 'ABCDEF', 'A.B.C', 'A;B'].map(tickerFrom)).toEqual([null, null, null, null, null, null])
  expect(shortName('Made Up - Or Not Inc. - Class C Capital Stock')).toBe('Made Up Class C')
})

test('cells of a CSV', () => {
  expect(csvCells('a,"b, ""c""",,d')).toEqual(['a', 'b, "c"', '', 'd'])
  expect(csvCells('a,"b')).toBeNull()
})

test('a second directory is a change: added, renamed, gone, back, and nothing outside its venues', () => {
  const entry = (listing: DirectoryEntry['listing'], name = 'A'): DirectoryEntry => ({
    listing,
    name,
    sector: 'none',
    sharesInIssue: 0n,
  })
  const listings = [
    { ...entry('XNAS:AA'), isDelisted: false },
    { ...entry('XNAS:BB'), isDelisted: false },
    { ...entry('XNAS:CC'), isDelisted: false },
    { ...entry('XNAS:DD'), isDelisted: true },
    { ...entry('XNAS:EE'), isDelisted: true },
    { ...entry('XNYS:FF'), isDelisted: false },
  ]
  const entries = [entry('XNAS:AA'), entry('XNAS:BB', 'New name'), entry('XNAS:DD'), entry('XNAS:GG')]
  const change = changeFor(listings, { venues: ['XNAS'], entries })
  expect(change.added).toEqual([entry('XNAS:GG')])
  expect(change.renamed.map(({ before, after }) => [before.name, after.name])).toEqual([['A', 'New name']])
  expect(change.back).toEqual([entry('XNAS:DD')])
  expect(change.gone.map(({ listing }) => listing)).toEqual(['XNAS:CC'])
  expect(change.same).toBe(1)
  const after = [
    ...listings.filter(({ listing }) => listing === 'XNYS:FF'),
    ...entries.map((one) => ({ ...one, isDelisted: false })),
  ]
  expect(changeFor(after, { venues: ['XNAS'], entries })).toMatchObject({
    added: [],
    renamed: [],
    back: [],
    gone: [],
    same: 4,
  })
})
