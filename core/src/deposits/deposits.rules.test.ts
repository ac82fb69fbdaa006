import { expect, test } from 'vitest'
import { eur, rateE6, usd, type Amount } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { COINS, type Chain } from '../payees/chains.ts'
import {
  DEPOSITS_MAX,
  MOST_COIN_E8,
  decideAmount,
  decideCoins,
  decideHash,
  decideHashUse,
  depositNumber,
  leftOf,
  reasonsOfWay,
  windowFrom,
  type CoinForm,
  type DepositFacts,
} from './deposits.rules.ts'
import { COIN_RATES, cashFor, inEuros } from '../payees/rates.ts'

const RATE = rateE6(1_084_200n)
const nobody: DepositFacts = { verified: false, usedCents: 0n, open: 0, eurUsd: RATE }

// prettier-ignore
test.each<[string, Amount, Partial<DepositFacts>, bigint | string]>([
  ['the least',                              eur(10_00n),        {},                                                  10_00n],
  ['one cent less',                          eur(9_99n),         {},                                                  'minimum_deposit'],
  ['the least in dollars',                   usd(10_00n),        {},                                                  9_22n],
  ['nothing',                                eur(0n),            {},                                                  'deposit_amount_positive'],
  ['less than nothing',                      eur(-1n),           {},                                                  'deposit_amount_positive'],
  ['the most before KYC',                    eur(50_000_00n),     {},                                                  50_000_00n],
  ['one cent more',                          eur(50_000_01n),     {},                                                  'deposit_limit'],
  ['what is left of the most',               eur(500_00n),       { usedCents: 49_500_00n },                            500_00n],
  ['one cent more than is left',             eur(500_01n),       { usedCents: 49_500_00n },                            'deposit_limit'],
  ['more was used than may be',              eur(10_00n),        { usedCents: 90_000_00n },                            'deposit_limit'],
  ['the same with KYC passed',               eur(500_01n),       { verified: true, usedCents: 49_500_00n },            500_01n],
  ['the most after KYC',                     eur(1_000_000_00n), { verified: true },                                  1_000_000_00n],
  ['one cent more after KYC',                eur(1_000_000_01n), { verified: true },                                  'deposit_limit'],
  ['dollars are counted in euros',           usd(54_210_00n),     {},                                                  50_000_00n],
  ['one cent of dollars more, rounded to one of euros', usd(54_210_01n), {},                                                  'deposit_limit'],
  ['without a rate, one for one',            usd(50_000_00n),     { eurUsd: null },                                    50_000_00n],
  ['without a rate, one cent more',          usd(50_000_01n),     { eurUsd: null },                                    'deposit_limit'],
  ['the last one under way',                 eur(10_00n),        { open: DEPOSITS_MAX - 1 },                          10_00n],
  ['one more than may be under way',         eur(10_00n),        { open: DEPOSITS_MAX },                              'too_many_deposits'],
])('an amount: %s', (_line, cash, change, answer) => {
  const decision = decideAmount(cash, { ...nobody, ...change })
  expect('refused' in decision ? decision.refused : decision.eurCents).toBe(answer)
})

test('the refusal by the limit says what is left of it and the most, each in its place', () => {
  expect(decideAmount(eur(20_000_01n), { ...nobody, usedCents: 30_000_00n })).toMatchObject({
    refused: 'deposit_limit',
    detail: { left: eur(20_000_00n), most: eur(50_000_00n) },
    field: 'amount',
  })
  expect(decideAmount(eur(10_00n), { ...nobody, verified: true, usedCents: 2_000_000_00n })).toMatchObject({
    detail: { left: eur(0n), most: eur(1_000_000_00n) },
  })
})

const HASH = '8d41f0'.padEnd(64, 'a')
const form: CoinForm = { currency: 'USDC', chain: 'polygon', amount: 2_000_00000000n, cash: 'EUR', hash: `0x${HASH}` }

