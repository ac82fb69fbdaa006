import { describe, expect, test } from 'vitest'
import { venueOf, type ListingId } from '../../base/amount.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../../base/instant.ts'
import { stepsOf } from '../../base/maths.ts'
import { dayNumberOf, dayOf, localInstant, zoneOf } from '../../calendar/days.ts'
import { HOURS } from '../../calendar/sessions.ts'
import type { MarketAction } from '../../market/actions.ts'
import { checkerFor } from '../../proof/house.check.ts'
import { checkedListings } from '../../proof/listings.check.ts'
import { practiceUniverse } from '../../universe/universe.ts'
import type { ShareLine } from '../lines.ts'
import { practiceMarket } from '../practice.ts'
import { testHouse } from '../practice.testing.ts'
import { dividendsFor } from '../v4/dividends.ts'
import { makeWorld, type PracticeHouse } from '../world.ts'
import { ratioAt, splitMove, splitsFor } from './splits.ts'

/* Splits of version 5: they are announced by what everybody knows, and take from the price what they add in shares. */

const LONG = { timeout: 120_000 }
const OPENING = dayNumberOf('2026-10-01')
const UNTIL = Date.UTC(2027, 9, 20, 12)
const DAY = 24 * HOUR

type Split = Extract<MarketAction, { kind: 'split' }>
const splitsIn = (house: PracticeHouse, until: Instant): readonly Split[] =>
  (practiceMarket(house).actionsBy?.(until) ?? []).filter((action) => action.kind === 'split')

// prettier-ignore
test.each<[string, number, string]>([
  // the price               in units  the split of a company that wants 120.00 at most, and 10.00 at least
  ['200.00 and less',         1_999_900, 'none'],
  ['just above 200.00',       2_000_100, '1:2'],
  ['so dear that 3:2 is not', 2_399_000, '1:2'],
  ['240.00 and more',         2_401_000, '1:3'],
  ['very dear',              11_000_000, '1:10'],
  ['dearer than any ratio', 500_000_000, '1:50'],
  ['1.00 and more',              10_010, 'none'],
  ['just below 1.00',             9_990, '20:1'],
  ['below 0.50',                  4_990, '50:1'],
  ['cheaper than any ratio',         20, '100:1'],
])('a price of %s', (_what, price, expected) => {
  const splits = { from: 0, quarters: [true], offset: 8, goal: { dear: 1_200_000, cheap: 100_000 } }
  const ratio = ratioAt(splits, stepsOf(price))
  expect(ratio ? `${ratio.from}:${ratio.to}` : 'none').toBe(expected)
})

test('a company that wants 150.00 splits three for two', () => {
  const splits = { from: 0, quarters: [true], offset: 8, goal: { dear: 1_500_000, cheap: 100_000 } }
  expect(ratioAt(splits, stepsOf(2_200_000))).toEqual({ from: 2, to: 3 })
  expect(splitMove({ from: 2, to: 3 })).toBe(stepsOf(2) - stepsOf(3))
})

test('no split of a company is announced or due while a dividend of it is, and one in five never splits', () => {
  const { historySeed, universe } = { ...testHouse('always'), universe: practiceUniverse() }
  const [splitsOf, dividendsOf] = [splitsFor(historySeed, OPENING), dividendsFor(historySeed, OPENING)]
  const listings = universe.shares.map(({ listing }) => listing)
  const apart = listings.flatMap((listing) => {
    const [splits, dividends] = [splitsOf(listing), dividendsOf(listing)]
    return splits && dividends ? [Math.abs(splits.offset - dividends.offset)] : []
  })
  // A week's announcement, and at most five days without trading.
  expect(Math.min(...apart)).toBe(14)
  expect(Math.max(...apart)).toBe(42)
  const offsets = listings.flatMap((listing) => splitsOf(listing)?.offset ?? [])
  expect([Math.min(...offsets), Math.max(...offsets)]).toEqual([8, 63])
  expect(Math.abs(offsets.length / listings.length - 0.8)).toBeLessThan(0.02)
})

