import { describe, expect, test } from 'vitest'
import { priceE4, venueOf, wholeShares } from '../base/amount.ts'
import { HOUR, MINUTE } from '../base/instant.ts'
import { LANGUAGES } from '../base/language.ts'
import { DAY_MS } from '../calendar/days.ts'
import { sessionAt } from '../calendar/sessions.ts'
import { practiceMarket } from '../practice/practice.ts'
import { testHouse } from '../practice/practice.testing.ts'
import { offeredCompany } from '../universe/universe.ts'
import { roundAfter } from './beacon.rules.ts'
import { TERMS, TEST_CHAIN } from './draw.testing.ts'
import {
  PRICE_LEAST,
  PRICE_MOST,
  decideDraft,
  decideOfferWithdrawal,
  decidePostponement,
  houseListing,
  houseTerms,
  nextHouseNumber,
  postponedTerms,
  type LaterDates,
  type OfferDraft,
  type OfferMarket,
} from './house.rules.ts'
import { DRAFT, HOUSE_FACTS } from './house.testing.ts'
import { LOTS_MOST, LOT_MOST } from './ipo.rules.ts'
import { PRACTICE_OFFERS, practiceNumberAt } from './practice.rules.ts'
import { houseProspectus } from './prospectus.text.ts'
import { readTerms, termsText, wholeLots } from './terms.text.ts'

const { opens, closes, draws, lists } = DRAFT
const NOW = opens - MINUTE
const CALM = { now: NOW, chain: TEST_CHAIN, links: 4_000, isTaken: false, language: 'en' } as const

describe('a draft', () => {
  // prettier-ignore
  test.each<[string, Partial<OfferDraft>, object, string]>([
    ['in order',                                {},                                          {},                 'accepted'],
    ['at the least price',                      { price: PRICE_LEAST },                      {},                 'accepted'],
    ['a ten-thousandth below it',               { price: priceE4(PRICE_LEAST - 1n) },        {},                 'offer_price price'],
    ['at the highest price',                    { price: PRICE_MOST },                       {},                 'accepted'],
    ['a ten-thousandth above it',               { price: priceE4(PRICE_MOST + 1n) },         {},                 'offer_price price'],
    ['a name that promises',                    { company: 'Renta Sin Riesgo' },             {},                 'promise_word company'],
    ['a lot that is too large',                 { lot: wholeShares(LOT_MOST + 1n) },         {},                 'offer_size lot'],
    ['too many lots',                           { lots: wholeLots(LOTS_MOST + 1n) },         {},                 'offer_size lots'],
    ['more for one application than all',       { most: wholeLots(31n) },                    {},                 'offer_size most'],
    ['opening now',                             {},                                          { now: opens },     'offer_dates opens'],
    ['closing when it opens',                   { closes: opens },                           {},                 'offer_dates closes'],
    ['drawn a millisecond too early',           { draws: closes + 36 * HOUR - 1 },           {},                 'draw_too_early draws'],
    ['listed before the shares are delivered',  { lists: draws },                            {},                 'offer_dates lists'],
    ['listed two years ahead',                  { lists: NOW + 730 * DAY_MS },               {},                 'accepted'],
    ['a millisecond later',                     { lists: NOW + 730 * DAY_MS + 1 },           {},                 'offer_too_far lists'],
    ['a name of another company',               {},                                          { isTaken: true },  'company_taken company'],
    ['beyond the chain of day seeds',           {},                                          { links: 60 },      'seeds_end closes'],
  ])('%s', (_what, change, facts, answer) => {
    const refused = decideDraft({ ...DRAFT, ...change }, HOUSE_FACTS, { ...CALM, ...facts })
    expect(refused ? `${refused.refused} ${refused.field ?? ''}` : 'accepted').toBe(answer)
  })

  test('a refusal says the limits in the money of the market', () => {
    const refused = decideDraft({ ...DRAFT, price: priceE4(1n) }, HOUSE_FACTS, CALM)
    expect(refused?.detail).toEqual({ least: '€1.00', most: '€500.00' })
  })
})

