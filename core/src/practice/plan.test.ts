import { describe, expect, test } from 'vitest'
import { dayNumberOf } from '../calendar/days.ts'
import { mean } from '../market/measures.ts'
import { NO_PLAN, actionsMove, sharesFactor, type ListingPlan } from './plan.ts'
import { practiceMarket } from './practice.ts'
import { testHouse } from './practice.testing.ts'
import { makeWorld } from './world.ts'
import { expOfSteps, stepsOf } from '../base/maths.ts'
import { offeredCompany } from '../universe/universe.ts'

const LISTING = 'XNYS:LMR'
const DAY = dayNumberOf('2026-11-18')
const UNTIL = Date.UTC(2026, 10, 20)

const withPlan = (plan: ListingPlan, hours: 'always' | 'exchange' = 'always') => ({
  ...testHouse(hours),
  planOf: (listing: string) => (listing === LISTING ? plan : NO_PLAN),
})

const dayOf = (house: ReturnType<typeof testHouse>, number: number) => {
  const { line } = makeWorld(house).rows.get(LISTING)!
  line.days.dayAt(UNTIL)
  const day = line.days.days.find((of) => of.number === number)!
  return { line, day, bar: line.first(day, day.minutes), before: line.close(line.days.days[day.index - 1]!) }
}

test.each([
  ['nothing planned', NO_PLAN, DAY, 1],
  ['the day before a split', { first: null, actions: [{ kind: 'split', day: DAY, from: 1, to: 3 }] }, DAY - 1, 1],
  ['the day of a split', { first: null, actions: [{ kind: 'split', day: DAY, from: 1, to: 3 }] }, DAY, 3],
  ['after a split back', { first: null, actions: [{ kind: 'split', day: DAY, from: 10, to: 1 }] }, DAY + 9, 0.1],
] as const)('%s makes of one share', (_when, plan, day, shares) => {
  expect(sharesFactor(plan, day)).toBeCloseTo(shares, 12)
})

test('actions count from the day after the last close up to the day itself', () => {
  const plan: ListingPlan = { first: null, actions: [{ kind: 'dividend', day: DAY, amount: 10_000 }] }
  const close = stepsOf(100_000)
  const falls = (after: number, upTo: number) => expOfSteps(close + actionsMove(plan, after, upTo, close))
  expect(falls(DAY - 1, DAY)).toBeCloseTo(90_000, 0)
  expect(falls(DAY - 3, DAY + 1)).toBeCloseTo(90_000, 0)
  expect(falls(DAY - 2, DAY - 1)).toBeCloseTo(100_000, 0)
  expect(falls(DAY, DAY + 1)).toBeCloseTo(100_000, 0)
  expect(() =>
    actionsMove({ first: null, actions: [{ kind: 'dividend', day: DAY, amount: 100_000 }] }, DAY - 1, DAY, close),
  ).toThrow('a dividend is less than the price of the share')
})

describe('a split of one into two', () => {
  const planned = withPlan({ first: null, actions: [{ kind: 'split', day: DAY, from: 1, to: 2 }] })

  test('halves the price and doubles the volume from its day on, and changes nothing before', () => {
    const [usual, split] = [dayOf(testHouse('always'), DAY), dayOf(planned, DAY)]
    expect(split.before).toBe(usual.before)
    expect(Math.abs((2 * split.bar.open) / usual.bar.open - 1)).toBeLessThan(0.001)
    expect(Math.abs(split.bar.volume / (2 * usual.bar.volume) - 1)).toBeLessThan(0.01)
    expect(dayOf(planned, DAY - 1).bar).toEqual(dayOf(testHouse('always'), DAY - 1).bar)
  })

  test('leaves an index where it was', () => {
    const index = (house: ReturnType<typeof testHouse>) => practiceMarket(house).dayFiguresAt('XNAS:LUS', UNTIL)!
    const [usual, split] = [index(testHouse('always')), index(planned)]
    expect(Math.abs(Number(split.last) / Number(usual.last) - 1)).toBeLessThan(0.000_2)
  })
})

test('a dividend takes its amount from the open', () => {
  const amount = 20_000
  const [usual, paid] = [
    dayOf(testHouse('always'), DAY),
    dayOf(withPlan({ first: null, actions: [{ kind: 'dividend', day: DAY, amount }] }), DAY),
  ]
  expect(paid.before).toBe(usual.before)
  expect(Math.abs(usual.bar.open - paid.bar.open - amount)).toBeLessThanOrEqual(100)
})

describe('a listing with a first day', () => {
  const plan: ListingPlan = { first: { day: DAY, price: 250_000 }, actions: [] }

  test.each(['always', 'exchange'] as const)(
    'has no price before it with hours %s, and opens near its offer',
    (hours) => {
      const market = practiceMarket(withPlan(plan, hours))
      const before = Date.UTC(2026, 10, 17, 15)
      expect(market.quoteAt(LISTING, before)).toBeNull()
      expect(market.dayFiguresAt(LISTING, before)).toBeNull()
      expect(market.quotesIn(LISTING, before - 60_000, before, 9)).toEqual([])
      const figures = market.dayFiguresAt(LISTING, Date.UTC(2026, 10, 18, 20))!
      expect(figures.previousClose).toBeNull()
      expect(Math.abs(Number(figures.open) / 250_000 - 1)).toBeLessThan(0.2)
      const days = market.candlesAt(LISTING, 'day', { from: 0, to: Infinity, most: 50 }, UNTIL)
      expect(days.open[0]).toBe(figures.open)
      expect(days.at).toHaveLength(2)
    },
  )

  test('opens 0 to 3 % above its offer on average, and a third of the time below it', () => {
    const house = { ...testHouse('always'), planOf: () => plan }
    const { rows } = makeWorld(house)
    const opens = house.universe.shares.map(({ listing }) => {
      const { line } = rows.get(listing)!
      line.days.dayAt(UNTIL)
      const day = line.days.days.find(({ number }) => number === DAY)!
      return line.first(day, 1).open / 250_000 - 1
    })
    expect(mean(opens)).toBeGreaterThan(0)
    expect(mean(opens)).toBeLessThan(0.03)
    const lost = opens.filter((open) => open < 0).length / opens.length
    expect(lost).toBeGreaterThan(0.25)
    expect(lost).toBeLessThan(0.42)
  })
})

test('a company that was offered begins with its first day, beside a market that stays as it is', () => {
  const house = testHouse('always')
  const { universe } = house
  const company = offeredCompany(0)
  const price = 120_000
  const joined = practiceMarket({
    ...house,
    universe: { ...universe, shares: [...universe.shares, company] },
    planOf: (listing) => (listing === company.listing ? { first: { day: DAY, price }, actions: [] } : NO_PLAN),
  })
  const usual = practiceMarket(house)
  expect(joined.quoteAt(company.listing, Date.UTC(2026, 10, 17, 15))).toBeNull()
  const { previousClose, open } = joined.dayFiguresAt(company.listing, Date.UTC(2026, 10, 18, 20))!
  expect(previousClose).toBeNull()
  expect(Math.abs(Number(open) / price - 1)).toBeLessThan(0.2)
  for (const listing of [LISTING, 'XNAS:LUS'] as const)
    expect(joined.dayFiguresAt(listing, UNTIL)).toEqual(usual.dayFiguresAt(listing, UNTIL))
})
