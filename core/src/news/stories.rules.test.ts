import { describe, expect, test } from 'vitest'
import { priceE4, type ListingId } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import type { Instrument, Session } from '../market/market.contract.ts'
import { nextStepOf, stepsOf } from './steps.rules.ts'
import { MOST, storiesFor, type StoryContext, type MarketView, type Story } from './stories.rules.ts'

const OPEN = Date.parse('2026-11-20T08:00:00Z')
const session: Session = { venue: 'XMAD', day: '2026-11-20', open: OPEN, close: OPEN + 8.5 * HOUR }
const context = (what: StoryContext['step']['what'], more: Partial<StoryContext> = {}): StoryContext => ({
  zone: 'Europe/Madrid',
  session,
  step: { at: OPEN + HOUR, what },
  isEarly: false,
  isExchange: true,
  week: null,
  ...more,
})

const share = (listing: ListingId, sharesInIssue: bigint, sector: Instrument['sector'] = 'energy'): Instrument =>
  ({ listing, kind: 'share', name: listing, sector, sharesInIssue, profile: {} }) as unknown as Instrument

interface PriceMove {
  readonly instrument: Instrument
  readonly last: number
  readonly previous: number
}

function view(rows: readonly PriceMove[], more: Partial<MarketView> = {}): MarketView {
  const byListing = new Map(rows.map((row) => [row.instrument.listing, row]))
  return {
    figures: {
      listings: [...byListing.keys()],
      last: rows.map(({ last }) => last),
      previousClose: rows.map(({ previous }) => previous),
      worth: rows.map(({ instrument, last }) => last * Number(instrument.sharesInIssue)),
    },
    find: (listing) => byListing.get(listing)?.instrument ?? null,
    dayOf: () => ({ low: priceE4(90_000n), high: priceE4(110_000n) }),
    usualBps: () => 100n,
    reporting: [],
    published: new Set(),
    weekBefore: null,
    ...more,
  }
}

const moved = (code: string, last: number, worth = 1_000n): PriceMove => ({
  instrument: share(`XMAD:${code}`, worth),
  last,
  previous: 100_000,
})
const summariesOf = (stories: readonly Story[]): string[] =>
  stories.map(({ facts, listings }) => `${facts.topic} ${listings.join()}`)

describe('the moments of a session', () => {
  test('are every hour of a venue’s own, every three of a whole day, and the close', () => {
    expect(stepsOf(session).map(({ what }) => what)).toEqual([
      'open',
      'first',
      ...Array<string>(7).fill('later'),
      'close',
    ])
    const day = stepsOf({ open: 0, close: 24 * HOUR })
    expect(day.map(({ at }) => at / HOUR)).toEqual([1 / 3_600, 3, 6, 9, 12, 15, 18, 21, 24])
  })

  test('come one after the other, each once', () => {
    const steps = stepsOf(session)
    for (const [at, step] of steps.entries()) {
      expect(nextStepOf(session, step.at - 1)).toEqual(step)
      expect(nextStepOf(session, step.at)).toEqual(steps[at + 1] ?? null)
    }
  })
})

// prettier-ignore
test.each<[line: string, last: number, usual: bigint | null, isNews: boolean]>([
  ['four per cent',                        104_000, 100n, true],
  ['a hundredth of a per cent less',       103_999, 100n, false],
  ['a fall of four per cent',               96_000, 100n, true],
  ['a fall that is shown as four per cent', 96_001, 100n, true],
  ['a fall of less',                       96_010, 100n, false],
  ['three times the usual day',            104_000, 133n, true],
  ['less than three times the usual day',  104_000, 134n, false],
  ['a name whose usual day is not known',  120_000, null, false],
  ['a name that never moved',              120_000, 0n,   false],
])('a move is news by its size and by what is usual for that name: %s', (_line, last, usual, isNews) => {
  const stories = storiesFor(context('later'), view([moved('ABC', last)], { usualBps: () => usual }))
  expect(summariesOf(stories)).toEqual(isNews ? ['move XMAD:ABC'] : [])
})

test('of many moves only the largest companies get a story, up to a limit, and none twice in a session', () => {
  const rows = Array.from({ length: 9 }, (_row, n) => moved(`A${n}`, 110_000, BigInt(n + 1)))
  expect(summariesOf(storiesFor(context('later'), view(rows)))).toEqual(['move XMAD:A8', 'move XMAD:A7'])
  const already = new Set<ListingId>(['XMAD:A8', 'XMAD:A6'])
  expect(summariesOf(storiesFor(context('later'), view(rows, { published: already })))).toEqual([
    'move XMAD:A7',
    'move XMAD:A5',
  ])
  const { aSession, reports } = MOST['Europe/Madrid']
  const full = new Set(Array.from({ length: aSession + reports }, (_told, n): ListingId => `XMAD:T${n}`))
  expect(storiesFor(context('later'), view(rows, { published: full }))).toEqual([])
})

