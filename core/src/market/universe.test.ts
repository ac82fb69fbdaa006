import { expect, test } from 'vitest'
import { tickerOf, venueOf, VENUES } from '../base/amount.ts'
import { LANGUAGES } from '../base/language.ts'
import { Listing } from '../base/wire.ts'
import { SECTORS } from './instruments.ts'
import { practiceUniverse } from './universe.ts'
import { KNOWN_TICKERS } from './universe.words.ts'

const universe = practiceUniverse()
const all = [...universe.shares, ...universe.indices]

test('the universe is the same whenever it is made', () => {
  expect(practiceUniverse()).toEqual(universe)
  expect(practiceUniverse(2).shares[0]!.name).not.toBe(universe.shares[0]!.name)
})

test('every venue and every sector has companies', () => {
  const count = (venue: string) => universe.shares.filter(({ listing }) => venueOf(listing) === venue).length
  for (const venue of VENUES) expect(count(venue)).toBeGreaterThan(30)
  expect(count('XMAD')).toBe(60)
  for (const sector of SECTORS)
    expect(universe.shares.filter((share) => share.sector === sector).length).toBeGreaterThan(5)
})

test('tickers and names are unique, and no ticker is a known company’s', () => {
  expect(new Set(all.map(({ listing }) => tickerOf(listing))).size).toBe(all.length)
  for (const of of ['name', 'cn', 'tw'] as const) {
    const names = all.map((one) => (of === 'name' ? one.name : one.names![of]!))
    const twice = names.filter((name, place) => names.indexOf(name) !== place)
    expect(twice).toEqual([])
  }
  const known = universe.shares.filter(({ listing }) => KNOWN_TICKERS.has(tickerOf(listing)))
  expect(known).toEqual([])
  for (const { listing } of universe.shares) {
    expect(Listing.safeParse(listing).success).toBe(true)
    expect(tickerOf(listing)).toMatch(/^[A-Z]{2,4}$/)
  }
})

test('every company says what it does in five languages, and that it is invented', () => {
  const invented = { tur: 'empresa inventada', cn: '虚构', tw: '虛構', en: 'invented', fr: 'inventée' }
  for (const share of universe.shares) {
    for (const language of LANGUAGES) {
      const text = share.profile[language]!
      expect(text).toContain(invented[language])
      expect(text).toContain(share.names?.[language] ?? share.name)
      expect(text).not.toMatch(/undefined|NaN/)
    }
  }
})

test('shares differ in size, price and temper within bounds', () => {
  for (const { sharesInIssue, traits } of universe.shares) {
    expect(sharesInIssue).toBeGreaterThanOrEqual(2_000_000n)
    expect(traits.basePrice).toBeGreaterThan(80_000)
    expect(traits.basePrice).toBeLessThan(4_000_000)
    expect(traits.volatility).toBeGreaterThan(0.004)
    expect(traits.volatility).toBeLessThanOrEqual(0.034)
    expect(traits.beta).toBeGreaterThan(0.4)
    expect(traits.beta).toBeLessThan(1.7)
    expect(traits.turnover).toBeGreaterThan(500)
  }
})

test('the indices are over the largest companies of their market', () => {
  const [us, madrid] = universe.indices
  expect([us!.listing, us!.members.length]).toEqual(['XNAS:LUS', 50])
  expect([madrid!.listing, madrid!.members.length]).toEqual(['XMAD:LM35', 35])
  expect(madrid!.members.every((listing) => listing.startsWith('XMAD:'))).toBe(true)
  expect(us!.members.some((listing) => listing.startsWith('XMAD:'))).toBe(false)
  for (const index of universe.indices) {
    const worth = index.members.reduce((sum, listing) => {
      const share = universe.shares.find((one) => one.listing === listing)!
      return sum + share.traits.basePrice * Number(share.sharesInIssue)
    }, 0)
    expect(worth / index.divisor / 10_000).toBeCloseTo(index === us ? 4_000 : 10_000, 6)
  }
})
