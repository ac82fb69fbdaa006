import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { courseReader, type CourseTerms } from './course.ts'
import { chained, faultOf, heardOf, NO_ROWS, type HeardEvent, type HeardRow } from './heard.ts'

const ABC: ListingId = 'XNYS:ABC'
/** Friday 20 November 2026, 15:00 UTC: the market is open. */
const START = Date.UTC(2026, 10, 20, 15)
const [OWN, OTHER] = ['server 1', 'server 2']

const quote = (at: Instant, ask: number, heardAt = at, nanos = 0): HeardEvent =>
  heardOf('quote', at, heardAt, { quote: { nanos, bid: ask - 2, ask, bidSize: 5, askSize: 7, last: ask } })
const gap = (from: Instant, to: Instant, of: string | null = null): HeardEvent =>
  heardOf('gap', to, to, { gap: { from, reason: of === null ? 'disconnected' : 'server_away' }, of })

const rowsOf = (events: readonly HeardEvent[], node = OWN): HeardRow[] =>
  chained(NO_ROWS, { listing: ABC, writtenAt: START }, events.map((event) => ({ ...event, node }))) // prettier-ignore

describe('the chain', () => {
  const rows = rowsOf([heardOf('begin', START, START), quote(START + 1, 10_000), quote(START + 2, 10_001)])

  test('a row has the same hash in every release', () => {
    expect(rows.map(({ hash }) => hash.slice(0, 16))).toEqual([
      'd648013cb3d92c56',
      '5e39b486dd2a9083',
      'fcb9203da1534766',
    ])
  })

  test.each<[string, (row: HeardRow) => HeardRow, 'missing' | 'changed' | null]>([
    ['as it was written', (row) => row, null],
    ['one row later', (row) => ({ ...row, n: row.n + 1 }), 'missing'],
    ['with another instant', (row) => ({ ...row, at: row.at + 1 }), 'changed'],
    ['heard at another instant', (row) => ({ ...row, heardAt: row.heardAt + 1 }), 'changed'],
    ['written at another instant', (row) => ({ ...row, writtenAt: row.writtenAt + 1 }), 'changed'],
    ['by another server', (row) => ({ ...row, node: OTHER }), 'changed'],
    ['in another listing', (row) => ({ ...row, listing: 'XNYS:ABD' }), 'changed'],
    ['with another ask', (row) => ({ ...row, quote: row.quote && { ...row.quote, ask: 9_999 } }), 'changed'],
    ['with bid and ask exchanged', (row) => ({ ...row, quote: row.quote && { ...row.quote, bid: row.quote.ask, ask: row.quote.bid } }), 'changed'], // prettier-ignore
    ['without its quote', (row) => ({ ...row, quote: null }), 'changed'],
  ])('a row %s', (_what, change, why) => {
    const [first, second] = rows
    if (!first || !second) throw new Error('the chain has rows')
    expect(faultOf(first, change(second))?.why ?? null).toBe(why)
  })
})

const TERMS: CourseTerms = { listing: ABC, node: OWN, from: START, until: START + 9 * SECOND, decidedAt: START + 10 * SECOND, filledOn: null } // prettier-ignore

/** The instants after the start, in milliseconds, of the quotes with an ask of at most 10,000 that an order has met. */
function metIn(rows: readonly HeardRow[], change: Partial<CourseTerms> = {}): number[] {
  const reader = courseReader({ ...TERMS, ...change }, ({ ask }) => ask <= 10_000)
  for (const row of rows) reader.take(row)
  return reader.course().quotes.map(({ at }) => at - START)
}

const BEGIN = heardOf('begin', START, START)
const AT = START + 5 * SECOND
const filledOn = { at: AT, bid: 9_998, ask: 10_000, bidSize: 5, askSize: 7, last: 10_000 }

