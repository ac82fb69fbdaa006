import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { DAY_MS, dayNumberOf, dayOf } from '../calendar/days.ts'
import { overEverywhere } from '../calendar/sessions.ts'
import { roundAfter, roundTime, seedDayFor } from './beacon.rules.ts'
import {
  calendarOf,
  isOnDay,
  LATE_AFTER_MS,
  seedDrawTime,
  type CalendarFacts,
  type CalendarRow,
} from './calendar.rules.ts'
import { TERMS, TEST_CHAIN } from './draw.testing.ts'
import { FREEZE_AFTER_MS } from './ipo.rules.ts'
import type { Terms } from './terms.text.ts'

const { opens, closes, delivers, lists } = TERMS
const SEEDS: Terms = { ...TERMS, beacon: { kind: 'seeds' } }
const FREEZES = closes + FREEZE_AFTER_MS
const WHOLE = overEverywhere(dayNumberOf(dayOf(Math.floor(closes / DAY_MS))))
const ROUND = roundTime(TEST_CHAIN, TERMS.beacon.kind === 'drand' ? TERMS.beacon.round : 0)

const fresh: CalendarFacts = {
  now: opens - 1,
  chain: TEST_CHAIN,
  hasRelays: true,
  frozenAt: null,
  rootAt: null,
  publishedAt: null,
  beaconAt: null,
  drawnAt: null,
  settledAt: null,
  hasNotices: true,
  noticesAt: null,
  cancelledAt: null,
  hasCrowdSeed: false,
  hasBeaconSeed: false,
  isListed: false,
}
const lineOf = ({ step, state, fault }: CalendarRow): string => [step, state, ...(fault ? [fault] : [])].join(' ')
const rowAt = (step: CalendarRow['step'], facts: Partial<CalendarFacts>, terms = TERMS) =>
  calendarOf(terms, { ...fresh, ...facts }).find((row) => row.step === step)!
const frozen = { frozenAt: FREEZES, rootAt: FREEZES }
const published = { ...frozen, publishedAt: WHOLE + MINUTE, hasCrowdSeed: true }

test('before it opens every step is due, in the order of the terms', () => {
  const rows = calendarOf(TERMS, fresh)
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'due'))
  expect(rows.map(({ dueAt }) => dueAt)).toEqual([
    opens,
    closes,
    FREEZES,
    FREEZES,
    WHOLE,
    ROUND,
    ROUND,
    ROUND,
    delivers,
    lists,
    lists,
  ])
})

describe('a step is due, running, late or done', () => {
  // prettier-ignore
  test.each<[string, CalendarRow['step'], Partial<CalendarFacts>, string, Terms?]>([
    ['a millisecond before it opens',            'opening',    { now: opens - 1 },                                                 'opening due'],
    ['when it opens',                            'opening',    { now: opens },                                                     'opening done'],
    ['before the freeze',                        'freeze',     { now: FREEZES - 1 },                                               'freeze due'],
    ['at the freeze',                            'freeze',     { now: FREEZES },                                                   'freeze running'],
    ['the last instant of its rounds',           'freeze',     { now: FREEZES + LATE_AFTER_MS },                                   'freeze running'],
    ['a millisecond later',                      'freeze',     { now: FREEZES + LATE_AFTER_MS + 1 },                               'freeze late round_missing'],
    ['the root behind a late freeze',            'root',       { now: FREEZES + HOUR },                                            'root late before'],
    ['the root of a frozen list',                'root',       { now: FREEZES + HOUR, frozenAt: FREEZES },                         'root late round_missing'],
    ['a crowd whose seed is not out',            'crowd',      { now: WHOLE + HOUR, ...frozen },                                   'crowd late seed_missing'],
    ['a crowd whose seed is out',                'crowd',      { now: WHOLE + HOUR, ...frozen, hasCrowdSeed: true },               'crowd late round_missing'],
    ['an offer without a crowd, at its freeze',  'crowd',      { now: FREEZES + HOUR, ...frozen },                                 'crowd late round_missing', { ...TERMS, crowd: false }],
    ['a round that no relay has',                'beacon',     { now: ROUND + HOUR, ...published },                                'beacon late relays'],
    ['a round without relays',                   'beacon',     { now: ROUND + HOUR, ...published, hasRelays: false },              'beacon late no_relays'],
    ['a round without its list',                 'beacon',     { now: ROUND + 5 * DAY_MS, ...frozen },                             'beacon late before'],
    ['a seed that is not out',                   'beacon',     { now: ROUND + 5 * DAY_MS, ...published },                          'beacon late seed_missing', SEEDS],
    ['a seed that is out',                       'beacon',     { now: ROUND + 5 * DAY_MS, ...published, hasBeaconSeed: true },     'beacon late round_missing', SEEDS],
    ['a draw behind its beacon',                 'draw',       { now: ROUND + HOUR, ...published },                                'draw late before'],
    ['a draw with its beacon',                   'draw',       { now: ROUND + HOUR, ...published, beaconAt: ROUND },               'draw late round_missing'],
    ['a settlement behind its draw',             'settlement', { now: ROUND + HOUR, ...published, beaconAt: ROUND },               'settlement late before'],
    ['a delivery of shares not yet allotted',    'delivery',   { now: delivers + HOUR },                                           'delivery late before'],
    ['a delivery to a market without the company', 'delivery', { now: delivers + HOUR, settledAt: ROUND },                         'delivery late listing_missing'],
    ['a delivery',                               'delivery',   { now: delivers, settledAt: ROUND, isListed: true },                'delivery done'],
    ['a listing a millisecond early',            'listing',    { now: lists - 1, settledAt: ROUND, isListed: true },               'listing due'],
    ['a listing',                                'listing',    { now: lists, settledAt: ROUND, isListed: true },                   'listing done'],
    ['notices a millisecond before they trade',  'notices',    { now: lists - 1, settledAt: ROUND, isListed: true },               'notices due'],
    ['notices when they trade',                  'notices',    { now: lists, settledAt: ROUND, isListed: true },                   'notices running'],
    ['notices that no round sends',              'notices',    { now: lists + HOUR, settledAt: ROUND, isListed: true },            'notices late round_missing'],
    ['notices of shares not yet allotted',       'notices',    { now: lists + HOUR },                                              'notices late before'],
    ['notices that are sent',                    'notices',    { now: lists + HOUR, settledAt: ROUND, noticesAt: lists + 1 },      'notices done'],
  ])('%s', (_what, step, facts, answer, terms = TERMS) => {
    expect(lineOf(rowAt(step, facts, terms))).toBe(answer)
  })
})

