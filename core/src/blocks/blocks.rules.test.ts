import { describe, expect, test } from 'vitest'
import { cents, priceE4, wholeShares, type Amount, type ListingId } from '../base/amount.ts'
import { HOUR, MINUTE, SECOND } from '../base/instant.ts'
import { DAY_MS } from '../calendar/days.ts'
import type { MarketAction } from '../market/actions.ts'
import type { Quote } from '../market/market.contract.ts'
import { BLOCK_STATES } from './blocks.contract.ts'
import {
  blockHold,
  blockOfferStateFor,
  blockPrice,
  decideBlock,
  decideBlockCancel,
  decideBlockOfferWithdrawal,
  decideBlockTerms,
  endsWithOffer,
  freedResultBps,
  isChangedSince,
  mostFor,
  priceAfterFor,
  priceBlock,
  pricingEvent,
  purchaseLines,
  type BlockFacts,
  type BlockTermsFacts,
} from './blocks.rules.ts'
import { blockTermsHash, blockTermsText, type BlockTerms } from './terms.text.ts'

const ESP: ListingId = 'XMAD:ESP'
const ABC: ListingId = 'XNYS:ABC'
const NOW = Date.UTC(2026, 10, 20, 9)
const TERMS: BlockTerms = {
  offer: '019a9000-0000-7000-8000-000000000001',
  listing: ESP,
  discountBps: 400,
  shares: wholeShares(10_000n),
  least: wholeShares(1_000n),
  most: wholeShares(4_000n),
  lockDays: 30,
  endsAt: NOW + 8 * DAY_MS,
}
const FACTS: BlockFacts = {
  now: NOW,
  terms: TERMS,
  isWithdrawn: false,
  taken: wholeShares(0n),
  own: wholeShares(0n),
  last: priceE4(67_300n),
  feeTable: 2,
  free: 6_539_33n,
}

describe('terms', () => {
  const facts: BlockTermsFacts = { now: NOW, kind: 'share', isUnquoted: false }
  // prettier-ignore
  test.each<[line: string, change: Partial<BlockTerms>, facts: Partial<BlockTermsFacts>, answer: string | null, field?: string]>([
    ['terms inside every limit',        {},                                     {},                    null],
    ['no such listing',                 {},                                     { kind: null },        'unknown_listing', 'listing'],
    ['an index',                        {},                                     { kind: 'index' },     'not_tradable',    'listing'],
    ['a listing without quotes',        {},                                     { isUnquoted: true },  'never_quoted',    'listing'],
    ['the smallest discount',           { discountBps: 100 },     {},                    null],
    ['a smaller one',                   { discountBps: 99 },      {},                    'block_discount',  'discountBps'],
    ['the largest discount',            { discountBps: 1_000 },   {},                    null],
    ['a larger one',                    { discountBps: 1_001 },   {},                    'block_discount',  'discountBps'],
    ['as many for one as there are',    { most: wholeShares(10_000n) },         {},                    null],
    ['one more',                        { most: wholeShares(10_001n) },         {},                    'block_size',      'most'],
    ['a minimum that is the most',      { least: wholeShares(4_000n) },         {},                    null],
    ['a minimum above it',              { least: wholeShares(4_001n) },         {},                    'block_size',      'least'],
    ['more shares than any offer has',  { shares: wholeShares(1_000_000_001n) }, {},                   'block_size',      'shares'],
    ['a lock of a day',                 { lockDays: 1 },                        {},                    null],
    ['no lock',                         { lockDays: 0 },                        {},                    'block_lock',      'lockDays'],
    ['the longest lock',                { lockDays: 90 },                       {},                    null],
    ['a longer one',                    { lockDays: 91 },                       {},                    'block_lock',      'lockDays'],
    ['an end in an hour',               { endsAt: NOW + HOUR },                 {},                    null],
    ['a millisecond sooner',            { endsAt: NOW + HOUR - 1 },             {},                    'block_end',       'endsAt'],
    ['an end in sixty days',            { endsAt: NOW + 60 * DAY_MS },          {},                    null],
    ['a millisecond later',             { endsAt: NOW + 60 * DAY_MS + 1 },      {},                    'block_end',       'endsAt'],
  ])('%s', (_line, change, changed, answer, field) => {
    const refused = decideBlockTerms({ ...TERMS, ...change }, { ...facts, ...changed })
    expect([refused?.refused ?? null, refused?.field]).toEqual([answer, field])
  })

  test('the text has every term, and any change of it is another hash', () => {
    expect(blockTermsText(TERMS).split('\n')).toEqual([
      'lonja block 1',
      `offer ${TERMS.offer}`,
      'listing XMAD:ESP',
      'discount 400',
      'shares 10000',
      'least 1000',
      'most 4000',
      'lock 30',
      `ends ${TERMS.endsAt}`,
      'price 1',
      '',
    ])
    const changes: Partial<BlockTerms>[] = [
      { listing: ABC },
      { discountBps: 401 },
      { shares: wholeShares(10_001n) },
      { least: wholeShares(1_001n) },
      { most: wholeShares(4_001n) },
      { lockDays: 29 },
      { endsAt: TERMS.endsAt + 1 },
    ]
    expect(new Set([TERMS, ...changes.map((change) => ({ ...TERMS, ...change }))].map(blockTermsHash)).size).toBe(8)
  })
})

