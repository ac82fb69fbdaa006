import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { DAY_MS, dayNumberOf, localInstant, zoneOf } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { INTERVALS } from '../market/market.contract.ts'
import { practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { makeWorld } from './world.ts'

/** A house that opened with version 2 and goes on with version 3 from an announced day. */

const TURN = '2026-11-18'
const NEVER = '9999-01-01'
const LISTINGS = ['XNYS:LMR', 'XASE:ZPH', 'XNAS:MRVD', 'XMAD:LGM'] as const
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }

describe.each(HOURS)('with hours %s', { timeout: 60_000 }, (hours) => {
  const house = { ...testHouse(hours), turnsOn: TURN } as const
  const [market, two] = [practiceMarket(house), practiceMarket({ ...house, turnsOn: NEVER })]
  const turnAt = (listing: ListingId): number =>
    localInstant(zoneOf(listing.slice(0, 4) as 'XNYS'), dayNumberOf(TURN), 0)

  test.each(LISTINGS)('%s has its prices of version 2 until the turn, quotes and candles of every kind', (listing) => {
    for (const until of [turnAt(listing) - 1_000, turnAt(listing) - 3 * DAY_MS - 12_345_000]) {
      expect(market.quoteAt(listing, until)).toEqual(two.quoteAt(listing, until))
      expect(market.quotesIn(listing, until - 90_000, until, 200)).toEqual(
        two.quotesIn(listing, until - 90_000, until, 200),
      )
      expect(market.dayFiguresAt(listing, until)).toEqual(two.dayFiguresAt(listing, until))
      for (const interval of INTERVALS) {
        const range = { ...EVER, most: 4 }
        expect(market.candlesAt(listing, interval, range, until)).toEqual(
          two.candlesAt(listing, interval, range, until),
        )
      }
    }
  })

  test.each(LISTINGS)('%s goes on from the last price of version 2, and otherwise than version 2', (listing) => {
    const { line } = makeWorld(house).rows.get(listing)!
    line.days.dayAt(turnAt(listing) + 2 * DAY_MS)
    const first = line.days.days.find(({ version }) => version === 3)!
    expect(first.number).toBe(dayNumberOf(TURN))
    const before = line.close(line.days.days[first.index - 1]!)
    const { open } = line.first(first, 1)
    // With sessions a night lies between the two.
    if (hours === 'always') expect(open).toBe(before)
    else expect(Math.abs(Math.log(open / before))).toBeLessThan(0.3)
    const after = turnAt(listing) + 20 * 3_600_000
    expect(market.quoteAt(listing, after)).not.toEqual(two.quoteAt(listing, after))
  })

  test('the exchange rate goes on from where version 2 left it', () => {
    const turn = localInstant('America/New_York', dayNumberOf(TURN), 0)
    expect(market.rateAt(turn - 1)).toEqual(two.rateAt(turn - 1))
    const [before, after] = [market.rateAt(turn)!, market.rateAt(turn + 1)!]
    expect(Math.abs(Number(after.rate) / Number(before.rate) - 1)).toBeLessThan(0.000_01)
    expect(market.rateAt(turn + 12 * 3_600_000)).not.toEqual(two.rateAt(turn + 12 * 3_600_000))
  })

  test('an index passes from one version to the other with its members', () => {
    const until = turnAt('XMAD:LM35') + 18 * 3_600_000
    const days = market.candlesAt('XMAD:LM35', 'day', { ...EVER, most: 5 }, until)
    expect(days.at).toHaveLength(5)
    // A few members report on that day.
    if (hours === 'always') expect(Math.abs(Number(days.open[4]) / Number(days.close[3]) - 1)).toBeLessThan(0.01)
    expect(market.dayFiguresAt('XMAD:LM35', until)!.previousClose).toBe(days.close[3])
  })

  test('a week with days of both versions is the sum of its days', () => {
    const until = turnAt('XNYS:LMR') + 3 * DAY_MS
    const [week] = [market.candlesAt('XNYS:LMR', 'week', { ...EVER, most: 1 }, until)]
    const days = market.candlesAt('XNYS:LMR', 'day', { from: week.at[0]!, to: until, most: 9 }, until)
    expect(days.at.length).toBeGreaterThan(3)
    expect(week.open[0]).toBe(days.open[0])
    expect(week.close[0]).toBe(days.close.at(-1))
    expect(week.volume[0]).toBe(days.volume.reduce((sum, volume) => sum + volume))
  })

  test('the first days of version 3 need no seed of a later day', () => {
    const until = turnAt('XNYS:LMR') + 15 * 3_600_000
    const latest = dayNumberOf(TURN)
    const ignorant = practiceMarket({
      ...house,
      daySeed: (day) => (dayNumberOf(day) > latest ? null : house.daySeed(day)),
    })
    for (const listing of LISTINGS) {
      expect(ignorant.quoteAt(listing, until)).toEqual(market.quoteAt(listing, until))
    }
  })
})
