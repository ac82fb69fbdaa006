import { describe, expect, test } from 'vitest'
import { cents, eur, priceE4, usd, wholeShares, type Amount } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import { QUICKNET, roundAfter } from './beacon.rules.ts'
import { TERMS, TEST_CHAIN } from './draw.testing.ts'
import type { ApplicationState, OfferState, Wish } from './ipo.contract.ts'
import {
  APPLICATION_MOST,
  LOTS_MOST,
  LOT_MOST,
  allotmentLines,
  amountFor,
  applicationStateFor,
  decideApplication,
  decideChange,
  decideTerms,
  decideWithdraw,
  holdChange,
  lotsFor,
  marketFigures,
  settlementFor,
  stateFor,
  type ApplicationFacts,
  type OfferFacts,
  type TermsFacts,
} from './ipo.rules.ts'
import { wholeLots, type Terms } from './terms.text.ts'

const { opens, closes, draws, delivers, lists } = TERMS
const open: OfferFacts = { now: closes - HOUR, isCancelled: false, isDrawn: false }

describe('the state of an offer', () => {
  // prettier-ignore
  test.each<[string, Partial<OfferFacts>, OfferState]>([
    ['a millisecond before it opens',           { now: opens - 1 },                          'not_started'],
    ['when it opens',                           { now: opens },                              'subscribing'],
    ['at the last instant of its deadline',     { now: closes },                             'subscribing'],
    ['a millisecond later',                     { now: closes + 1 },                         'ended'],
    ['on the day of its draw, not yet drawn',   { now: draws },                              'ended'],
    ['on the day of its listing, not yet drawn', { now: lists + HOUR },                      'ended'],
    ['drawn',                                   { now: draws, isDrawn: true },               'drawn'],
    ['a millisecond before its listing',        { now: lists - 1, isDrawn: true },           'drawn'],
    ['at its listing',                          { now: lists, isDrawn: true },               'listed'],
    ['withdrawn by the house while open',       { isCancelled: true },                       'cancelled'],
    ['withdrawn by the house before it opens',  { now: opens - 1, isCancelled: true },       'cancelled'],
  ])('%s', (_when, change, state) => {
    expect(stateFor(TERMS, { ...open, ...change })).toBe(state)
  })
})