describe('the quotes that an order was to be matched with', () => {
  // prettier-ignore
  test.each<[string, HeardEvent[], Partial<CourseTerms>, number[]]>([
    ['one that reaches it',                  [quote(AT, 10_000)],                                         {},                        [5_000]],
    ['none beyond its price',                [quote(AT, 10_001)],                                         {},                        []],
    ['none at its own instant',              [quote(START, 10_000)],                                      {},                        []],
    ['one a millisecond later',              [quote(START + 1, 10_000)],                                  {},                        [1]],
    ['one at the last instant',              [quote(AT, 10_000)],                                         { until: AT },             [5_000]],
    ['none after it',                        [quote(AT, 10_000)],                                         { until: AT - 1 },         []],
    ['one heard just in time',               [quote(AT, 10_000, AT + 999)],                               {},                        [5_000]],
    ['none that came after a second',        [quote(AT, 10_000, AT + 1_000)],                             {},                        []],
    ['none heard in the instant of the end', [quote(AT, 10_000)],                                         { decidedAt: AT },         []],
    ['one heard before the end',             [quote(AT, 10_000)],                                         { decidedAt: AT + 1 },     [5_000]],
    ['the last of a millisecond',            [quote(AT, 10_000), quote(AT, 10_001, AT, 1)],               {},                        []],
    ['the last, if it reaches',              [quote(AT, 10_001), quote(AT, 10_000, AT, 1)],               {},                        [5_000]],
    ['the last before the end',              [quote(AT, 10_000), quote(AT, 10_001, AT + 5, 1)],           { decidedAt: AT + 3 },     [5_000]],
    ['none in a gap',                        [quote(AT, 10_000), gap(AT - 1, AT)],                        {},                        []],
    ['one before a gap',                     [quote(AT, 10_000), gap(AT, AT + 1)],                        {},                        [5_000]],
    ['one after a gap',                      [gap(AT - 9, AT - 1), quote(AT, 10_000)],                    {},                        [5_000]],
    ['none in a halt',                       [heardOf('halt', AT, AT), quote(AT, 10_000)],                {},                        []],
    ['one before a halt',                    [quote(AT - 1, 10_000), heardOf('halt', AT, AT)],            {},                        [4_999]],
    ['one after a halt',                     [heardOf('halt', AT - 9, AT - 9), heardOf('resume', AT, AT), quote(AT, 10_000)], {},    [5_000]],
    ['none of which a halt is heard later',  [quote(AT, 10_000), heardOf('halt', AT, AT + 500)],          {},                        []],
    ['none outside a session',               [quote(START + 7 * 3_600 * SECOND, 10_000)],                 { until: Infinity, decidedAt: null }, []],
  ])('%s', (_what, events, change, met) => {
    expect(metIn(rowsOf([BEGIN, ...events]), change)).toEqual(met)
  })

  test.each<[string, HeardEvent[], Partial<CourseTerms>, number[]]>([
    ['though it came late', [quote(AT, 10_000, AT + 3_000)], {}, [5_000]],
    [
      'though a later one of its millisecond does not reach',
      [quote(AT, 10_000), quote(AT, 10_001, AT, 1)],
      {},
      [5_000],
    ],
    ['also in a gap', [quote(AT, 10_000), gap(AT - 1, AT)], {}, [5_000]],
    ['not with another size', [quote(AT, 10_000)], { filledOn: { ...filledOn, askSize: 8 } }, [5_000]],
    ['not while trading was halted', [heardOf('halt', AT, AT), quote(AT, 10_000)], {}, []],
    ['not if it was heard long after the fill', [quote(AT, 10_000, AT + 300 * SECOND)], {}, []],
  ])('the one on which it was filled, %s', (_what, events, change, met) => {
    expect(metIn(rowsOf([BEGIN, ...events]), { filledOn, ...change })).toEqual(met)
  })
})

describe('the server of an order', () => {
  test('quotes that another server heard are none of its own, until that one takes it over', () => {
    const own = rowsOf([BEGIN])
    const others = rowsOf([quote(START + 1_000, 10_000), gap(START, START + 2_000, OWN), quote(AT, 10_000)], OTHER)
    expect(metIn([...own, ...others])).toEqual([5_000])
    expect(metIn([...own, ...rowsOf([gap(START, START + 2_000, 'a third'), quote(AT, 10_000)], OTHER)])).toEqual([])
  })

  test('a take-over after its end changes nothing', () => {
    const rows = [...rowsOf([BEGIN, quote(AT, 10_000)]), ...rowsOf([gap(START, START + 20 * SECOND, OWN)], OTHER)]
    expect(metIn(rows)).toEqual([5_000])
    expect(metIn(rows, { decidedAt: null })).toEqual([])
  })
})

describe('the facts at an order', () => {
  const courseOf = (events: readonly HeardEvent[], change: Partial<CourseTerms> = {}) => {
    const reader = courseReader({ ...TERMS, ...change }, () => true)
    for (const row of rowsOf(events)) reader.take(row)
    return reader.course()
  }
  const asksIn = (events: readonly HeardEvent[]) => courseOf(events).views.map(({ quote: known }) => known?.ask ?? null)

  test('two where something was heard in its millisecond, none where nothing was kept', () => {
    expect(asksIn([BEGIN, quote(START - 5, 10_000), quote(START, 10_001)])).toEqual([10_000, 10_001])
    expect(asksIn([BEGIN, quote(START - 5, 10_000), quote(START, 10_001, START + 1)])).toEqual([10_000, 10_000])
    expect(asksIn([heardOf('begin', START + 1, START + 1), quote(START - 5, 10_000)])).toEqual([])
  })

  test('a rate is the newest that was heard, and none after four days', () => {
    const rate = (at: Instant, value: number, heardAt = at) => heardOf('rate', at, heardAt, { rate: value })
    const rateOf = (...rates: HeardEvent[]) => courseOf([BEGIN, ...rates]).rateFor(AT)?.rate
    expect(rateOf(rate(AT - 60_000, 1), rate(AT, 2), rate(AT + 1, 3))).toBe(2)
    expect(rateOf(rate(AT - 60_000, 1), rate(AT, 2, AT + 1_001))).toBe(1)
    expect(rateOf(rate(AT - 96 * 3_600 * SECOND, 1))).toBe(1)
    expect(rateOf(rate(AT - 96 * 3_600 * SECOND - 1, 1))).toBeUndefined()
  })

  test('an end in a gap or beyond what was kept is not shown to be right', () => {
    expect(courseOf([BEGIN]).isInGap).toBe(false)
    expect(courseOf([BEGIN, gap(AT, TERMS.until)]).isInGap).toBe(true)
    expect(courseOf([BEGIN, heardOf('end', TERMS.until, AT)]).isInGap).toBe(false)
    expect(courseOf([BEGIN, heardOf('end', TERMS.until - 1, AT)]).isInGap).toBe(true)
  })
})