test('shares that traded before there were notices of it have no such step', () => {
  const rows = calendarOf(TERMS, { ...fresh, now: lists + HOUR, settledAt: ROUND, isListed: true, hasNotices: false })
  expect(rows.at(-1)?.step).toBe('listing')
})

describe('the beacon', () => {
  const announced = TERMS.beacon.kind === 'drand' ? TERMS.beacon.round : 0

  test('is the announced round if the root is public 60 seconds before it, and void a millisecond later', () => {
    expect(rowAt('beacon', { ...published, publishedAt: ROUND - MINUTE })).toMatchObject({
      round: announced,
      voidRound: null,
      dueAt: ROUND,
    })
    const noon = (Math.floor(ROUND / DAY_MS) + 1) * DAY_MS + 12 * HOUR
    const round = roundAfter(TEST_CHAIN, noon)
    expect(rowAt('beacon', { ...published, publishedAt: ROUND - MINUTE + 1 })).toMatchObject({
      round,
      voidRound: announced,
      dueAt: roundTime(TEST_CHAIN, round),
    })
  })

  test('of seeds is due when the day that begins after the root is over', () => {
    const publishedAt = WHOLE + MINUTE
    expect(rowAt('beacon', { ...published, publishedAt }, SEEDS)).toMatchObject({
      dueAt: overEverywhere(dayNumberOf(seedDayFor(publishedAt))),
      round: null,
    })
  })
})

test('of a withdrawn offer the steps that were done stay, with its withdrawal and the release', () => {
  const cancelledAt = closes - HOUR
  const rows = calendarOf(TERMS, { ...fresh, now: closes + HOUR, cancelledAt })
  expect(rows.map(lineOf)).toEqual(['opening done', 'withdrawal done', 'release late round_missing'])
  expect(lineOf(calendarOf(TERMS, { ...fresh, now: closes, cancelledAt, settledAt: cancelledAt + 1 }).at(-1)!)).toBe(
    'release done',
  )
})

// prettier-ignore
test.each<[string, number | null, number | null, boolean]>([
  ['due at its first instant', Date.parse('2026-11-27T23:00:00Z'),     null,                                 true],
  ['due a millisecond before', Date.parse('2026-11-27T22:59:59.999Z'), null,                                 false],
  ['done on it',               Date.parse('2026-11-27T12:00:00Z'),     Date.parse('2026-11-28T22:59:59Z'),   true],
  ['due after it',             Date.parse('2026-11-28T23:00:00Z'),     null,                                 false],
])('a step belongs to a day of Madrid, whose times the console shows: %s', (_what, dueAt, doneAt, is) => {
  expect(isOnDay({ dueAt, doneAt }, '2026-11-28')).toBe(is)
})

test('a draw by seeds has its time from the terms, and from the root once it is public', () => {
  expect(new Date(seedDrawTime(SEEDS, null)).toISOString()).toBe('2026-12-01T05:00:00.000Z')
  expect(seedDrawTime(SEEDS, null)).toBe(rowAt('draw', {}, SEEDS).dueAt)
  const late = WHOLE + 24 * HOUR
  expect(seedDrawTime(SEEDS, late)).toBe(rowAt('draw', { ...published, publishedAt: late }, SEEDS).dueAt)
  expect(new Date(seedDrawTime({ ...SEEDS, crowd: false }, null)).toISOString()).toBe('2026-11-30T05:00:00.000Z')
})
