import { expect, test } from 'vitest'
import { AHEAD_DAYS, BACK_DAYS, countByDay, calendarFor, type VenueDay, type WhichEarnings } from './earnings.rules.ts'

const TODAY = 20_000
const report = (place: number, from: number, marketCap = 1) => ({ place, day: TODAY + from, marketCap })
const during: VenueDay = { today: TODAY, latest: TODAY }
const before: VenueDay = { today: TODAY, latest: TODAY - 3 }
const never: VenueDay = { today: TODAY, latest: null }

// prettier-ignore
test.each<[WhichEarnings, string, VenueDay, from: number, isIn: boolean]>([
  ['upcoming', 'today, before the open',     before, 0,              true],
  ['upcoming', 'today, during the session',  during, 0,              true],
  ['upcoming', 'yesterday',                  during, -1,             false],
  ['upcoming', 'the last day looked ahead',  during, AHEAD_DAYS,     true],
  ['upcoming', 'a day later',                during, AHEAD_DAYS + 1, false],
  ['reported', 'today, before the open',     before, 0,              false],
  ['reported', 'today, during the session',  during, 0,              true],
  ['reported', 'the session before today',   before, -3,             true],
  ['reported', 'tomorrow',                   during, 1,              false],
  ['reported', 'the last day looked back',   during, -BACK_DAYS,     true],
  ['reported', 'a day earlier',              during, -BACK_DAYS - 1, false],
  ['reported', 'before any session',         never,  -1,             false],
])('%s: %s', (which, _what, venueDay, from, isIn) => {
  expect(calendarFor([report(1, from)], which, () => venueDay)).toHaveLength(isIn ? 1 : 0)
})

const MANY = [report(1, 2), report(2, 0, 5), report(3, 0, 9), report(4, -1), report(5, -1), report(6, -4)]

test('the next day first, the largest company first in it', () => {
  expect(calendarFor(MANY, 'upcoming', () => during).map(({ place }) => place)).toEqual([3, 2, 1])
})

test('past reports come latest day first, ties in their order', () => {
  expect(calendarFor(MANY, 'reported', () => during).map(({ place }) => place)).toEqual([3, 2, 4, 5, 6])
})

test('each venue has its own day', () => {
  const days = (place: number) => (place === 2 ? before : during)
  expect(calendarFor(MANY, 'reported', days).map(({ place }) => place)).toEqual([3, 4, 5, 6])
})

test('counts the reports of each day', () => {
  expect([...countByDay(MANY)]).toEqual([
    [TODAY + 2, 1],
    [TODAY, 2],
    [TODAY - 1, 2],
    [TODAY - 4, 1],
  ])
})
