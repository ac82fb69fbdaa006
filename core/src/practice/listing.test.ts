import { describe, expect, test } from 'vitest'
import { venueOf } from '../base/amount.ts'
import { dayNumberAt, dayNumberOf, localInstant, zoneOf } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { practiceListing } from '../ipo/practice.rules.ts'
import { offeredCompany } from '../universe/universe.ts'
import { practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'

/* Companies that come to a market while it runs. */

const NUMBERS = Array.from({ length: 16 }, (_offer, number) => number)
const ALL = { from: 0, to: Infinity, most: 400 } as const

describe.each(HOURS)('with hours %s', { timeout: 120_000 }, (hours) => {
  const house = testHouse(hours)
  const listings = NUMBERS.map((number) => practiceListing(number, house, offeredCompany(number)))
  const [one] = listings as [(typeof listings)[number]]
  const { listing } = one.company
  const firstOpen = localInstant(zoneOf(venueOf(listing)), one.first.day, 0)
  const until = Date.UTC(2027, 5, 20, 12)

  test('a company that lists in a running market has the prices of one that was there from the start', () => {
    const [running, whole, usual] = [practiceMarket(house), practiceMarket(house), practiceMarket(house)]
    whole.list(listings)
    const shares = house.universe.shares.length
    const before = Date.UTC(2026, 9, 5, 15)
    expect(running.boardAt(before).listings).toHaveLength(running.instruments.length)
    expect([running.quoteAt(listing, until), running.actionsBy?.(before)]).toEqual([null, usual.actionsBy?.(before)])
    running.list(listings.slice(0, 1))
    running.list(listings)
    expect(running.instruments.slice(shares + house.universe.indices.length)).toEqual(listings.map(({ company }) => company)) // prettier-ignore
    for (const { company } of listings) {
      expect(running.dayFiguresAt(company.listing, until)).toEqual(whole.dayFiguresAt(company.listing, until))
    }
    expect(running.actionsBy?.(until)).toEqual(whole.actionsBy?.(until))
    expect({ ...running.boardAt(until) }).toEqual({ ...whole.boardAt(until) })
    // Nobody else's price is another.
    const others = running.boardAt(until)
    const alone = usual.boardAt(until)
    expect(others.last.slice(0, alone.last.length)).toEqual(alone.last)
  })

  test('it has no price, no halt and no report before its first day, and opens around its offer', () => {
    const market = practiceMarket(house)
    market.list(listings)
    const place = market.instruments.findIndex((each) => each.listing === listing)
    for (const at of [Date.UTC(2026, 9, 2, 15), firstOpen - 1]) {
      expect([market.quoteAt(listing, at), market.dayFiguresAt(listing, at), market.haltedAt?.(listing, at)]).toEqual([null, null, false]) // prettier-ignore
      expect([market.boardAt(at).last[place], market.candlesAt(listing, 'day', ALL, at).at]).toEqual([0, []])
    }
    for (const { company, first } of listings) {
      const [report = null] = market.reportDays(company.listing, '2026-10-01', '2027-12-31')
      expect([company.listing, report !== null && dayNumberOf(report) >= first.day]).toEqual([company.listing, true])
      const { open, at } = market.candlesAt(company.listing, 'day', ALL, until)
      expect(dayNumberAt(zoneOf(venueOf(company.listing)), (at[0] ?? 0) + 1)).toBe(first.day)
      expect(Math.abs(Number(open[0]) / first.price - 1)).toBeLessThan(0.25)
    }
  })

  test('its dividends and splits follow from closes of its own', () => {
    const market = practiceMarket(house)
    market.list(listings)
    const firsts = new Map(listings.map(({ company, first }) => [company.listing, first.day]))
    const own = (market.actionsBy?.(until) ?? []).filter((action) => firsts.has(action.listing))
    expect(own.length).toBeGreaterThan(5)
    for (const action of own) {
      const first = firsts.get(action.listing) ?? 0
      expect([action.exDay, dayNumberOf(action.exDay) >= first + 8]).toEqual([action.exDay, true])
      expect(action.announcedAt).toBeGreaterThan(localInstant(zoneOf(venueOf(action.listing)), first, 0))
    }
  })

  test('the first day of an offer is the day of the session with which it lists', () => {
    expect(one.first.day).toBe(dayNumberOf(hours === 'always' ? '2026-10-10' : '2026-10-12'))
  })
})