describe('the terms of a draft', () => {
  const terms = houseTerms(DRAFT, HOUSE_FACTS)

  test('list with the first session from the instant on, after the delivery, and their text gives them again', () => {
    expect([terms.lists >= lists, sessionAt('XMAD', terms.lists + 1, 'exchange').open]).toEqual([true, terms.lists])
    expect(terms.delivers).toBe(draws + 14 * HOUR)
    expect(readTerms(termsText(terms))).toEqual(terms)
  })

  test('a listing exactly at an open is that open, and a millisecond later the next one', () => {
    const { lists: open } = terms
    expect(houseTerms({ ...DRAFT, lists: open }, HOUSE_FACTS).lists).toBe(open)
    expect(houseTerms({ ...DRAFT, lists: open + 1 }, HOUSE_FACTS).lists).toBe(
      sessionAt('XMAD', open + 9 * HOUR, 'exchange').open,
    )
  })

  test('name the round after the draw where the house follows drand, and the day’s seed where it does not', () => {
    const round = roundAfter(TEST_CHAIN, draws)
    expect(houseTerms(DRAFT, { ...HOUSE_FACTS, chain: TEST_CHAIN }).beacon).toEqual({
      kind: 'drand',
      chain: TEST_CHAIN.hash,
      round,
    })
    expect(terms.beacon).toEqual({ kind: 'seeds' })
  })

  test('are in the prospectus, in each language and with what one can lose', () => {
    const text = houseProspectus(terms)
    for (const language of LANGUAGES) expect(text).toContain(`[${language}]\nSalinas del Faro`)
    expect(text).toContain('30 lots of 40 shares are offered at €8.50 a share')
    expect(text).toContain('one first day in three ends in a loss')
    expect(text).not.toMatch(/[{}]/)
  })

  // prettier-ignore
  test.each<[string, string]>([
    ['tur', 'Se ofrecen 30 lotes de 40 acciones'],
    ['cn',  '本次发行 30 手，每手 40 股'],
    ['tw',  '本次發行 30 手，每手 40 股'],
    ['en',  '30 lots of 40 shares are offered'],
    ['fr',  '30 lots de 40 actions sont offerts'],
  ])('each figure at its own word in %s', (_language, sentence) => {
    expect(houseProspectus(terms)).toContain(sentence)
  })
})

describe('the running number of an offer', () => {
  // prettier-ignore
  test.each<[string, OfferMarket, number[], number]>([
    ['the first of New York',                 'new_york', [],                    2_000],
    ['the next one',                          'new_york', [2_000],               2_001],
    ['one that passes over a Madrid number',  'new_york', [2_000, 2_001],        2_003],
    ['the first of Madrid',                   'madrid',   [],                    2_002],
    ['the next one of Madrid',                'madrid',   [2_000, 2_002],        2_005],
    ['one that a refused proposal gave back', 'new_york', [2_001, 2_002, 2_003], 2_000],
  ])('%s', (_what, market, used, number) => {
    expect(nextHouseNumber(market, new Set(used))).toBe(number)
    expect(venueOf(offeredCompany(number).listing) === 'XMAD').toBe(market === 'madrid')
  })

  test('no offer that comes by itself reaches it', () => {
    const openingDay = '2026-10-01'
    const at = (days: number) => Date.parse('2026-10-01') + days * DAY_MS
    expect(practiceNumberAt(at(2 * (PRACTICE_OFFERS - 1)), { openingDay })).toBe(PRACTICE_OFFERS - 1)
    expect(practiceNumberAt(at(2 * PRACTICE_OFFERS), { openingDay })).toBeNull()
  })
})

describe('the path of an offer that operations made', () => {
  const number = 2_002
  const house = testHouse('always')
  const first = Date.parse('2026-12-01T00:00:00Z')
  const base = { ...TERMS, listing: offeredCompany(number).listing, lists: first }
  const dayOf = (terms: typeof base) => {
    const market = practiceMarket(house)
    market.list([houseListing(terms, offeredCompany(number))])
    const { open, high, low, close, volume } = market.candlesAt(
      terms.listing,
      'day',
      { from: first - DAY_MS, to: first + 5 * DAY_MS, most: 6 },
      first + 6 * DAY_MS,
    )
    return {
      prices: [open, high, low, close].map((column) => [...column].map(Number)),
      volume: [...volume].map(Number),
    }
  }
  const plain = dayOf(base)

  test('is the same for every name and every sector', () => {
    expect(plain.prices[0]!.length).toBeGreaterThan(3)
    expect(dayOf({ ...base, company: 'Faro', sector: 'technology' })).toEqual(plain)
    expect(houseListing({ ...base, company: 'Faro', sector: 'technology' }, offeredCompany(number)).company).toMatchObject({ name: 'Faro', sector: 'technology' }) // prettier-ignore
  })

  test('is scaled by the price', () => {
    const twice = dayOf({ ...base, price: priceE4(2n * base.price) })
    twice.prices.forEach((column, n) =>
      column.forEach((price, day) => expect(Math.abs(price - 2 * plain.prices[n]![day]!)).toBeLessThanOrEqual(300)),
    )
    expect(twice.volume).toEqual(plain.volume)
  })
})

