import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '../base/amount.ts'
import { buyForAmount, neededFor, type AmountDraft } from './amount.rules.ts'
import { holdFor } from './holds.rules.ts'
import { kindTermsOf } from './kinds.rules.ts'
import { LEVERAGES } from './orders.contract.ts'
import { isRefused } from '../base/refusal.ts'

const listing: ListingId = 'XNAS:KLD'
const facts = { quote: { bid: priceE4(99_900n), ask: priceE4(100_000n) }, feeTable: 2 } as const
const atMarket: AmountDraft = { listing, limit: null }
const limit: AmountDraft = { listing, limit: priceE4(100_000n) }

// One share at a limit of 10.00 holds 10.01; at the market 10.20 and 0.02.
// prettier-ignore
test.each<[string, AmountDraft, bigint, object]>([
  ['nothing',                            limit,                     0n,        { shares: 0n,  needed: 0n,       rest: 0n,      one: 10_01n }],
  ['a cent less than one share',         limit,                     10_00n,    { shares: 0n,  needed: 0n,       rest: 10_00n,  one: 10_01n }],
  ['one share to the cent',              limit,                     10_01n,    { shares: 1n,  needed: 10_01n,   rest: 0n,      one: 10_01n }],
  ['a cent less than ten',               limit,                     100_09n,   { shares: 9n,  needed: 90_09n,   rest: 10_00n,  one: 10_01n }],
  ['ten to the cent',                    limit,                     100_10n,   { shares: 10n, needed: 100_10n,  rest: 0n,      one: 10_01n }],
  ['with the collar of a market order',  atMarket,                  100_10n,   { shares: 9n,  needed: 91_90n,   rest: 8_20n,   one: 10_22n }],
  ['with leverage, its own part',        { ...limit, leverage: 5 }, 100_10n,   { shares: 50n, needed: 100_10n,  rest: 0n,      one: 2_01n }],
  ['with leverage, a cent less',         { ...limit, leverage: 5 }, 100_09n,   { shares: 49n, needed: 98_10n,   rest: 1_99n,   one: 2_01n }],
  ['a stop, with the collar on it',      { listing, limit: null, stop: priceE4(110_000n) }, 100_00n, { shares: 8n, needed: 89_85n, rest: 10_15n, one: 11_24n }],
])('an amount of %s', (_what, draft, amount, buy) => {
  expect(buyForAmount(draft, amount, facts)).toEqual(buy)
})

test.each<[string, AmountDraft]>([
  ['at market', atMarket],
  ['with a stop that follows', { listing, limit: null, trailBps: 500 }],
])('without an ask a buy %s has no hold, and no amount buys any', (_what, draft) => {
  const shut = { ...facts, quote: { ...facts.quote, ask: priceE4(0n) } }
  expect(buyForAmount(draft, 100_00n, shut)).toBeNull()
  expect(neededFor(draft, 1n, shut)).toBeNull()
  expect(buyForAmount(limit, 100_10n, shut)?.shares).toBe(10n)
})

test('prices that do not go together buy none', () => {
  expect(buyForAmount({ listing, limit: null, trail: priceE4(1n), trailBps: 1 }, 100_00n, facts)).toBeNull()
})

test('the order for an amount never needs more than the amount, and one share more would', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 10n),
      fc.bigInt(1n, 10n ** 8n),
      fc.constantFrom(...LEVERAGES),
      fc.constantFrom<'market' | 'limit' | 'stop' | 'trailing'>('market', 'limit', 'stop', 'trailing'),
      (amount, price, leverage, kind) => {
        const at = priceE4(price)
        const draft: AmountDraft = {
          listing,
          leverage,
          limit: kind === 'limit' ? at : null,
          stop: kind === 'stop' ? at : null,
          trailBps: kind === 'trailing' ? 500 : null,
        }
        const quoted = { feeTable: 2, quote: { bid: at, ask: at } } as const
        const buy = buyForAmount(draft, amount, quoted)!
        const terms = kindTermsOf(draft)
        if (isRefused(terms)) throw new Error('the prices go together')
        const hold = (shares: bigint) =>
          holdFor({ ...terms, side: 'buy', listing, shares: wholeShares(shares), leverage }, quoted.quote, 2).units
        expect(buy.needed + buy.rest).toBe(amount)
        if (buy.shares > 0n) expect([buy.needed, buy.needed <= amount]).toEqual([hold(buy.shares), true])
        expect(hold(buy.shares + 1n)).toBeGreaterThan(amount)
      },
    ),
  )
})