// prettier-ignore
test.each<[string, Partial<CoinForm>, Partial<DepositFacts>, Amount | string]>([
  ['as in the picture',               {},                                          {},               eur(1_844_67n)],
  ['into dollars',                    { cash: 'USD' },                             {},               usd(2_000_00n)],
  ['into dollars without a rate',     { cash: 'USD' },                             { eurUsd: null }, usd(2_000_00n)],
  ['into euros without a rate',       {},                                          { eurUsd: null }, 'no_rate'],
  ['no coins',                        { amount: 0n },                              {},               'deposit_amount_positive'],
  ['fewer than none',                 { amount: -1n },                             {},               'deposit_amount_positive'],
  ['so few that they are no cent',    { amount: 1n },                              {},               'minimum_deposit'],
  ['more than there can be',          { amount: MOST_COIN_E8 + 1n },               {},               'amount_too_large'],
  ['as many as there can be',         { amount: MOST_COIN_E8 },                    {},               'deposit_limit'],
  ['a chain the coin is not on',      { chain: 'bitcoin' },                        {},               'chain_of_currency'],
  ['no hash',                         { hash: '  ' },                              {},               'missing_information'],
  ['a hash of another chain',         { hash: HASH },                              {},               'hash_form'],
  ['the amount comes before the hash', { hash: 'x', amount: 0n },                  {},               'deposit_amount_positive'],
])('coins: %s', (_line, change, facts, answer) => {
  const decision = decideCoins({ ...form, ...change }, { ...nobody, ...facts })
  expect('refused' in decision ? decision.refused : decision.cash).toEqual(answer)
})

// prettier-ignore
test.each<[Chain, string, string]>([
  ['bitcoin', ` ${HASH.toUpperCase()}\n`, HASH],
  ['bitcoin', `0x${HASH}`, 'hash_form'],
  ['bitcoin', HASH.slice(1), 'hash_form'],
  ['bitcoin', `${HASH}0`, 'hash_form'],
  ['tron', HASH, HASH],
  ['ethereum', `0X${HASH}`, `0x${HASH}`],
  ['ethereum', `0x${HASH.slice(1)}g`, 'hash_form'],
  ['polygon', `https://example.org/tx/0x${HASH}`, 'hash_form'],
  ['tron', '', 'missing_information'],
])('a hash on %s: %s', (chain, text, answer) => {
  const decision = decideHash(chain, text)
  expect('refused' in decision ? decision.refused : decision.hash).toBe(answer)
})

test('a transaction is credited once', () => {
  expect(decideHashUse({ credited: false, submitted: false })).toEqual({ free: true })
  expect(decideHashUse({ credited: false, submitted: true })).toMatchObject({ refused: 'hash_submitted' })
  expect(decideHashUse({ credited: true, submitted: true })).toMatchObject({ refused: 'hash_credited' })
})

// 1 USD a coin, 1.6 USD for one EUR: 1,600,000 E8 units are one cent of EUR.
test('coins become cash by one rounding, down to the cent', () => {
  const rate = rateE6(1_600_000n)
  const cents = (coinE8: bigint) => cashFor('USDC', coinE8, 'EUR', rate)?.units
  expect([1_599_999n, 1_600_000n, 3_199_999n, 3_200_000n].map(cents)).toEqual([0n, 1n, 1n, 2n])
  expect(cashFor('BTC', 1n, 'USD', null)).toEqual(usd(0n))
  expect(cashFor('BTC', 100_000_000n, 'USD', null)).toEqual(usd(60_000_00n))
  expect(cashFor('ETH', 50_000_000n, 'EUR', rateE6(1_000_000n))).toEqual(eur(1_500_00n))
  expect(inEuros(usd(160n), rate)).toBe(100n)
})

test('the table of rates has every coin, and is the one that its version says', () => {
  expect(Object.keys(COIN_RATES.usd).sort()).toEqual([...COINS].sort())
  expect(COIN_RATES).toEqual({
    version: 1,
    usd: { BTC: 60_000_000_000n, ETH: 3_000_000_000n, USDC: 1_000_000n, USDT: 1_000_000n },
  })
})

test('the limit window, the rest of the limit, and the record number', () => {
  expect(windowFrom(24 * HOUR + 5)).toBe(5)
  expect([leftOf(false, 50_000_01n), leftOf(false, 49_999_99n), leftOf(true, 0n)]).toEqual([0n, 1n, 1_000_000_00n])
  expect(depositNumber('01912f3a-0000-7000-8000-0000004f09c2')).toBe('D-4F09C2')
})

test('each deposit method has only its own reasons', () => {
  expect(reasonsOfWay('crypto').approve).toEqual(['received'])
  expect(reasonsOfWay('crypto').refuse).toContain('hash_unknown')
  expect(reasonsOfWay('online')).toEqual({
    approve: ['checkout_paid'],
    refuse: ['not_received', 'amount_differs', 'customer_asked'],
  })
})
