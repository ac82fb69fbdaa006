import { describe, expect, test } from 'vitest'
import {
  eur,
  priceE4,
  rateE6,
  usd,
  wholeShares,
  basisPoints,
  type Amount,
  type Asset,
  type PriceE4,
} from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import { NO_CHARGES, withFill } from './charges.rules.ts'
import { holdLeft } from './holds.rules.ts'
import { NO_CONDITIONS, type Order } from './orders.rules.ts'
import { ABC, NOW, buy, dollars, event, sell, stopped, ticketOf } from './orders.testing.ts'
import { mostSharesAfter, previewReplacement, type NewTerms, type ReplacementFacts } from './replacement.rules.ts'
import { decideReplace } from './replacing.rules.ts'

const has =
  (...amounts: Amount[]) =>
  (asset: Asset) =>
    amounts.find((amount) => amount.asset === asset)?.units ?? 0n
const quote = event(900, 995n, 1_005n)
const calm: ReplacementFacts = {
  charges: NO_CHARGES,
  quote,
  rate: { rate: rateE6(1_080_000n), markupBps: basisPoints(20n) },
  lot: null,
  hasRates: true,
  free: has(usd(10_000n), { asset: ABC, units: 50n }),
}
const { id: _id, listing: _listing, side: _side, ...terms } = ticketOf(buy)
const termsOf = (order: Order, change: Partial<NewTerms>): NewTerms => {
  const { id: _own, listing: _of, side: _way, ...own } = ticketOf(order)
  return { ...own, ...change }
}
const preview = (
  order: Order,
  change: Partial<NewTerms>,
  facts: Partial<ReplacementFacts> = {},
  stopNow: Order['limit'] = null,
) => previewReplacement({ ...order, stopNow }, termsOf(order, change), { ...calm, ...facts })

const partCharges = withFill({ feeTable: 2, side: 'buy', currency: 'USD', leverage: 1 }, NO_CHARGES, {
  price: dollars(990n),
  shares: wholeShares(4n),
})
const begun = { filled: wholeShares(4n), state: 'part_filled' } as const
const exits = (stop: PriceE4 | null, profit: PriceE4 | null = null) => ({ stop, profit })
const guarded: Order = { ...buy, conditions: { ...NO_CONDITIONS, exits: exits(dollars(900n), dollars(1_100n)) } }
const partly: Order = { ...buy, ...begun }
const trailing = stopped(sell, { by: 'amount', distance: dollars(50n) }, dollars(1_000n))

// prettier-ignore
test.each<[string, Order, Partial<NewTerms>, Amount[], string]>([
  //                                                              held more or released   place
  ['a limit, a cent higher',   buy,  { limit: dollars(1_001n) },   [usd(11n)],             'new_price'],
  ['a limit, a cent lower',    buy,  { limit: dollars(999n) },     [usd(-10n)],            'new_price'],
  ['more shares',              buy,  { shares: wholeShares(11n) }, [usd(1_001n)],          'more_shares'],
  ['fewer shares',             buy,  { shares: wholeShares(9n) },  [usd(-1_001n)],         'kept'],
  ['the time alone',           buy,  { timeInForce: 'gtc' },       [],                     'kept'],
  ['a sell of more shares',    sell, { shares: wholeShares(12n) }, [{ asset: ABC, units: 2n }], 'more_shares'],
  ['a sell’s limit',           sell, { limit: dollars(1_100n) },   [],                     'new_price'],
])('%s: says what is held more, and whether the place is kept', (_line, order, change, more, place) => {
  expect(preview(order, change)).toMatchObject({ more, place, stays: false, refusal: null })
})

test('says cost, fee, hold and what is free before and after', () => {
  expect(preview(buy, { limit: dollars(1_010n) })).toMatchObject({
    before: {
      cost: usd(10_000n),
      fee: usd(10n),
      total: usd(10_010n),
      held: [usd(10_010n)],
      free: [usd(10_000n), eur(0n)],
    },
    // A fee of a tenth of a per cent of 101.00, rounded up.
    after: {
      cost: usd(10_100n),
      fee: usd(11n),
      total: usd(10_111n),
      held: [usd(10_111n)],
      free: [usd(9_899n), eur(0n)],
    },
  })
})

test('of an order filled in part counts what its fills cost, and holds for the rest', () => {
  const { before, after } = preview(partly, { shares: wholeShares(8n) }, { charges: partCharges })
  // Four at 9.90 and six, or four, at 10.00; 39.64 are spent.
  expect(before).toMatchObject({ cost: usd(9_960n), held: [usd(10_010n - 3_964n)] })
  expect(after).toMatchObject({ cost: usd(7_960n), held: [usd(7_968n - 3_964n)] })
})

test('a stop that stays is where it has followed the market to; a new one begins at the price of now', () => {
  const [same, wider] = [
    preview(trailing, { shares: wholeShares(5n) }, {}, dollars(980n)),
    preview(trailing, { trail: dollars(60n) }, {}, dollars(980n)),
  ]
  expect([same.after?.price, same.after?.cost]).toEqual([dollars(980n), usd(4_900n)])
  expect(wider.after?.price).toBe(dollars(935n))
})

