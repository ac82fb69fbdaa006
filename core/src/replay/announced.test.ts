import { describe, expect, test } from 'vitest'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { priceE4, type ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { MarketAction } from '../market/actions.ts'
import { announcedIn, announcementsOf, standingAt, type ConfirmedFile } from './announced.ts'
import { isFault, sayFault } from './faults.ts'

const HEADING = 'date,listing,kind,value,currency'
const KNOWN: readonly ListingId[] = ['XNYS:ABC', 'XNYS:NEW', 'XNYS:XYZ', 'XMAD:ESP']
const at = (text: string): Instant => Date.parse(text)
const MONDAY = at('2026-12-07T15:00:00Z')
const bytesOf = (...rows: string[]) => utf8ToBytes([HEADING, ...rows, ''].join('\n'))
const has = (listing: ListingId) => KNOWN.includes(listing)
const read = (rows: string[], standing: readonly MarketAction[] = [], now = MONDAY) =>
  announcedIn(bytesOf(...rows), { at: now, has, standing })

const HEAD = {
  listing: 'XNYS:ABC',
  exDay: '2026-12-10',
  announcedAt: MONDAY,
  recordAt: at('2026-12-09T21:00:00Z'),
  exAt: at('2026-12-10T05:00:00Z'),
} as const
const DIVIDEND: MarketAction = { ...HEAD, kind: 'dividend', amount: priceE4(2_500n) }
const CHANGE: MarketAction = { ...HEAD, kind: 'symbol', successor: 'XNYS:NEW' }

/** The first fault of a file, in English; null for one that is read. */
const inWords = (read: ReturnType<typeof announcedIn>) =>
  isFault(read) ? { broken: sayFault(read), line: read.line } : null

test('the rows of a file are announced at the instant of its confirmation, not a week before their ex-day', () => {
  expect(read(['2026-12-10,ABC,dividend,0.25,USD', '2026-12-11,XMAD:ESP,split,2:1,'])).toEqual([
    { line: 2, what: 'announce', action: DIVIDEND },
    {
      line: 3,
      what: 'announce',
      action: { kind: 'split', listing: 'XMAD:ESP', exDay: '2026-12-11', announcedAt: MONDAY, recordAt: at('2026-12-10T16:30:00Z'), exAt: at('2026-12-10T23:00:00Z'), ratio: { from: 1n, to: 2n } }, // prettier-ignore
    },
  ])
})

// The ex-day of New York begins at 05:00 UTC; the close before it is at 21:00, or 18:00 on the half day of the 24th.
test.each<[string, string, string, string | null]>([
  ['a full day before its ex-day', '2026-12-10', '2026-12-09T05:00:00.000Z', null],
  ['a millisecond less', '2026-12-10', '2026-12-09T05:00:00.001Z', '2026-12-10 begins in less than a full day: an action is never announced so late'], // prettier-ignore
  ['on its ex-day', '2026-12-10', '2026-12-10T15:00:00.000Z', '2026-12-10 begins in less than a full day: an action is never announced so late'], // prettier-ignore
  ['after it', '2026-12-10', '2026-12-11T15:00:00.000Z', '2026-12-10 begins in less than a full day: an action is never announced so late'], // prettier-ignore
  ['over a weekend, an hour before the close', '2026-12-14', '2026-12-11T20:00:00.000Z', null],
  ['a millisecond later', '2026-12-14', '2026-12-11T20:00:00.001Z', 'the close before 2026-12-14 is less than an hour away'], // prettier-ignore
  ['over a holiday, after the close', '2026-12-28', '2026-12-24T18:00:00.001Z', 'the close before 2026-12-28 is less than an hour away'], // prettier-ignore
])('%s', (_what, day, now, broken) => {
  for (const [row, standing] of [
    [`${day},ABC,dividend,0.25,USD`, []],
    // To withdraw takes the same time.
    [`${day},ABC,withdraw,dividend,`, announcementsOf([file('a', MONDAY, `${day},ABC,dividend,0.25,USD`)]).all],
  ] as const) {
    const rows = read([row], standing.map(({ action }) => action), at(now)) // prettier-ignore
    expect(inWords(rows)).toEqual(broken === null ? null : { broken, line: 2 })
  }
})

const CHANGED: MarketAction = { ...CHANGE, exDay: '2026-12-09', recordAt: 0, exAt: 0 }

// prettier-ignore
test.each<[string, string[], readonly MarketAction[], string]>([
  ['no row at all',             [],                                    [],         'the file has no row'],
  ['a listing of no directory', ['2026-12-10,DEF,split,4:1,'],         [],         'XNYS:DEF is not listed here'],
  ['a new ticker of none',      ['2026-12-10,ABC,symbol,DEF,'],        [],         'XNYS:DEF is not listed here'],
  ['another kind',              ['2026-12-10,ABC,merger,4:1,'],        [],         "kind is none of split, dividend, symbol: 'merger'"],
  ['an action announced before', ['2026-12-10,ABC,dividend,0.3,USD'],  [DIVIDEND], 'a second dividend of XNYS:ABC on 2026-12-10'],
  ['one of the old ticker',     ['2026-12-11,ABC,dividend,0.3,USD'],   [CHANGED],  'XNYS:ABC has changed its ticker on 2026-12-09: name its new one'],
  ['a ticker that comes before an announced action', ['2026-12-09,ABC,symbol,NEW,'], [DIVIDEND], 'XNYS:ABC has a dividend on 2026-12-10, under its old ticker: withdraw it first'],
  ['the withdrawal of nothing', ['2026-12-10,ABC,withdraw,dividend,'], [],         'no dividend of XNYS:ABC is announced for 2026-12-10'],
  ['the withdrawal of another day', ['2026-12-11,ABC,withdraw,dividend,'], [DIVIDEND], 'no dividend of XNYS:ABC is announced for 2026-12-11'],
  ['the withdrawal of no kind', ['2026-12-10,ABC,withdraw,all,'],      [DIVIDEND], "value of a withdraw is none of split, dividend, symbol: 'all'"],
  ['a withdrawal in dollars',   ['2026-12-10,ABC,withdraw,dividend,USD'], [DIVIDEND], "a withdraw has no currency: 'USD'"],
])('%s is refused', (_what, rows, standing, broken) => {
  expect(inWords(read(rows, standing))).toEqual({ broken, line: 2 })
})

test('an action of the old ticker comes before a change that is announced for later', () => {
  expect(inWords(read(['2026-12-09,ABC,dividend,0.3,USD'], [CHANGE]))).toBeNull()
})

const file = (id: string, confirmedAt: Instant, ...rows: string[]): ConfirmedFile => ({
  id,
  confirmedAt,
  bytes: bytesOf(...rows),
})
const amounts = (actions: readonly MarketAction[]) =>
  actions.map((action) => (action.kind === 'dividend' ? action.amount : action.kind))

describe('the files of a house', () => {
  const LATER = MONDAY + 60_000
  const files = [
    file('b', LATER, '2026-12-10,ABC,withdraw,dividend,', '2026-12-10,ABC,dividend,0.3,USD'),
    file('a', MONDAY, '2026-12-10,ABC,dividend,0.25,USD', '2026-12-11,ABC,split,4:1,'),
  ]

  test('a later one withdraws an action and announces it anew; both stay in sight', () => {
    const announced = announcementsOf(files)
    expect(announced.all.map(({ file: of, withdrawn }) => [of, withdrawn])).toEqual([
      ['a', { at: LATER, file: 'b' }],
      ['b', null],
      ['a', null],
    ])
    expect(announced.rows.get('b')?.map(({ what }) => what)).toEqual(['withdraw', 'announce'])
    expect(amounts(standingAt(announced, MONDAY - 1))).toEqual([])
    expect(amounts(standingAt(announced, MONDAY))).toEqual([2_500n, 'split'])
    expect(amounts(standingAt(announced, LATER - 1))).toEqual([2_500n, 'split'])
    expect(amounts(standingAt(announced, LATER))).toEqual([3_000n, 'split'])
  })

  test('nothing counts of one that cannot have been confirmed as it is', () => {
    const late = file('c', at('2026-12-09T05:00:00.001Z'), '2026-12-10,XYZ,dividend,1,USD')
    const { all, broken } = announcementsOf([...files, late])
    expect(all).toHaveLength(3)
    expect(broken).toMatchObject([{ file: 'c', line: 2 }])
  })
})
