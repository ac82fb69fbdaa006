import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { HOUR, MINUTE, type Day } from '../base/instant.ts'
import { dayNumberOf, dayOf, localInstant } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { PRACTICE_VERSION, practiceMarket } from '../practice/practice.ts'
import { chainFor } from '../practice/seeds.ts'
import { TERMS } from '../ipo/draw.testing.ts'
import { houseListing } from '../ipo/house.rules.ts'
import { practiceListing } from '../ipo/practice.rules.ts'
import { offeredCompany, practiceUniverse } from '../universe/universe.ts'
import { candleDifferences, candleIn, quoteDifferences } from './price.differences.ts'
import { checkPrice, type PriceCheck, type PriceProof, type ProofChain } from './price.proof.ts'

const universe = practiceUniverse()
const openingDay: Day = '2026-11-02'
const first = dayNumberOf(openingDay)
const historySeed = sha256(utf8ToBytes('history'))
/** Two chains, so that a price on the second depends on days of both. */
const [one, two] = [chainFor(sha256(utf8ToBytes('one')), 10), chainFor(sha256(utf8ToBytes('two')), 30)]
const seeds = [...one.seeds, ...two.seeds]
const newestOf = (chainFirst: number, from: readonly Uint8Array[], last: number): ProofChain['newest'] => {
  const place = Math.min(last - chainFirst, from.length - 1)
  return place < 0 ? null : { day: dayOf(chainFirst + place), seed: from[place]! }
}

/** The house's publication after the seeds up to `last` are revealed. */
const proofAt = (last: Day, hours: 'always' | 'exchange' = 'always'): PriceProof => ({
  functionVersion: PRACTICE_VERSION,
  houseOffers: [],
  checkableFrom: null,
  turnsOn: null,
  plansFrom: openingDay,
  splitsFrom: openingDay,
  hours,
  openingDay,
  historySeed,
  chains: [
    { firstDay: openingDay, links: 10, end: one.end, newest: newestOf(first, one.seeds, dayNumberOf(last)) },
    {
      firstDay: dayOf(first + 10),
      links: 30,
      end: two.end,
      newest: newestOf(first + 10, two.seeds, dayNumberOf(last)),
    },
  ],
})
const proof = proofAt('2026-11-20')
const check = (listing: ListingId, at: string, of: PriceProof = proof): PriceCheck =>
  checkPrice(of, listing, Date.parse(at), universe)

describe.each(HOURS)('with hours %s', { timeout: 120_000 }, (hours) => {
  const daySeed = (day: Day): Uint8Array | null => seeds[dayNumberOf(day) - first] ?? null
  const market = practiceMarket({
    universe,
    hours,
    openingDay,
    historySeed,
    daySeed,
    plansFrom: openingDay,
    splitsFrom: openingDay,
  })
  const later = Date.parse('2026-11-28T00:00:00Z')

  test.each<[string, ListingId, string]>([
    ['a share, in the first chain', 'XNYS:LMR', '2026-11-05T16:20:31.500Z'],
    ['a share, in the second chain', 'XMAD:LGM', '2026-11-19T10:00:00Z'],
    ['on the last day that is revealed', 'XNAS:MRVD', '2026-11-20T20:59:59Z'],
    ['in the history', 'XASE:ZPH', '2025-03-12T15:00:00Z'],
    ['in the night after a session', 'XNYS:LMR', '2026-11-18T03:00:00Z'],
    ['an index', 'XNAS:LUS', '2026-11-17T18:00:00Z'],
  ])('%s: what the house showed is what the revealed seeds give', (_what, listing, at) => {
    const result = checkPrice(proofAt('2026-11-20', hours), listing, Date.parse(at), universe)
    if (result.result !== 'computed') throw new Error(result.result)
    const { quote, minute, day } = result
    expect(quote).toEqual(market.quoteAt(listing, Date.parse(at)))
    const shown = (interval: 'minute' | 'day', from: number) =>
      candleIn(market.candlesAt(listing, interval, { from, to: from + 1, most: 1 }, later))
    expect(candleDifferences(minute, shown('minute', minute.at))).toEqual([])
    expect(candleDifferences(day, shown('day', day.at))).toEqual([])
    expect(day.at <= minute.at && minute.at <= Date.parse(at)).toBe(true)
    if (quote) expect(minute.at <= quote.at && quote.at < minute.at + MINUTE).toBe(true)
  })

  test('a company that was offered is checked from its first day on, and one that no offer has reached is unknown', () => {
    const [company, next] = [offeredCompany(1), offeredCompany(9)]
    const listed = practiceListing(1, { openingDay, hours }, company)
    market.list([listed])
    const [before, at] = [localInstant('Europe/Madrid', listed.first.day, 0) - 1, Date.parse('2026-11-16T11:00:00Z')]
    const of = proofAt('2026-11-20', hours)
    expect(checkPrice(of, company.listing, at, universe)).toMatchObject({ result: 'computed', quote: market.quoteAt(company.listing, at) }) // prettier-ignore
    expect(checkPrice(of, company.listing, before, universe)).toEqual({ result: 'too_early' })
    expect(checkPrice(of, next.listing, at, universe)).toEqual({ result: 'unknown_listing' })
    const terms = {
      ...TERMS,
      listing: offeredCompany(2_002).listing,
      lists: localInstant('Europe/Madrid', listed.first.day, 0),
    }
    market.list([houseListing(terms, offeredCompany(2_002))])
    const house = { ...of, houseOffers: [{ listing: terms.listing, number: 2_002, lists: terms.lists, price: Number(terms.price) }] } // prettier-ignore
    expect(checkPrice(house, terms.listing, at, universe)).toMatchObject({ result: 'computed', quote: market.quoteAt(terms.listing, at) }) // prettier-ignore
    expect(checkPrice(house, terms.listing, terms.lists - 1, universe)).toEqual({ result: 'too_early' })
    expect(checkPrice(of, terms.listing, at, universe)).toEqual({ result: 'unknown_listing' })
    const turned: PriceProof = { ...of, turnsOn: '2026-11-18', plansFrom: '2026-11-18', splitsFrom: '2026-11-18' }
    expect(checkPrice(turned, company.listing, at, universe)).toEqual({ result: 'unknown_listing' })
  })
})

