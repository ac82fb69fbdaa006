import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { tickerOf, venueOf, VENUES, type Venue } from '../base/amount.ts'
import { LANGUAGES } from '../base/language.ts'
import { Listing } from '../base/wire.ts'
import { SECTORS } from '../market/instruments.ts'
import { REAL_NAMES } from './brands.ts'
import { FIRST_COMPANIES } from './first.ts'
import { INDUSTRIES } from './industries.ts'
import { practiceUniverse } from './universe.ts'
import { KNOWN_TICKERS } from './words.ts'

const universe = practiceUniverse()
const { shares } = universe
const all = [...shares, ...universe.indices]
const at = (venue: Venue) => shares.filter(({ listing }) => venueOf(listing) === venue)
const worthOf = ({ traits, sharesInIssue }: (typeof shares)[number]) => (traits.basePrice * Number(sharesInIssue)) / 1e4

test('the universe is the same whenever it is made, and fewer companies are the first of them', () => {
  const fewer = practiceUniverse(900).shares
  expect(fewer).toHaveLength(900)
  expect(fewer).toEqual(shares.slice(0, 900))
})

test('the companies of version 1 keep their listings, shares in issue and temper: customers hold them', () => {
  const lines = shares
    .slice(0, FIRST_COMPANIES)
    .map(({ listing, sharesInIssue, traits }) => [listing, sharesInIssue, JSON.stringify(traits)].join('|'))
  expect(lines).toHaveLength(324)
  expect(lines[0]).toMatch(/^XNYS:LMR\|126000000\|/)
  // The hash of the first version as released.
  expect(bytesToHex(sha256(utf8ToBytes(lines.join('\n'))))).toBe(
    'effbecd8e03837bd9151b0652cb8b5333b914ebdfdf24044620bd2dcc6187ad8',
  )
})

test('there are more than 9,000 companies in the United States and at least 180 in Madrid', () => {
  const counts = VENUES.map((venue) => at(venue).length)
  const [newYork = 0, nasdaq = 0, american = 0, madrid = 0] = counts
  expect(newYork + nasdaq + american).toBeGreaterThan(9_000)
  expect(madrid).toBeGreaterThanOrEqual(180)
  expect(nasdaq).toBeGreaterThan(newYork)
  expect(newYork).toBeGreaterThan(5 * american)
  expect(american).toBeGreaterThan(250)
})

test('tickers and names are unique in every language; none is that of a known company or place', () => {
  expect(new Set(all.map(({ listing }) => tickerOf(listing))).size).toBe(all.length)
  for (const of of ['name', 'cn', 'tw'] as const) {
    const names = all.map((one) => (of === 'name' ? one.name : one.names![of]!))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  }
  const clashes = shares.slice(FIRST_COMPANIES).filter(({ listing, name, names }) => {
    if (KNOWN_TICKERS.has(tickerOf(listing))) return true
    const words = name.toLowerCase().split(' ')
    const isReal = REAL_NAMES.has(words[0]!) || REAL_NAMES.has(words.slice(0, 2).join(' '))
    const isRealInChinese = REAL_NAMES.has(names!.cn!.slice(0, 2)) && names!.cn!.length < 5
    return !name.includes(' & ') && (isReal || isRealInChinese)
  })
  expect(clashes).toEqual([])
})

test('listings are well formed, names short enough for a row and without letters twice too often', () => {
  const isWell = ({ listing, name, names }: (typeof shares)[number]): boolean =>
    Listing.safeParse(listing).success &&
    /^[A-Z]{2,4}$/.test(tickerOf(listing)) &&
    name.length <= 36 &&
    !/([a-z])\1\1|undefined|NaN/u.test(name) &&
    [names!.cn!, names!.tw!].every((chinese) => /^\p{Script=Han}{3,20}$/u.test(chinese))
  expect(shares.filter((share) => !isWell(share))).toEqual([])
})

test('every sector and industry has companies, in Madrid every sector', () => {
  for (const sector of SECTORS) {
    expect(shares.filter((share) => share.sector === sector).length).toBeGreaterThan(150)
    expect(at('XMAD').filter((share) => share.sector === sector).length).toBeGreaterThan(0)
  }
  for (const { words } of INDUSTRIES) {
    expect(shares.filter(({ industry }) => industry?.en === words.en).length).toBeGreaterThan(15)
    for (const language of LANGUAGES) expect(words[language]).toMatch(/\p{L}/u)
  }
})