// prettier-ignore
test.each<[line: string, now: number, taken: bigint, isWithdrawn: boolean, state: string]>([
  ['before its end',                     NOW,               0n,      false,  'open'],
  ['at its last instant',                TERMS.endsAt,      0n,      false,  'open'],
  ['a millisecond after it',             TERMS.endsAt + 1,  0n,      false,  'ended'],
  ['with just a minimum left',           NOW,               9_000n,  false,  'open'],
  ['with a share less than that',        NOW,               9_001n,  false,  'sold_out'],
  ['that is withdrawn',                  NOW,               0n,      true,   'withdrawn'],
  ['that is withdrawn, after its end',   TERMS.endsAt + 1,  9_001n,  true,   'withdrawn'],
])('an offer %s', (_line, now, sold, isWithdrawn, state) => {
  expect(blockOfferStateFor(TERMS, { now, taken: wholeShares(sold), isWithdrawn })).toBe(state)
})

describe('the withdrawal of an offer', () => {
  const { endsAt } = TERMS
  // prettier-ignore
  test.each<[line: string, now: number, of: { isWithdrawn?: boolean; waiting?: number }, refused: string | undefined]>([
    ['before its end',                          NOW,         {},                                 undefined],
    ['at its last instant',                     endsAt,      {},                                 undefined],
    ['a millisecond after it, nobody waits',    endsAt + 1,  {},                                 'block_closed'],
    ['a millisecond after it, one waits',       endsAt + 1,  { waiting: 1 },                     undefined],
    ['that is withdrawn',                       NOW,         { isWithdrawn: true },              'block_withdrawn'],
    ['that is withdrawn, and one waits',        endsAt + 1,  { isWithdrawn: true, waiting: 1 },  'block_withdrawn'],
  ])('%s', (_line, now, of, refused) => {
    expect(decideBlockOfferWithdrawal({ isWithdrawn: false, endsAt, waiting: 0, ...of }, now)?.refused).toBe(refused)
  })

  test('ends every application that is not approved, and no other', () => {
    expect(BLOCK_STATES.filter(endsWithOffer)).toEqual(['pending', 'in_review', 'offered'])
  })
})

