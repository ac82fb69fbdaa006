import { expect, test } from 'vitest'
import { tickerOf, venueOf } from '../base/amount.ts'
import { LANGUAGES } from '../base/language.ts'
import { offeredCompany, practiceUniverse } from './universe.ts'
import { KNOWN_TICKERS } from './words.ts'

/** The offers of a chain of seeds, one each second day. */
const OFFERS = 2_000
const offered = Array.from({ length: OFFERS }, (_company, n) => offeredCompany(n))

test('no name and no ticker of a company that is offered is that of another company', () => {
  const { shares, indices } = practiceUniverse()
  const all = [...shares, ...indices, ...offered]
  expect(new Set(all.map(({ listing }) => tickerOf(listing))).size).toBe(all.length)
  for (const of of ['name', 'cn', 'tw'] as const) {
    const names = all.map((one) => (of === 'name' ? one.name : one.names![of]!).toLowerCase())
    expect([of, new Set(names).size]).toEqual([of, names.length])
  }
  expect(offered.filter(({ listing }) => KNOWN_TICKERS.has(tickerOf(listing)))).toEqual([])
})

test('a third of them is for Madrid, and each has a profile that says that it is invented', () => {
  const madrid = offered.filter(({ listing }) => venueOf(listing) === 'XMAD').length
  expect(madrid).toBe(Math.floor((OFFERS + 1) / 3))
  expect(offeredCompany(0).profile?.en).toMatch(/An invented company/)
  for (const language of LANGUAGES) expect(offeredCompany(1).profile?.[language]?.length).toBeGreaterThan(20)
})

test('it is the same whichever is asked for first', () => {
  expect(offeredCompany(7)).toBe(offered[7])
  expect(offered[0]?.listing).not.toBe(practiceUniverse().shares.at(-1)?.listing)
})