describe('an offer is withdrawn in public', () => {
  // prettier-ignore
  test.each([
    ['before its list is frozen',             {},                                  null],
    ['after that, before its whole root',     { isFrozen: true },                  null],
    ['once the whole root is there',          { isFrozen: true, hasRoot: true },   'offer_over'],
    ['a second time',                         { isCancelled: true },               'offer_over'],
  ])('%s', (_when, change, answer) => {
    const refused = decideOfferWithdrawal({ isCancelled: false, isFrozen: false, hasRoot: false, ...change })
    expect(refused?.refused ?? null).toBe(answer)
  })
})

describe('an offer is only postponed', () => {
  const drand = houseTerms(DRAFT, { ...HOUSE_FACTS, chain: TEST_CHAIN })
  const now = { closes: drand.closes, draws: drand.draws, lists: drand.lists }
  const house = { hours: 'exchange', chain: TEST_CHAIN } as const
  const calm = { now: opens + 1, links: 4_000, chain: TEST_CHAIN, isCancelled: false, isFrozen: false, hasRoot: false, isByItself: false } // prettier-ignore
  // prettier-ignore
  test.each<[string, Partial<LaterDates>, object, string]>([
    ['a later listing',                           { lists: now.lists + 1 },                       {},                        'accepted'],
    ['a later draw and listing',                  { draws: draws + HOUR },                        {},                        'accepted'],
    ['a later deadline alone, too near the draw', { closes: closes + 1 },                         {},                        'draw_too_early draws'],
    ['all three',                                 { closes: closes + HOUR, draws: draws + HOUR }, {},                        'accepted'],
    ['at its last instant',                       { lists: now.lists + 1 },                       { now: closes },           'accepted'],
    ['a millisecond after the deadline',          { lists: now.lists + 1 },                       { now: closes + 1 },       'offer_frozen '],
    ['with a frozen list',                        { lists: now.lists + 1 },                       { isFrozen: true },        'offer_frozen '],
    ['nothing',                                   {},                                             {},                        'only_later closes'],
    ['an earlier deadline',                       { closes: closes - 1 },                         {},                        'only_later closes'],
    ['an earlier draw',                           { draws: draws - 1 },                           {},                        'only_later draws'],
    ['an earlier listing',                        { lists: now.lists - 1 },                       {},                        'only_later lists'],
    ['a later deadline with an earlier listing',  { closes: closes + 1, lists: now.lists - 1 },   {},                        'only_later lists'],
    ['a draw after the listing',                  { draws: now.lists },                           {},                        'offer_dates lists'],
    ['beyond the chain of day seeds',             { lists: now.lists + 1 },                       { links: 60 },             'seeds_end closes'],
    ['two years and more ahead',                  { lists: opens + 1 + 730 * DAY_MS + 1 },        {},                        'offer_too_far lists'],
    ['one that was withdrawn',                    { lists: now.lists + 1 },                       { isCancelled: true },     'offer_over '],
    ['one that came by itself',                   { lists: now.lists + 1 },                       { isByItself: true },      'offer_by_itself '],
  ])('%s', (_what, dates, facts, answer) => {
    const refused = decidePostponement(drand, { ...now, ...dates }, house, { ...calm, ...facts })
    expect(refused ? `${refused.refused} ${refused.field ?? ''}` : 'accepted').toBe(answer)
  })

  test('nothing else in its terms changes but the round after the later draw', () => {
    const later = postponedTerms(drand, { ...now, draws: draws + HOUR }, house)
    const round = roundAfter(TEST_CHAIN, draws + HOUR)
    expect(later).toEqual({
      ...drand,
      draws: draws + HOUR,
      delivers: draws + 15 * HOUR,
      beacon: { ...drand.beacon, round },
    })
    expect(postponedTerms(drand, { ...now, lists: now.lists + 1 }, house)).toEqual({
      ...drand,
      lists: sessionAt('XMAD', now.lists + 9 * HOUR, 'exchange').open,
    })
    const seeds = houseTerms(DRAFT, HOUSE_FACTS)
    expect(postponedTerms(seeds, { ...now, draws: draws + HOUR }, house).beacon).toEqual({ kind: 'seeds' })
  })
})