describe('the terms of an offer', () => {
  const calm: TermsFacts = { now: opens - 1, chain: TEST_CHAIN, links: 4_000, isTaken: false, listsInSession: true }
  const drandAt = (at: number) =>
    ({ kind: 'drand', chain: TEST_CHAIN.hash, round: roundAfter(TEST_CHAIN, at) }) as const
  // prettier-ignore
  test.each<[string, Partial<Terms>, Partial<TermsFacts>, string]>([
    ['in order',                              {},                                                          {},                          'accepted'],
    ['opening now',                           {},                                                          { now: opens },              'offer_dates opens'],
    ['closing when it opens',                 { closes: opens },                                           {},                          'offer_dates closes'],
    ['drawn when it closes',                  { draws: closes },                                           {},                          'offer_dates draws'],
    ['drawn 36 hours after it closes',        { closes: draws - 36 * HOUR },                               {},                          'accepted'],
    ['drawn a millisecond earlier',           { closes: draws - 36 * HOUR + 1 },                           {},                          'draw_too_early draws'],
    ['delivered when it is drawn',            { delivers: draws },                                         {},                          'offer_dates delivers'],
    ['listed when it is delivered',           { lists: delivers },                                         {},                          'offer_dates lists'],
    ['without a price',                       { price: priceE4(0n) },                                      {},                          'offer_size price'],
    ['a lot of no share',                     { lot: wholeShares(0n) },                                    {},                          'offer_size lot'],
    ['the largest lot',                       { lot: wholeShares(LOT_MOST) },                              {},                          'accepted'],
    ['a larger one',                          { lot: wholeShares(LOT_MOST + 1n) },                         {},                          'offer_size lot'],
    ['the most lots',                         { lots: wholeLots(LOTS_MOST) },                              {},                          'accepted'],
    ['one lot more',                          { lots: wholeLots(LOTS_MOST + 1n) },                         {},                          'offer_size lots'],
    ['an application for the whole offer',    { most: wholeLots(40n) },                                    {},                          'accepted'],
    ['an application for more',               { most: wholeLots(41n) },                                    {},                          'offer_size most'],
    ['the largest application',               { lots: wholeLots(LOTS_MOST), most: wholeLots(APPLICATION_MOST) }, {},                    'accepted'],
    ['a larger application',                  { lots: wholeLots(LOTS_MOST), most: wholeLots(APPLICATION_MOST + 1n) }, {},               'offer_size most'],
    ['an application for no lot',             { most: wholeLots(0n) },                                     {},                          'offer_size most'],
    ['a round before the draw',               { beacon: drandAt(draws - 3_000) },                          {},                          'beacon_differs beacon'],
    ['a round after the first one',           { beacon: drandAt(draws + 3_000) },                          {},                          'beacon_differs beacon'],
    ['a round of another chain',              {},                                                          { chain: QUICKNET },         'beacon_differs beacon'],
    ['the seed of a day',                     { beacon: { kind: 'seeds' } },                               { chain: QUICKNET },         'accepted'],
    ['seeds until a month after the draw',    {},                                                          { links: 60 + 31 },          'accepted'],
    ['seeds that end a day earlier',          {},                                                          { links: 60 + 30 },          'seeds_end closes'],
    ['seeds that begin after the deadline',   { seeds: { ...TERMS.seeds, firstDay: '2026-11-29' } },       {},                          'seeds_end closes'],
    ['seeds that begin on its day',           { seeds: { ...TERMS.seeds, firstDay: '2026-11-28' } },       {},                          'accepted'],
    ['a name or a ticker of another',         {},                                                          { isTaken: true },           'company_taken listing'],
    ['a listing while the venue is closed',   {},                                                          { listsInSession: false },   'no_session lists'],
  ])('%s', (_what, terms, facts, answer) => {
    const refusal = decideTerms({ ...TERMS, ...terms }, { ...calm, ...facts })
    expect(refusal ? `${refusal.refused} ${refusal.field ?? ''}` : 'accepted').toBe(answer)
  })
})

/** A lot of fifty shares at 12.40 EUR is 620.00 EUR. */
const LOT = 62_000n
const lots = (count: bigint): Wish => ({ lots: wholeLots(count) })
const amount = (units: bigint): Wish => ({ amount: eur(units) })
const calm: ApplicationFacts = { ...open, terms: TERMS, free: cents(100n * LOT) }

const wordOf = (answer: object): string =>
  isRefused(answer) ? answer.refused : 'hold' in answer ? String((answer.hold as Amount).units) : 'accepted'

describe('an application is taken in, or refused', () => {
  // prettier-ignore
  test.each<[string, Wish, Partial<ApplicationFacts>, ApplicationState | null, string]>([
    ['one lot',                                 lots(1n),                {},                              null,        '62000'],
    ['the most lots',                           lots(20n),               {},                              null,        '1240000'],
    ['one more',                                lots(21n),               {},                              null,        'application_too_large'],
    ['an amount of one lot to the cent',        amount(LOT),             {},                              null,        '62000'],
    ['one cent less',                           amount(LOT - 1n),        {},                              null,        'minimum_application'],
    ['no amount',                               amount(0n),              {},                              null,        'minimum_application'],
    ['less than nothing',                       amount(-LOT),            {},                              null,        'minimum_application'],
    ['an amount of nearly three lots',          amount(3n * LOT - 1n),   {},                              null,        '124000'],
    ['an amount of one lot too many',           amount(21n * LOT),       {},                              null,        'application_too_large'],
    ['an amount in the other currency',         { amount: usd(LOT) },    {},                              null,        'wrong_currency'],
    ['every free cent',                         lots(2n),                { free: cents(2n * LOT) },       null,        '124000'],
    ['one cent more than is free',              lots(2n),                { free: cents(2n * LOT - 1n) },  null,        'insufficient_balance'],
    ['before it opens',                         lots(1n),                { now: opens - 1 },              null,        'offer_not_open'],
    ['at the first instant',                    lots(1n),                { now: opens },                  null,        '62000'],
    ['at the deadline’s last instant',          lots(1n),                { now: closes },                 null,        '62000'],
    ['a millisecond after',                     lots(1n),                { now: closes + 1 },             null,        'offer_closed'],
    ['for an offer that the house withdrew',    lots(1n),                { isCancelled: true },           null,        'offer_closed'],
    ['a second one',                            lots(1n),                {},                              'subscribed', 'application_exists'],
    ['after the own one was withdrawn',         lots(1n),                {},                              'withdrawn', '62000'],
    ['a second one, too large and too late',    lots(21n),               { now: closes + 1 },             'subscribed', 'offer_closed'],
  ])('%s', (_what, wish, change, own, answer) => {
    expect(wordOf(decideApplication(wish, own, { ...calm, ...change }))).toBe(answer)
  })

  test('a refusal says the least amount, and the amount that is missing', () => {
    expect(decideApplication(amount(1n), null, calm)).toMatchObject({ detail: { min: eur(LOT) }, field: 'amount' })
    expect(decideApplication(lots(21n), null, calm)).toMatchObject({ detail: { most: '20' }, field: 'lots' })
    expect(decideApplication(lots(2n), null, { ...calm, free: cents(LOT) })).toMatchObject({
      detail: { needed: eur(2n * LOT), free: eur(LOT) },
    })
  })
})