test('the same terms change nothing', () => {
  expect(preview(buy, {})).toMatchObject({ stays: true, more: [], refusal: null })
})

// prettier-ignore
test.each<[string, Order, Partial<NewTerms>, string, string | undefined]>([
  ['as many as are filled',     partly,   { shares: wholeShares(4n) },                    'shares_filled',      'shares'],
  ['a limit out of reach',      buy,      { limit: priceE4(1n) },                         'limit_out_of_range', 'limit'],
  ['a cent too dear',           buy,      { limit: dollars(2_000n) },                     'insufficient_balance', 'shares'],
  ['a share too many',          sell,     { shares: wholeShares(61n) },                   'insufficient_shares', 'shares'],
  ['another kind',              buy,      { limit: null },                                'kind_stays',         'limit'],
  ['a trail beyond the price',  trailing, { trail: dollars(995n) },                       'trail_too_wide',     'trail'],
])('%s is refused as the house would', (_line, order, change, refused, field) => {
  const { refusal, after } = preview(order, change, { rate: null, hasRates: false, charges: order === partly ? partCharges : NO_CHARGES })
  expect([refusal?.refused, refusal?.field, after]).toEqual([refused, field, null])
})

// prettier-ignore
test.each<[string, Order, Partial<NewTerms>, string | null]>([
  ['stay, and its limit is above the stop',  guarded,                          { limit: dollars(901n) },            null],
  ['stay, and its limit is at the stop',     guarded,                          { limit: dollars(900n) },            'exit_stop_too_high exits.stop'],
  ['move to the price of the buy',           guarded,                          { exits: exits(dollars(900n), dollars(1_000n)) }, 'exit_profit_too_low exits.profit'],
  ['are taken away',                         guarded,                          { exits: null },                     null],
  ['are new, of a buy that had none',        buy,                              { exits: exits(dollars(900n)) },     null],
  ['are new, of a sell',                     sell,                             { exits: exits(dollars(900n)) },     'exits_for_buys exits'],
  ['are moved after the first fill',         { ...guarded, ...begun },         { exits: null },                     'exits_placed exits'],
  ['stay after the first fill',              { ...guarded, ...begun },         { limit: dollars(900n) },            null],
])('exits that %s', (_line, order, change, refused) => {
  const { refusal, stays, place } = preview(order, change, order.filled > 0n ? { charges: partCharges } : {})
  expect(refusal && `${refusal.refused} ${refusal.field}`).toBe(refused)
  expect(stays).toBe(false)
  if (refused === null) expect(place).toBe(change.limit ? 'new_price' : 'kept')
})

test('and a cent less, or a share fewer, is covered', () => {
  const none = { rate: null, hasRates: false }
  expect(preview(buy, { limit: dollars(1_999n) }, none).refusal).toBeNull()
  expect(preview(sell, { shares: wholeShares(60n) }, none).refusal).toBeNull()
})

describe('the most shares', () => {
  const most = (order: Order, facts: Partial<ReplacementFacts> = {}) =>
    mostSharesAfter({ ...order, stopNow: null }, { ...terms }, { ...calm, rate: null, ...facts })

  test('are those that the free cash and the order’s own hold pay for', () => {
    // 200.10 at 10.01 a share with the fee: nineteen.
    expect(most(buy)).toBe(19n)
  })

  test('with those that are filled', () => {
    const free = has(usd(1_000n))
    const shares = most(partly, { charges: partCharges, free })
    const fits = (count: bigint) =>
      preview(partly, { shares: wholeShares(count) }, { charges: partCharges, free, rate: null }).refusal === null
    expect([shares, fits(shares), fits(shares + 1n)]).toEqual([11n, true, false])
  })

  test('of a sell, all that are free and those that it holds', () => {
    expect(most(sell)).toBe(60n)
  })
})

test('agrees with the decision of the house in every case', () => {
  const changes: Partial<NewTerms>[] = [990n, 1_000n, 1_020n, 1_998n, 2_008n].flatMap((limit) =>
    [3n, 8n, 10n, 19n].flatMap((shares) => [{ limit: dollars(limit), shares: wholeShares(shares) }]),
  )
  for (const [order, charges] of [
    [buy, NO_CHARGES],
    [sell, NO_CHARGES],
    [partly, partCharges],
  ] as const)
    for (const change of changes) {
      const seen = preview(order, change, { charges })
      const { listing: _of, ...own } = ticketOf(order)
      const decision = decideReplace(order, { ...own, changes: 0, ...change }, {
        ...calm, charges, quote, now: NOW + 1_000, marketNow: NOW + 1_000, best: null, pausedSince: null,
        publicUntil: null, session: { venue: 'XNYS', day: '2026-11-20', open: NOW - HOUR, close: NOW + HOUR },
      }) // prettier-ignore
      if (isRefused(decision)) expect(seen.refusal).toEqual(decision)
      else {
        expect(seen.after?.held).toEqual(holdLeft(decision.order, charges))
        expect(seen.more.map(({ asset, units }) => [asset, units]).toSorted()).toEqual(
          decision.lines.map(({ asset, held }) => [asset, held]).toSorted(),
        )
        expect(seen.place === 'kept').toBe((decision.order.conditions?.rankAt ?? NOW) === NOW)
      }
    }
})