describe.each(HOURS)('with hours %s', (hours) => {
  const house = testHouse(hours)
  const market = practiceMarket(house)
  const announced = splitsIn(house, UNTIL)

  test('are announced seven days ahead, by a close above 200.00 or below 1.00', LONG, () => {
    expect(announced.filter(({ ratio }) => ratio.to > ratio.from).length).toBeGreaterThan(3)
    for (const { listing, exDay, announcedAt, recordAt, exAt, ratio } of announced) {
      const zone = zoneOf(venueOf(listing))
      expect(announcedAt).toBe(localInstant(zone, dayNumberOf(exDay) - 7, 0))
      expect(exAt).toBe(localInstant(zone, dayNumberOf(exDay), 0))
      expect(market.sessionAt(venueOf(listing), exAt + 1)?.day).toBe(exDay)
      expect(market.sessionAt(venueOf(listing), recordAt)?.close).toBe(recordAt)
      expect(dayNumberOf(exDay)).toBeGreaterThanOrEqual(OPENING + 7)
      const { last } = market.quoteAt(listing, announcedAt)!
      expect(ratio.to > ratio.from ? last > 1_999_000n : last < 10_010n).toBe(true)
    }
  })

  test('follow from seeds of days before their announcement, for one listing as for all', LONG, () => {
    const [split] = announced
    const last = dayNumberOf(split!.exDay) - 7
    const known = { ...house, daySeed: (day: Parameters<PracticeHouse['daySeed']>[0]) => (dayNumberOf(day) < last ? house.daySeed(day) : null) } // prettier-ignore
    const at = split!.announcedAt
    expect(splitsIn(known, at).filter(({ listing }) => listing === split!.listing)).toEqual([split])
    expect(practiceMarket(known).movesOf?.(split!.listing, at)).toEqual([split])
    expect(practiceMarket(known).movesOf?.(split!.listing, at - 1)).toEqual([])
    for (const { listing } of announced)
      expect(market.movesOf?.(listing, UNTIL)).toEqual(announced.filter((of) => of.listing === listing))
  })

  test('leave a share of before worth what it would be without them, on every day', LONG, () => {
    const alone = { ...house, plansFrom: null }
    const [split, whole] = [makeWorld(alone), makeWorld({ ...alone, splitsFrom: null })]
    const seen = new Set(splitsIn(alone, UNTIL).map(({ listing }) => listing))
    expect(seen.size).toBeGreaterThan(3)
    for (const listing of seen) {
      const [one, other] = [split.rows.get(listing)!.line, whole.rows.get(listing)!.line]
      for (const line of [one, other]) line.days.dayAt(UNTIL)
      const sharesOn = (index: number): number => (one as ShareLine).sharesOn(one.days.days[index]!)
      for (let index = one.days.historyDays() - 1; index < one.days.days.length; index += 5) {
        const [price, without] = [one.close(one.days.days[index]!), other.close(other.days.days[index]!)]
        // Half a tick of either price, and a millionth for the steps of the logarithm.
        const tick = (of: number): number => (of < 10_000 ? 1 : 100)
        const most = (tick(price) * sharesOn(index) + tick(without)) / 2 + without * 2e-6
        if (without >= 1_000) expect(Math.abs(price * sharesOn(index) - without)).toBeLessThanOrEqual(most)
      }
    }
  })

  test('multiply volume and sizes from their ex-day on, and leave an index where it was', LONG, () => {
    const without = practiceMarket({ ...house, splitsFrom: null })
    const volumeOf = (of: typeof market, listing: ListingId, at: Instant): number =>
      Number(of.candlesAt(listing, 'day', { from: at, to: at + DAY, most: 1 }, at + 2 * DAY).volume[0])
    const first = announced.filter(({ listing }, n) => announced.findIndex((of) => of.listing === listing) === n)
    for (const { listing, exAt, recordAt, ratio } of first.slice(0, 6)) {
      const times = Number(ratio.to) / Number(ratio.from)
      expect(market.quoteAt(listing, recordAt)).toEqual(without.quoteAt(listing, recordAt))
      expect(Math.abs(volumeOf(market, listing, exAt) / (times * volumeOf(without, listing, exAt)) - 1)).toBeLessThan(0.05) // prettier-ignore
    }
    const [{ exAt }] = announced as [Split]
    for (const { listing } of house.universe.indices) {
      const [one, other] = [market.dayFiguresAt(listing, exAt + 17 * HOUR)!, without.dayFiguresAt(listing, exAt + 17 * HOUR)!] // prettier-ignore
      expect(Math.abs(Number(one.last) / Number(other.last) - 1)).toBeLessThan(0.000_3)
    }
  })

  test('are those of the second implementation, on their ex-days and after', LONG, () => {
    const { openingDay } = house
    const plans = { turnsOn: null, plansFrom: openingDay, splitsFrom: openingDay }
    const checker = checkerFor({ ...house, ...plans }, house.daySeed)
    const { rows, companies } = makeWorld(house)
    const listings = checkedListings([...companies.keys()])
    for (const { listing, exDay, exAt } of announced.slice(0, 8)) {
      const { line } = rows.get(listing)!
      line.days.dayAt(exAt + 40 * HOUR)
      for (const number of [dayNumberOf(exDay), dayNumberOf(exDay) + 1]) {
        const day = line.days.days.find((of) => of.number === number)
        const checked = checker.share(listings.company(listing)!.facts, number)
        expect(checked?.day() ?? null).toEqual(day ? line.first(day, day.minutes) : null)
        const quote = checked?.quote(31, 17)
        const shown = day && market.quoteAt(listing, day.open + 31 * MINUTE + 18 * SECOND - 1)
        const figures = ({ bid, ask, bidSize, askSize }: NonNullable<typeof quote | typeof shown>) =>
          [bid, ask, bidSize, askSize].map(Number)
        expect(quote && figures(quote)).toEqual(shown ? figures(shown) : undefined)
      }
    }
  })
})

