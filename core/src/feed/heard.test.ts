import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { courseReader } from './course.ts'
import type { CourseFill, CourseTerms } from './hearing.ts'
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

const TERMS: CourseTerms = {
  listing: ABC,
  node: OWN,
  claimedAt: null,
  from: START,
  until: START + 9 * SECOND,
  decidedAt: START + 10 * SECOND,
  fills: [],
  changes: [],
}

/** The instants after the start, in milliseconds, of the quotes with an ask of at most 10,000 that an order has met. */
function metIn(rows: readonly HeardRow[], change: Partial<CourseTerms> = {}): number[] {
  const reader = courseReader({ ...TERMS, ...change }, ({ ask }) => ask <= 10_000)
  for (const row of rows) reader.take(row)
  return reader.course().quotes.map(({ at }) => at - START)
}

const BEGIN = heardOf('begin', START, START)
const AT = START + 5 * SECOND
const fillOn = (at: Instant, madeAt: Instant, change: Partial<CourseFill['quote']> = {}): CourseFill => ({
  quote: { at, bid: 9_998, ask: 10_000, bidSize: 5, askSize: 7, last: 10_000, ...change },
  at: madeAt,
  rateAt: null,
})

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
    [
      'not with another size',
      [quote(AT, 10_000)],
      { fills: [fillOn(AT, START + 10 * SECOND, { askSize: 8 })] },
      [5_000],
    ],
    ['not while trading was halted', [heardOf('halt', AT, AT), quote(AT, 10_000)], {}, []],
    ['not if it was heard long after the fill', [quote(AT, 10_000, AT + 300 * SECOND)], {}, []],
  ])('the one on which it was filled, %s', (_what, events, change, met) => {
    const fills = [fillOn(AT, START + 10 * SECOND)]
    expect(metIn(rowsOf([BEGIN, ...events]), { fills, ...change })).toEqual(met)
  })

  // prettier-ignore
  test.each<[string, HeardEvent[], Partial<CourseTerms>, number[]]>([
    ['though a later one of its millisecond came after the fill', [quote(AT, 10_000), quote(AT, 10_001, AT + 20, 1)], {}, [5_000]],
    ['also in a gap',                                             [quote(AT, 10_000), gap(AT - 1, AT)],               {}, [5_000]],
    ['without one before it that was heard after the fill',       [quote(AT, 10_000), quote(AT - 1, 10_000, AT + 20)], {}, [5_000]],
    ['with one before it that was heard by then',                 [quote(AT - 1, 10_000, AT), quote(AT, 10_000)],     {}, [4_999, 5_000]],
    ['with one after it',                                         [quote(AT, 10_000), quote(AT + 1, 10_000)],         {}, [5_000, 5_001]],
    ['with one after it, while the order is open',                [quote(AT, 10_000), quote(AT + 1, 10_000)],         { decidedAt: null }, [5_000, 5_001]],
  ])('the one on which it was filled in part, %s', (_what, events, change, met) => {
    expect(metIn(rowsOf([BEGIN, ...events]), { fills: [fillOn(AT, AT + 10)], ...change })).toEqual(met)
  })

  test('none that was heard after a change of the terms that it would have met', () => {
    const changes = [{ until: AT, at: AT + 10 }]
    expect(metIn(rowsOf([BEGIN, quote(AT, 10_000, AT + 10)]), { changes })).toEqual([])
    expect(metIn(rowsOf([BEGIN, quote(AT, 10_000, AT + 9)]), { changes })).toEqual([5_000])
    expect(metIn(rowsOf([BEGIN, quote(AT + 1, 10_000, AT + 10)]), { changes })).toEqual([5_001])
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

describe('an order that another server has claimed', () => {
  const CLAIMED = START + 4 * SECOND
  const terms = { node: OTHER, claimedAt: CLAIMED }
  const end = (at: Instant) => heardOf('end', at, at)
  const before = CLAIMED - SECOND
  const first = [BEGIN, quote(before, 10_000), end(CLAIMED + 500)]
  const met = (own: readonly HeardEvent[], others: readonly HeardEvent[], change: Partial<CourseTerms> = {}) =>
    metIn([...rowsOf(own), ...rowsOf(others, OTHER)], { ...terms, ...change })
  const begun = heardOf('begin', CLAIMED - 10, CLAIMED)

  test('met what the first server heard before the claim, and what the other heard after it', () => {
    expect(met(first, [begun, quote(AT, 10_000)])).toEqual([3_000, 5_000])
  })

  test('met what the other heard alone, long after the claim', () => {
    const late = CLAIMED + 200 * SECOND
    const times = { until: late + 1, decidedAt: null }
    expect(met([BEGIN], [begun, quote(late, 10_000)], times)).toEqual([late - START])
    expect(met([BEGIN, quote(late, 10_000)], [begun], times)).toEqual([])
  })

  // Nothing says which of the two had the order then.
  test.each<[string, HeardEvent[], number[]]>([
    ['heard as well', [BEGIN, quote(before, 10_000)], [3_000]],
    ['did not hear', [BEGIN], []],
    ['heard too late', [BEGIN, quote(before, 10_000, before + SECOND)], []],
    ['heard with a later one of its millisecond', [BEGIN, quote(before, 10_000), quote(before, 10_001, before, 1)], []],
    ['heard beside a gap', [BEGIN, quote(before, 10_000), gap(before - 1, before)], []],
  ])('met before the claim what a second server that kept the listing %s', (_what, others, quotes) => {
    expect(met(first, others)).toEqual(quotes)
  })

  test('was filled before the claim on what either had heard, and on nothing else', () => {
    const fills = [fillOn(before, before + 10)]
    expect(met(first, [BEGIN], { fills })).toEqual([3_000])
    expect(met([BEGIN], [BEGIN, quote(before, 10_000)], { fills })).toEqual([3_000])
    expect(met(first, [BEGIN], { fills: [fillOn(before, before + 10, { askSize: 8 })] })).toEqual([])
    expect(met([BEGIN, end(before - 1), quote(before, 10_000)], [BEGIN], { fills })).toEqual([])
  })

  test('goes on with the server that took over the orders of the first one, after the gap', () => {
    const third = [gap(START + 1_000, START + 2_000, OWN), heardOf('begin', START + 1_000, START + 2_000), quote(before, 10_000)] // prettier-ignore
    const rows = [...rowsOf([BEGIN]), ...rowsOf(third, 'a third'), ...rowsOf([begun], OTHER)]
    expect(metIn(rows, terms)).toEqual([3_000])
    expect(
      metIn(
        rows.filter(({ gap: missed }) => !missed),
        terms,
      ),
    ).toEqual([])
  })

  test('had its terms from what a server knew that kept the listing, and is not shown to be right in a gap of one', () => {
    const courseOf = (own: readonly HeardEvent[], others: readonly HeardEvent[], change: Partial<CourseTerms> = {}) => {
      const reader = courseReader({ ...TERMS, ...terms, ...change }, () => true)
      for (const row of [...rowsOf(own), ...rowsOf(others, OTHER)]) reader.take(row)
      return reader.course()
    }
    const known = (ask: number) => [quote(START - 5, ask), BEGIN]
    const asks = courseOf(known(10_000), known(10_001)).views.map((view) => view.quote?.ask)
    expect(asks).toEqual([10_000, 10_000, 10_001, 10_001])
    expect(courseOf(known(10_000), [begun]).views).toHaveLength(2)
    expect(courseOf([], [begun])).toMatchObject({ views: [], isInGap: true })
    expect(courseOf([BEGIN], [BEGIN]).isInGap).toBe(false)
    expect(courseOf([BEGIN, gap(TERMS.until - 1, TERMS.until)], [BEGIN]).isInGap).toBe(true)
    const changes = [{ until: before, at: before + 10 }]
    const at = (ask: number) => [BEGIN, quote(before - 5, ask)]
    expect(courseOf(at(10_000), at(10_000), { changes })).toMatchObject({ isUnclear: false })
    expect(courseOf(at(10_000), [BEGIN], { changes })).toMatchObject({ isUnclear: true })
    expect(courseOf(at(10_000), [BEGIN])).toMatchObject({ isUnclear: false })
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

  test('the newest quote at a change of the terms is the one that was known then, however many came later', () => {
    const changes = [{ until: AT, at: AT + 10 }]
    const many = Array.from({ length: 200 }, (_each, n) => quote(AT + 1 + n, 11_000 + n))
    const events = [BEGIN, quote(AT - 1, 10_000), quote(AT, 10_001, AT + 11), ...many]
    expect(courseOf(events, { changes }).newestAt(AT)?.ask).toBe(10_000)
    expect(courseOf(events).newestAt(TERMS.until)?.ask).toBe(11_199)
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