test('reports are news at the first step, the largest company first, and not again as a move', () => {
  const rows = Array.from({ length: 6 }, (_row, n) => moved(`R${n}`, 110_000, BigInt(n + 1)))
  const reporting = rows.map(({ instrument }) => instrument.listing)
  const stories = storiesFor(context('first'), view(rows, { reporting }))
  expect(summariesOf(stories)).toEqual([
    'earnings XMAD:R5', 'earnings XMAD:R4', 'earnings XMAD:R3', 'earnings XMAD:R2', 'move XMAD:R1', 'move XMAD:R0',
  ]) // prettier-ignore
  expect(stories.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5])
  expect(new Set(stories.map(({ key }) => key)).size).toBe(6)
})

test('an open is always news on a venue with hours, around the clock only with reports', () => {
  const rows = [moved('ABC', 100_000)]
  expect(summariesOf(storiesFor(context('open'), view(rows)))).toEqual(['open '])
  expect(summariesOf(storiesFor(context('open', { isExchange: false }), view(rows)))).toEqual([])
  const reporting: ListingId[] = ['XMAD:ABC']
  expect(summariesOf(storiesFor(context('open', { isExchange: false }), view(rows, { reporting })))).toEqual([
    'open XMAD:ABC',
  ])
})

test('a close story has the index with its best and worst member, and the market’s breadth', () => {
  const members: ListingId[] = ['XMAD:UP', 'XMAD:DOWN', 'XMAD:FLAT']
  const index = { ...share('XMAD:IX', 0n, 'none'), kind: 'index', members } as Instrument
  const rows = [
    moved('UP', 102_000),
    moved('DOWN', 99_000),
    moved('FLAT', 100_000),
    { instrument: index, last: 101_000, previous: 100_000 },
  ]
  const [first, second, ...rest] = storiesFor(context('close'), view(rows))
  expect(rest).toEqual([])
  expect(first?.facts).toMatchObject({
    topic: 'index',
    breadth: { up: 1, down: 1, flat: 1 },
    best: { listing: 'XMAD:UP', bps: 200n },
    worst: { listing: 'XMAD:DOWN', bps: -100n },
  })
  expect(second?.facts).toMatchObject({ topic: 'close', breadth: { up: 1, down: 1, flat: 1 } })
})

test('a week story has each sector’s total worth, once the week is over', () => {
  const rows = [
    { instrument: share('XMAD:A', 30n, 'energy'), last: 110_000, previous: 100_000 },
    { instrument: share('XMAD:B', 10n, 'energy'), last: 100_000, previous: 100_000 },
    { instrument: share('XMAD:C', 10n, 'health'), last: 90_000, previous: 100_000 },
    { instrument: share('XMAD:NEW', 10n, 'health'), last: 90_000, previous: 100_000 },
  ]
  const weekBefore = {
    listings: ['XMAD:A', 'XMAD:B', 'XMAD:C', 'XMAD:NEW'] as const,
    // B has split its shares one for two since.
    last: [100_000, 200_000, 100_000, 0],
    previousClose: [],
    worth: [3_000_000, 1_000_000, 1_000_000, 0],
  }
  const week = { from: '2026-11-16', to: '2026-11-20' } as const
  const stories = storiesFor(context('close', { week }), view(rows, { weekBefore }))
  expect(stories.find(({ facts }) => facts.topic === 'week')?.facts).toEqual({
    topic: 'week', ...week, sectors: [{ sector: 'energy', bps: 750n }, { sector: 'health', bps: -1_000n }],
  }) // prettier-ignore
  expect(
    summariesOf(storiesFor(context('close'), view(rows, { weekBefore }))).some((line) => line.startsWith('week')),
  ).toBe(false)
})

test('leaves out listings without a price or a previous close, and makes no story without listings', () => {
  const rows = [{ ...moved('NONE', 0) }, { ...moved('FRESH', 200_000), previous: 0 }]
  expect(storiesFor(context('later'), view(rows))).toEqual([])
  expect(storiesFor(context('close'), view([]))).toEqual([])
})