describe('an application is changed', () => {
  const own = { state: 'subscribed', held: cents(2n * LOT) } as const
  // prettier-ignore
  test.each<[string, Wish, Partial<ApplicationFacts>, ApplicationState, string]>([
    ['to one lot, without free cash',        lots(1n),     { free: cents(0n) },              'subscribed', '62000'],
    ['to the same',                          lots(2n),     { free: cents(0n) },              'subscribed', '124000'],
    ['to three with the cents of one free',  lots(3n),     { free: cents(LOT) },             'subscribed', '186000'],
    ['to three with a cent less',            lots(3n),     { free: cents(LOT - 1n) },        'subscribed', 'insufficient_balance'],
    ['to less than a lot',                   amount(1n),   {},                               'subscribed', 'minimum_application'],
    ['at the deadline’s last instant',       lots(1n),     { now: closes },                  'subscribed', '62000'],
    ['a millisecond after',                  lots(1n),     { now: closes + 1 },              'subscribed', 'offer_closed'],
    ['of a withdrawn one',                   lots(1n),     {},                               'withdrawn',  'unknown_application'],
  ])('%s', (_what, wish, change, state, answer) => {
    expect(wordOf(decideChange(wish, { ...own, state }, { ...calm, ...change }))).toBe(answer)
  })
})

describe('an application is withdrawn', () => {
  // prettier-ignore
  test.each<[string, Partial<OfferFacts>, ApplicationState, string]>([
    ['at the deadline’s last instant',    { now: closes },           'subscribed', 'accepted'],
    ['a millisecond after',               { now: closes + 1 },       'subscribed', 'offer_closed'],
    ['a second time',                     {},                        'withdrawn',  'unknown_application'],
    ['after the house withdrew the offer', { isCancelled: true },    'refused',    'offer_closed'],
  ])('%s', (_when, change, state, answer) => {
    const decision = decideWithdraw({ state, held: cents(LOT) }, TERMS, { ...open, ...change })
    expect(wordOf(decision)).toBe(answer)
    if (!isRefused(decision)) expect(decision.released).toEqual(eur(LOT))
  })
})

describe('the state of an application', () => {
  // prettier-ignore
  test.each<[string, number | null, boolean, bigint | null, ApplicationState]>([
    ['before the draw',                     null,   false, null, 'subscribed'],
    ['with one lot',                        null,   false, 1n,   'won'],
    ['with none',                           null,   false, 0n,   'not_won'],
    ['of an offer that the house withdrew', null,   true,  null, 'refused'],
    ['withdrawn',                           closes, false, null, 'withdrawn'],
    ['withdrawn before the house did',      closes, true,  null, 'withdrawn'],
  ])('%s', (_what, withdrawnAt, isCancelled, lots, state) => {
    const allotted = lots === null ? null : wholeLots(lots)
    expect(applicationStateFor({ withdrawnAt }, { isCancelled }, allotted)).toBe(state)
  })
})