test('every company says what it does in five languages, and that it is invented', () => {
  const invented = { tur: 'empresa inventada', cn: '虚构', tw: '虛構', en: 'invented', fr: 'inventée' }
  for (const language of LANGUAGES) {
    const badly = shares
      .map((share) => ({ told: share.profile[language]!, called: share.names?.[language] ?? share.name }))
      .filter(
        ({ told, called }) =>
          !told.includes(invented[language]) || !told.startsWith(called) || /undefined|NaN|\.\.|。。/.test(told),
      )
    expect(badly).toEqual([])
  }
})

test('few companies are worth most of the market, as in reality', () => {
  const worths = shares.map(worthOf).sort((a, b) => b - a)
  const total = worths.reduce((sum, worth) => sum + worth, 0)
  const largest = (count: number) => worths.slice(0, count).reduce((sum, worth) => sum + worth, 0) / total
  expect(worths[0]! / 1e12).toBeGreaterThan(2)
  expect(worths[0]! / 1e12).toBeLessThan(5)
  expect(largest(10)).toBeGreaterThan(0.15)
  expect(largest(500)).toBeGreaterThan(0.7)
  expect(largest(500)).toBeLessThan(0.95)
  expect(worths[Math.floor(worths.length / 2)]! / 1e6).toBeGreaterThan(80)
  expect(worths[Math.floor(worths.length / 2)]! / 1e6).toBeLessThan(500)
  expect(worths.at(-1)! / 1e6).toBeGreaterThan(5)
})

test('shares differ in size, price and temper within bounds', () => {
  const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most
  const beyond = shares.filter(
    ({ sharesInIssue, traits }) =>
      sharesInIssue < 400_000n ||
      !isWithin(traits.basePrice, 40_000, 5_000_000) ||
      !isWithin(traits.volatility, 0.002, 0.042) ||
      !isWithin(traits.beta, 0.4, 1.7) ||
      traits.turnover < 200,
  )
  expect(beyond).toEqual([])
})

test('reports are spread over the quarter: most in its second half of the first and in the second month', () => {
  const days = shares.map(({ traits }) => traits.reportsOn)
  expect(Math.min(...days)).toBeGreaterThan(10)
  expect(Math.max(...days)).toBeLessThan(70)
  const middle = days.filter((day) => day >= 25 && day < 52).length / days.length
  expect(middle).toBeGreaterThan(0.6)
  for (let day = 16; day < 60; day++) expect(days.filter((on) => on === day).length).toBeGreaterThan(10)
})

test('dividends are in whole cents a payment, quarterly in the United States, and not of everybody', () => {
  const payers = shares.filter(({ dividend }) => dividend)
  expect(payers.length / shares.length).toBeGreaterThan(0.3)
  expect(payers.length / shares.length).toBeLessThan(0.6)
  const odd = payers.filter(({ listing, dividend, traits }) => {
    const { perYear, timesAYear } = dividend!
    const isOften = venueOf(listing) === 'XMAD' ? timesAYear < 3 : timesAYear === 4
    return !isOften || perYear % BigInt(100 * timesAYear) !== 0n || Number(perYear) / traits.basePrice > 0.1
  })
  expect(odd).toEqual([])
})

test('the indices are over the largest companies of their market', () => {
  expect(universe.indices.map(({ listing, members }) => [listing, members.length])).toEqual([
    ['XNAS:LUS', 100],
    ['XNAS:LTEC', 40],
    ['XNYS:LIND', 30],
    ['XMAD:LM35', 35],
  ])
  const byListing = new Map(shares.map((share) => [share.listing, share]))
  const [us, technology, industry, madrid] = universe.indices.map(({ members }) =>
    members.map((listing) => byListing.get(listing)!),
  )
  expect(us!.every(({ listing }) => venueOf(listing) !== 'XMAD')).toBe(true)
  expect(technology!.every(({ sector }) => sector === 'technology')).toBe(true)
  expect(industry!.every(({ sector }) => sector === 'industry' || sector === 'materials')).toBe(true)
  expect(madrid!.every(({ listing }) => venueOf(listing) === 'XMAD')).toBe(true)
  const largest = shares
    .filter(({ listing }) => venueOf(listing) !== 'XMAD')
    .map(worthOf)
    .sort((a, b) => b - a)
  expect(us!.map(worthOf)).toEqual(largest.slice(0, 100))
  for (const [place, points] of [4_000, 12_000, 25_000, 10_000].entries()) {
    const index = universe.indices[place]!
    const worth = index.members.reduce((sum, listing) => {
      const { traits, sharesInIssue } = byListing.get(listing)!
      return sum + traits.basePrice * Number(sharesInIssue)
    }, 0)
    expect(worth / index.divisor / 10_000).toBeCloseTo(points, 6)
    for (const language of LANGUAGES) expect(index.profile[language]).toContain(String(index.members.length))
  }
})