test('a share that fell below a dollar is joined with others, by both implementations', LONG, () => {
  const house = testHouse('always')
  const joined = Date.UTC(2030, 1, 15, 12)
  const splits = practiceMarket(house).movesOf?.('XNAS:BRMH', joined) ?? []
  expect(splits).toMatchObject([{ kind: 'split', exDay: '2030-02-15', ratio: { from: 20n, to: 1n } }])
  const { openingDay } = house
  const checker = checkerFor({ ...house, turnsOn: null, plansFrom: openingDay, splitsFrom: openingDay }, house.daySeed)
  const { rows, companies } = makeWorld(house)
  const { line } = rows.get('XNAS:BRMH')!
  line.days.dayAt(joined)
  const [before, after] = [-2, -1].map((n) => line.days.days.at(n)!)
  expect([line.close(before!) < 10_000, line.first(after!, 1).open > 90_000]).toEqual([true, true])
  const checked = checker.share(checkedListings([...companies.keys()]).company('XNAS:BRMH')!.facts, after!.number)
  expect(checked?.day()).toEqual(line.first(after!, after!.minutes))
})

test('shares in issue are those of the shown prices: they change at the close before the ex-day', () => {
  const house = testHouse('always')
  const market = practiceMarket(house)
  const [{ listing, recordAt, ratio }] = splitsIn(house, UNTIL) as [Split]
  const { sharesInIssue } = market.instruments.find((of) => of.listing === listing)!
  expect(market.sharesInIssueAt?.(listing, recordAt)).toBe(sharesInIssue)
  expect(market.sharesInIssueAt?.(listing, recordAt + 1)).toBe((sharesInIssue * ratio.to) / ratio.from)
})

test('all announcements are the same list until another one, in the order in which they are carried out', () => {
  const { actionsBy } = practiceMarket(testHouse('exchange'))
  const all = actionsBy?.(UNTIL) ?? []
  expect(actionsBy?.(UNTIL + 5 * HOUR)).toBe(all)
  expect(all.map(({ recordAt }) => recordAt)).toEqual(all.map(({ recordAt }) => recordAt).toSorted((a, b) => a - b))
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['dividend', 'split']))
  const past = UNTIL - 200 * DAY
  expect(actionsBy?.(past)).toEqual(all.filter(({ announcedAt }) => announcedAt <= past))
})

test('a house that turned to version 3 on the same day has none by a close of version 2', LONG, () => {
  const turnsOn = '2026-10-20'
  const actions = splitsIn({ ...testHouse('always'), turnsOn, plansFrom: turnsOn, splitsFrom: turnsOn }, UNTIL)
  expect(actions.length).toBeGreaterThan(0)
  for (const { announcedAt } of actions) expect(dayOf(Math.floor(announcedAt / DAY) + 1) > turnsOn).toBe(true)
})