describe('money', () => {
  // prettier-ignore
  test.each<[string, held: bigint, hold: bigint, lines: readonly [kind: string, free: bigint, held: bigint][]]>([
    ['a cent more is held',      100n, 101n, [['hold', -1n, 1n]]],
    ['a cent less is released',  101n, 100n, [['release', 1n, -1n]]],
    ['the same moves nothing',   100n, 100n, []],
  ])('a hold that changes: %s', (_what, held, hold, lines) => {
    const moved = holdChange(cents(held), eur(hold))
    expect(moved.map((line) => [line.kind, line.free, line.held])).toEqual(lines)
    expect(moved.every(({ asset, counter }) => asset === 'EUR' && counter === 'hold')).toBe(true)
  })

  const cheap: Terms = { ...TERMS, price: priceE4(333n), lot: wholeShares(1n) }
  // prettier-ignore
  test.each<[string, Terms, bigint, bigint]>([
    ['whole cents',                           TERMS, 3n,  186_000n],
    ['3.33 cents are rounded up',             cheap, 1n,  4n],
    ['three of them: 9.99',                   cheap, 3n,  10n],
    ['a hundred of them are whole',           cheap, 100n, 333n],
    ['none',                                  cheap, 0n,  0n],
  ])('the amount of lots: %s', (_what, terms, count, units) => {
    expect(amountFor(terms, wholeLots(count))).toBe(units)
  })

  test('the lots of an amount never cost more, and one more would', () => {
    for (const terms of [TERMS, cheap, { ...cheap, price: priceE4(19_999n), lot: wholeShares(7n) }]) {
      for (let units = 0n; units < 3_000n; units += 7n) {
        const count = lotsFor(terms, cents(units))
        expect(amountFor(terms, count)).toBeLessThanOrEqual(units)
        expect(amountFor(terms, wholeLots(count + 1n))).toBeGreaterThan(units)
      }
    }
  })

  test('its lines pay for the shares out of the hold and bring them in, and without a share it is released', () => {
    const lines = (won: bigint) =>
      allotmentLines(TERMS, eur(3n * LOT), settlementFor(TERMS, wholeLots(won), cents(3n * LOT)))
    const moved = (won: bigint) =>
      lines(won).map(({ asset, kind, counter, free, held }) => [asset, kind, counter, free, held])
    expect(moved(2n)).toEqual([
      ['EUR', 'allotment', 'offers', 0n, -2n * LOT],
      ['XMAD:MRA', 'allotment', 'offers', 100n, 0n],
      ['EUR', 'release', 'hold', LOT, -LOT],
    ])
    expect(moved(3n).map(([, kind]) => kind)).toEqual(['allotment', 'allotment'])
    expect(moved(0n)).toEqual([['EUR', 'release', 'hold', 3n * LOT, -3n * LOT]])
  })

  test('a settlement pays for what is allotted and releases the rest: together the hold, to the cent', () => {
    for (const terms of [TERMS, cheap]) {
      for (let lots = 1n; lots <= 20n; lots++) {
        const held = amountFor(terms, wholeLots(lots))
        for (let won = 0n; won <= lots; won++) {
          const { paid, released, shares } = settlementFor(terms, wholeLots(won), held)
          expect(paid + released).toBe(held)
          expect(released >= 0n && (won < lots || released === 0n)).toBe(true)
          expect([paid === 0n, shares]).toEqual([won === 0n, won * terms.lot])
        }
      }
    }
  })
})

describe('the figures against the market', () => {
  const at = (last: bigint) => priceE4(last)
  // prettier-ignore
  test.each<[string, OfferState, bigint | null, readonly [difference: bigint, bps: number] | null]>([
    ['before the listing there are none',  'drawn',      130_000n, null],
    ['while it is subscribed neither',     'subscribing', 130_000n, null],
    ['without a price neither',            'listed',     null,     null],
    ['at the subscription price',          'listed',     124_000n, [0n, 0]],
    ['ten per cent more',                  'listed',     136_400n, [12_400n, 1_000]],
    ['a quarter less',                     'listed',     93_000n,  [-31_000n, -2_500]],
  ])('%s', (_what, state, last, figures) => {
    const result = marketFigures(TERMS, state, last === null ? null : at(last))
    expect(result && [result.difference, result.returnBps]).toEqual(figures)
  })
})