// 1,000 shares at a cap of 6.5328 cost with the fee of 0.1 %, both up to the cent, 6,532.80 + 6.54.
const CAP = priceE4(65_328n)
// prettier-ignore
test.each<[line: string, shares: bigint, cap: bigint, change: Partial<BlockFacts>, answer: bigint | string, field?: string]>([
  ['the minimum, with all cash that is free', 1_000n, 65_328n, { free: 6_539_34n },       6_539_34n],
  ['a cent short',                     1_000n, 65_328n,    {},                            'insufficient_balance', 'shares'],
  ['a share less than the minimum',      999n, 65_328n,    {},                            'block_below_least',    'shares'],
  ['the most of one customer',         4_000n,  1_0000n,   {},                            4_004_00n],
  ['a share more',                     4_001n,  1_0000n,   {},                            'block_above_most',     'shares'],
  ['the rest of what one may have',    1_500n,  1_0000n,   { own: wholeShares(2_500n) },  1_501_50n],
  ['a share more than that',           1_501n,  1_0000n,   { own: wholeShares(2_500n) },  'block_above_most',     'shares'],
  ['all that is left',                 1_200n,  1_0000n,   { taken: wholeShares(8_800n) }, 1_201_20n],
  ['a share more than is left',        1_201n,  1_0000n,   { taken: wholeShares(8_800n) }, 'block_left',          'shares'],
  ['the last instant',                 1_000n,  1_0000n,   { now: TERMS.endsAt },         1_001_00n],
  ['a millisecond later',              1_000n,  1_0000n,   { now: TERMS.endsAt + 1 },     'block_closed'],
  ['of a withdrawn offer',             1_000n,  1_0000n,   { isWithdrawn: true },         'block_withdrawn'],
  ['of one whose time is over too',    1_000n,  1_0000n,   { isWithdrawn: true, now: TERMS.endsAt + 1 }, 'block_withdrawn'],
  ['without any price',                1_000n,  1_0000n,   { last: null },                'no_price'],
  ['a cap of a tenth of the price',    1_000n,    6_730n,  {},                              673_68n],
  ['a cap below that',                 1_000n,    6_729n,  {},                            'limit_out_of_range',   'cap'],
  ['a cap of ten times the price',     1_000n,  673_000n,  { free: 1_000_000_00n },       67_367_30n],
  ['a cap above that',                 1_000n,  673_001n,  { free: 1_000_000_00n },       'limit_out_of_range',   'cap'],
])('an application: %s', (_line, shares, cap, change, answer, field) => {
  const decision = decideBlock({ shares: wholeShares(shares), cap: priceE4(cap) }, { ...FACTS, ...change })
  expect('refused' in decision ? [decision.refused, decision.field] : [decision.hold.units, field]).toEqual([answer, field])
})

test.each<[taken: bigint, own: bigint, most: bigint]>([
  [0n, 0n, 4_000n],
  [7_000n, 0n, 3_000n],
  [0n, 3_999n, 1n],
  [10_000n, 0n, 0n],
  [0n, 5_000n, 0n],
])('with %s shares taken and %s of them one’s own, %s more can be asked for', (sold, own, most) => {
  expect(mostFor(TERMS, { taken: wholeShares(sold), own: wholeShares(own) })).toBe(most)
})

describe('the price', () => {
  // prettier-ignore
  test.each<[line: string, ask: bigint, discount: number, price: bigint]>([
    ['4 % off 6.73',                          67_300n,   400, 64_608n],
    ['a part of a ten-thousandth goes up',    67_301n,   400, 64_609n],
    ['the least price there is',                   1n, 1_000,      1n],
  ])('%s', (_line, ask, discount, price) => {
    expect(blockPrice(priceE4(ask), discount)).toBe(price)
  })

  // Madrid is an hour ahead of UTC in winter and two in summer, New York five and four behind.
  // prettier-ignore
  test.each<[line: string, listing: ListingId, at: number, after: number]>([
    ['a morning in Madrid',                   ESP, Date.UTC(2026, 10, 20, 8),          Date.UTC(2026, 10, 20, 15)],
    ['a millisecond before 16:00',            ESP, Date.UTC(2026, 10, 20, 15) - 1,     Date.UTC(2026, 10, 20, 15)],
    ['at 16:00 the price is known next day',  ESP, Date.UTC(2026, 10, 20, 15),         Date.UTC(2026, 10, 21, 15)],
    ['just before midnight in Madrid',        ESP, Date.UTC(2026, 10, 20, 23) - 1,     Date.UTC(2026, 10, 21, 15)],
    ['just after it',                         ESP, Date.UTC(2026, 10, 20, 23),         Date.UTC(2026, 10, 21, 15)],
    ['a summer’s day in Madrid',              ESP, Date.UTC(2026, 6, 1, 13, 59),       Date.UTC(2026, 6, 1, 14)],
    ['the day the clocks go back',            ESP, Date.UTC(2026, 9, 24, 22, 30),      Date.UTC(2026, 9, 25, 15)],
    ['the day the clocks go forward',         ESP, Date.UTC(2026, 2, 28, 23, 30),      Date.UTC(2026, 2, 29, 14)],
    ['New York, whose 16:00 is later',        ABC, Date.UTC(2026, 10, 20, 20, 59),     Date.UTC(2026, 10, 20, 21)],
    ['New York at its 16:00',                 ABC, Date.UTC(2026, 10, 20, 21),         Date.UTC(2026, 10, 21, 21)],
  ])('%s', (_line, listing, at, after) => {
    expect(priceAfterFor(listing, at)).toBe(after)
  })

  test('an event without an ask makes none: the next one does', () => {
    const event = (at: number, ask: bigint): Quote => {
      const sizes = { bidSize: 1n, askSize: 1n }
      return { listing: ESP, at, bid: priceE4(1n), ask: priceE4(ask), last: priceE4(1n), ...sizes }
    }
    expect(pricingEvent([event(1, 0n), event(2, 5n), event(3, 4n)])?.at).toBe(2)
    expect(pricingEvent([event(1, 0n)])).toBeNull()
  })

  const approved = { shares: wholeShares(1_000n), cap: priceE4(64_608n), feeTable: 2 } as const
  test('at the cap it is bought, and locked from the event on; a ten-thousandth above it ends', () => {
    expect(priceBlock(TERMS, approved, { at: NOW, ask: priceE4(67_300n) })).toEqual({
      end: 'bought',
      price: 64_608n,
      cost: 6_460_80n,
      fee: 6_47n,
      until: NOW + 30 * DAY_MS,
    })
    expect(priceBlock(TERMS, approved, { at: NOW, ask: priceE4(67_301n) })).toEqual({
      end: 'above_cap',
      price: 64_609n,
    })
  })

  test('a purchase takes cost and fee from the hold, frees the rest and holds the shares', () => {
    const held: Amount = blockHold(ESP, approved.shares, CAP, 2)
    expect(held).toEqual({ asset: 'EUR', units: 6_539_34n })
    const lines = purchaseLines(TERMS, held, { shares: approved.shares, cost: cents(6_460_80n), fee: cents(6_47n) })
    expect(lines.map(({ asset, kind, counter, free, held: units }) => [asset, kind, counter, free, units])).toEqual([
      ['EUR', 'block', 'blocks', 0n, -6_460_80n],
      ['EUR', 'fee', 'fees', 0n, -6_47n],
      ['EUR', 'release', 'hold', 72_07n, -72_07n],
      ['XMAD:ESP', 'block', 'blocks', 0n, 1_000n],
    ])
  })
})