// prettier-ignore
test.each<[string, ListingId, string, PriceProof, PriceCheck]>([
  ['a day that is not over everywhere', 'XMAD:LGM',  '2026-11-21T12:00:00Z', proof, { result: 'not_yet', day: '2026-11-21', from: Date.parse('2026-11-22T05:00:00Z') }],
  ['nothing is revealed yet',           'XNYS:LMR',  '2026-11-02T18:00:00Z', { ...proof, chains: proof.chains.map((chain) => ({ ...chain, newest: null })) }, { result: 'not_yet', day: '2026-11-02', from: Date.parse('2026-11-03T05:00:00Z') }],
  ['before the history',                'XNYS:LMR',  '2021-01-01T18:00:00Z', proof, { result: 'too_early' }],
  ['no such listing',                   'XNYS:NONE', '2026-11-18T18:00:00Z', proof, { result: 'unknown_listing' }],
  ['a house of another version',        'XNYS:LMR',  '2026-11-18T18:00:00Z', { ...proof, functionVersion: 1 }, { result: 'other_version', version: 1 }],
  ['a day of an earlier version',       'XNYS:LMR',  '2026-11-10T18:00:00Z', { ...proof, checkableFrom: '2026-11-11' }, { result: 'earlier_version', from: '2026-11-11' }],
])('%s', (_what, listing, at, of, expected) => {
  expect(check(listing, at, of)).toEqual(expected)
})

test('the first day of this version is checked', () => {
  expect(check('XNYS:LMR', '2026-11-11T18:00:00Z', { ...proof, checkableFrom: '2026-11-11' }).result).toBe('computed')
})

test.each<[string, string]>([
  ['the last day of version 2', '2026-11-10T18:00:00Z'],
  ['the first day of version 3', '2026-11-11T18:00:00Z'],
  ['a later day', '2026-11-18T18:00:00Z'],
])('in a house that turned, %s is checked by its own version', { timeout: 120_000 }, (_what, at) => {
  const turnsOn = '2026-11-11'
  const daySeed = (day: Day): Uint8Array | null => seeds[dayNumberOf(day) - first] ?? null
  const market = practiceMarket({
    universe,
    hours: 'always',
    openingDay,
    historySeed,
    daySeed,
    turnsOn,
    plansFrom: turnsOn,
    splitsFrom: turnsOn,
  })
  for (const listing of ['XNYS:LMR', 'XMAD:LM35'] as const) {
    const result = check(listing, at, { ...proof, turnsOn, plansFrom: turnsOn, splitsFrom: turnsOn })
    if (result.result !== 'computed') throw new Error(result.result)
    expect(result.quote).toEqual(market.quoteAt(listing, Date.parse(at)))
    const range = { from: result.day.at, to: result.day.at + 1, most: 1 }
    const shown = candleIn(market.candlesAt(listing, 'day', range, Date.parse('2026-11-20T23:00:00Z')))
    expect(candleDifferences(result.day, shown)).toEqual([])
  }
})

describe('a seed that does not lead to the published end is found', () => {
  const other = sha256(utf8ToBytes('another'))
  const withNewest = (place: 0 | 1, newest: ProofChain['newest']): PriceProof => ({
    ...proof,
    chains: proof.chains.map((chain, n) => (n === place ? { ...chain, newest } : chain)),
  })
  // prettier-ignore
  test.each<[string, PriceProof, Day]>([
    ['another seed',               withNewest(0, { day: '2026-11-11', seed: other }),          '2026-11-11'],
    ['another one in the second',  withNewest(1, { day: '2026-11-20', seed: other }),          '2026-11-20'],
    ['the seed of another day',    withNewest(1, { day: '2026-11-19', seed: two.seeds[8]! }),  '2026-11-19'],
    ['a day of another chain',     withNewest(0, { day: '2026-11-12', seed: one.seeds[9]! }),  '2026-11-12'],
    ['a seed cut short',           withNewest(0, { day: '2026-11-02', seed: new Uint8Array() }), '2026-11-02'],
  ])('%s', (_what, broken, day) => {
    expect(check('XNYS:LMR', '2026-11-05T18:00:00Z', broken)).toEqual({ result: 'broken_seed', day })
  })
})

test('a figure that was changed is named', () => {
  const result = check('XNYS:LMR', '2026-11-18T18:00:00Z')
  if (result.result !== 'computed' || !result.quote) throw new Error(result.result)
  const { minute, quote } = result
  expect(candleDifferences(minute, { ...minute, high: minute.high + 100n })).toEqual(['high'])
  expect(candleDifferences(minute, { ...minute, volume: minute.volume + 1n })).toEqual(['volume'])
  expect(candleDifferences(minute, { ...minute, at: minute.at + HOUR })).toHaveLength(5)
  expect(candleDifferences(minute, null)).toHaveLength(5)
  expect(quoteDifferences(quote, { bid: quote.bid, ask: quote.ask, last: quote.last })).toEqual([])
  expect(quoteDifferences(quote, { ...quote, ask: quote.ask + 100n, bidSize: quote.bidSize + 1n })).toEqual([
    'ask',
    'bidSize',
  ])
  expect(quoteDifferences(null, { ask: 1n })).toEqual(['ask'])
})
