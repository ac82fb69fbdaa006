import { describe, expect, test } from 'vitest'
import { venueOf, type ListingId } from '../../base/amount.ts'
import { HOUR, type Instant } from '../../base/instant.ts'
import { dayNumberOf, dayOf, localInstant, zoneOf } from '../../calendar/days.ts'
import { HOURS } from '../../calendar/sessions.ts'
import type { MarketAction } from '../../market/actions.ts'
import { checkerFor } from '../../proof/house.check.ts'
import { checkedListings } from '../../proof/listings.check.ts'
import { practiceMarket } from '../practice.ts'
import { testHouse } from '../practice.testing.ts'
import { makeWorld, type PracticeHouse } from '../world.ts'

/* Dividends of version 4: they are announced by what everybody knows, and take their amount from the price. */

const LONG = { timeout: 120_000 }
const OPENING = dayNumberOf('2026-10-01')
const UNTIL = Date.UTC(2026, 10, 20, 12)

type Dividend = Extract<MarketAction, { kind: 'dividend' }>
const announcedIn = (house: PracticeHouse, until: Instant): readonly Dividend[] =>
  (practiceMarket(house).actionsBy?.(until) ?? []).filter((action) => action.kind === 'dividend')

describe.each(HOURS)('with hours %s', (hours) => {
  const house = { ...testHouse(hours), splitsFrom: null }
  const market = practiceMarket(house)
  const announced = announcedIn(house, UNTIL)

  test('are announced seven days ahead, for the first time on the opening day', () => {
    expect(announced.length).toBeGreaterThan(20)
    for (const { listing, exDay, announcedAt, recordAt, exAt } of announced) {
      const zone = zoneOf(venueOf(listing))
      expect(announcedAt).toBe(localInstant(zone, dayNumberOf(exDay) - 7, 0))
      expect(exAt).toBe(localInstant(zone, dayNumberOf(exDay), 0))
      const session = market.sessionAt(venueOf(listing), exAt + 1)
      expect([session?.day, recordAt <= exAt]).toEqual([exDay, true])
      expect(market.sessionAt(venueOf(listing), recordAt)?.close).toBe(recordAt)
      expect(dayNumberOf(exDay)).toBeGreaterThanOrEqual(OPENING + 7)
    }
    expect(announced.filter(({ announcedAt }) => announcedAt < localInstant('Europe/Madrid', OPENING, 0))).toEqual([])
  })

  test('follow from seeds of days before their announcement', LONG, () => {
    const last = dayNumberOf('2026-10-20')
    const known = { ...house, daySeed: (day: Parameters<PracticeHouse['daySeed']>[0]) => (dayNumberOf(day) < last ? house.daySeed(day) : null) } // prettier-ignore
    const at = localInstant('Europe/Madrid', last, 0)
    const some = announcedIn(known, at)
    expect(some.length).toBeGreaterThan(5)
    expect(some).toEqual(announcedIn(house, at))
  })

  test('are whole cents of at most five per cent a year, and four a year in New York', () => {
    const year = announcedIn(house, Date.UTC(2027, 9, 1))
    const byListing = new Map<ListingId, Dividend[]>()
    for (const one of year) byListing.set(one.listing, [...(byListing.get(one.listing) ?? []), one])
    for (const [listing, all] of byListing) {
      for (const { amount, announcedAt } of all) {
        expect(amount % 100n).toBe(0n)
        const close = market.quoteAt(listing, announcedAt)!.last
        expect(Number(amount) / Number(close)).toBeLessThanOrEqual(listing.startsWith('XMAD') ? 0.05 : 0.0125)
      }
      expect(all.length).toBeLessThanOrEqual(listing.startsWith('XMAD') ? 2 : 4)
    }
    expect([...byListing].some(([listing, all]) => listing.startsWith('XN') && all.length === 4)).toBe(true)
    expect([...byListing].some(([listing]) => listing.startsWith('XMAD'))).toBe(true)
  })

  test('take their amount from the open of the ex-day, and change no price before', () => {
    const without = practiceMarket({ ...house, plansFrom: null })
    const seen = new Set<ListingId>()
    for (const { listing, exAt, recordAt, amount } of announced) {
      if (seen.has(listing) || exAt + 12 * HOUR > UNTIL) continue
      seen.add(listing)
      expect(market.quoteAt(listing, recordAt)).toEqual(without.quoteAt(listing, recordAt))
      const open = (of: typeof market) => of.candlesAt(listing, 'day', { from: exAt, to: exAt + 24 * HOUR, most: 1 }, exAt + 36 * HOUR).open[0]! // prettier-ignore
      const before = open(without)
      expect(Math.abs(Number(before - open(market) - (amount * before) / market.quoteAt(listing, recordAt)!.last))).toBeLessThanOrEqual(Number(before > 10_000n ? 150n : 3n)) // prettier-ignore
    }
    expect(seen.size).toBeGreaterThan(10)
  })

  test('are those of the second implementation, on their ex-days and after', LONG, () => {
    const checker = checkerFor(
      { ...house, turnsOn: null, plansFrom: house.openingDay, splitsFrom: null },
      house.daySeed,
    )
    const { rows, companies } = makeWorld(house)
    const listings = checkedListings([...companies.keys()])
    for (const { listing, exDay, exAt } of announced.filter((_, n) => n % 7 === 0)) {
      const { line } = rows.get(listing)!
      line.days.dayAt(exAt + 40 * HOUR)
      for (const number of [dayNumberOf(exDay), dayNumberOf(exDay) + 1]) {
        const day = line.days.days.find((of) => of.number === number)
        const checked = checker.share(listings.company(listing)!.facts, number)
        expect(checked?.day() ?? null).toEqual(day ? line.first(day, day.minutes) : null)
      }
    }
  })
})

test('announcements are the same list until the next midnight, and of the past only those made by then', () => {
  const { actionsBy } = practiceMarket(testHouse('exchange'))
  if (!actionsBy) throw new Error('a house of version 4 has dividends')
  const all = actionsBy(UNTIL)
  expect(actionsBy(UNTIL + 9 * HOUR)).toBe(all)
  expect(actionsBy(UNTIL + 5 * 24 * HOUR)).not.toBe(all)
  const past = actionsBy(UNTIL - 20 * 24 * HOUR)
  expect(past).toEqual(all.filter(({ announcedAt }) => announcedAt <= UNTIL - 20 * 24 * HOUR))
})

test('a house that turned to version 3 on the same day has none by a close of version 2', () => {
  const turnsOn = '2026-10-20'
  const actions = announcedIn({ ...testHouse('always'), turnsOn, plansFrom: turnsOn }, UNTIL)
  const first = actions.reduce((least, { announcedAt }) => Math.min(least, announcedAt), Infinity)
  expect(dayOf(Math.floor(first / (24 * HOUR)) + 1) > turnsOn).toBe(true)
  expect(actions.length).toBeGreaterThan(5)
})