// prettier-ignore
test.each<[state: Parameters<typeof decideBlockCancel>[0]['state'], after: number | null, now: number, refused: string | null]>([
  ['pending',   null,         NOW,              null],
  ['in_review', null,         NOW,              null],
  ['approved',  NOW + MINUTE, NOW + MINUTE - 1, null],
  ['approved',  NOW + MINUTE, NOW + MINUTE,     'block_priced'],
  ['offered',   null,         NOW,              'unknown_block'],
  ['bought',    NOW,          NOW,              'unknown_block'],
  ['refused',   null,         NOW,              'unknown_block'],
  ['cancelled', null,         NOW,              'unknown_block'],
])('taking back one that is %s with its price after %s, at %s: %s', (state, priceAfter, now, refused) => {
  expect(decideBlockCancel({ state, priceAfter }, now)?.refused ?? null).toBe(refused)
})

test('a split or a new ticker since the application changes what was asked for; a dividend does not', () => {
  const head = { listing: ESP, exDay: '2026-11-21', announcedAt: NOW - HOUR, exAt: NOW + HOUR } as const
  const split: MarketAction = { ...head, kind: 'split', ratio: { from: 1n, to: 2n }, recordAt: NOW }
  const span = { since: NOW, until: NOW + SECOND }
  expect(isChangedSince([split], ESP, span)).toBe(true)
  expect(isChangedSince([split], ABC, span)).toBe(false)
  expect(isChangedSince([{ ...split, recordAt: NOW - 1 }], ESP, span)).toBe(false)
  expect(isChangedSince([{ ...split, recordAt: NOW + SECOND }], ESP, span)).toBe(false)
  expect(isChangedSince([{ ...head, kind: 'symbol', successor: ABC, recordAt: NOW }], ESP, span)).toBe(true)
  expect(isChangedSince([{ ...head, kind: 'dividend', amount: priceE4(1n), recordAt: NOW }], ESP, span)).toBe(false)
})

test('what a block had become when its lock ended, against what it cost', () => {
  const block = { shares: wholeShares(1_000n), cost: cents(6_467_27n) }
  expect(freedResultBps(block, priceE4(63_100n))).toBe(-243)
  expect(freedResultBps(block, priceE4(70_000n))).toBe(824)
})
