import { describe, expect, test } from 'vitest'
import { eur, rateE6, usd } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
import {
  WITHDRAWALS_MAX,
  refusalsFor,
  decideCancel,
  decideCoinsOut,
  decideSubmission,
  isCovered,
  isToBeSent,
  waitLeft,
  shareBps,
  stateFor,
  type WithdrawalProgress,
  type SubmissionFacts,
} from './withdrawals.rules.ts'

const NOW = 1_800_000_000_000
const calm: SubmissionFacts = {
  now: NOW,
  payee: { state: 'ready', readyAt: NOW - 1 },
  hasTradingPassword: true,
  waitsUntil: null,
  owed: [],
  free: 50_000n,
  spare: null,
  minimum: 1_000n,
  underWay: 0,
  verified: false,
  eurCents: 1n,
  usedCents: 0n,
}
const payee = (state: 'ready' | 'waiting' | 'other_holder') => ({ payee: { state, readyAt: NOW } })

describe('a withdrawal is taken in, or refused', () => {
  // prettier-ignore
  test.each<[string, bigint, Partial<SubmissionFacts>, string]>([
    // case                                      cents    change from a calm day                                        the answer
    ['the minimum',                              1_000n,  {},                                                           'held'],
    ['one cent below the minimum',               999n,    {},                                                           'minimum_withdrawal'],
    ['nothing',                                  0n,      {},                                                           'minimum_withdrawal'],
    ['less than nothing',                        -5_000n, {},                                                           'minimum_withdrawal'],
    ['every cent that is free',                  50_000n, {},                                                           'held'],
    ['one cent more than is free',               50_001n, {},                                                           'insufficient_balance'],
    ['all that is beside the margin',            400n,    { minimum: 1n, spare: 400n },                                 'held'],
    ['one cent of the margin',                   401n,    { minimum: 1n, spare: 400n },                                 'margin_needed'],
    ['no trading password yet',                  1_000n,  { hasTradingPassword: false },                                'trading_password_needed'],
    ['nobody’s payee',                           1_000n,  { payee: null },                                              'unknown_payee'],
    ['a payee that still waits',                 1_000n,  payee('waiting'),                                             'payee_waits'],
    ['a card in another name',                   1_000n,  payee('other_holder'),                                        'payee_other_holder'],
    ['a millisecond before the wait is over',    1_000n,  { waitsUntil: NOW + 1 },                                      'reset_waits'],
    ['when the wait is over',                    1_000n,  { waitsUntil: NOW },                                          'held'],
    ['a cent owed, in either currency',          1_000n,  { owed: [usd(1n)] },                                          'debt_open'],
    ['the last one that may be under way',       1_000n,  { underWay: WITHDRAWALS_MAX - 1 },                            'held'],
    ['one too many under way',                   1_000n,  { underWay: WITHDRAWALS_MAX },                                'too_many_withdrawals'],
    ['the most of 24 hours without papers, to the cent', 1_000n, { eurCents: 1_000n, usedCents: 9_999_000n },           'held'],
    ['one cent above it',                        1_000n,  { eurCents: 1_000n, usedCents: 9_999_001n },                  'withdrawal_limit'],
    ['the same with papers',                     1_000n,  { eurCents: 1_000n, usedCents: 9_999_001n, verified: true },  'held'],
    ['one cent above the most with papers',      1_000n,  { eurCents: 1_000n, usedCents: 199_999_001n, verified: true }, 'withdrawal_limit'],
    ['everything at once: the password first',   0n,      { hasTradingPassword: false, payee: null, free: 0n },         'trading_password_needed'],
    ['waiting and too little',                   0n,      { ...payee('waiting'), free: 0n },                            'payee_waits'],
  ])('%s', (_line, units, change, answer) => {
    const decision = decideSubmission(eur(units), { ...calm, ...change })
    expect(isRefused(decision) ? decision.refused : 'held').toBe(answer)
  })

  test('the refusal by the limit says what is left of it and the most, each in its place', () => {
    const facts = { eurCents: 3_000_001n, usedCents: 7_000_000n }
    expect(decideSubmission(eur(1_000n), { ...calm, ...facts })).toMatchObject({
      refused: 'withdrawal_limit',
      detail: { left: eur(3_000_000n), most: eur(10_000_000n) },
      field: 'amount',
    })
    const spent = { eurCents: 1n, usedCents: 10_000_001n }
    expect(decideSubmission(eur(1_000n), { ...calm, ...spent })).toMatchObject({ detail: { left: eur(0n) } })
  })

  test('what is held is what was asked for, in its currency; what is missing is said', () => {
    expect(decideSubmission(usd(1_234n), calm)).toEqual({ hold: usd(1_234n) })
    expect(decideSubmission(usd(1n), calm)).toMatchObject({ detail: { min: usd(1_000n) }, field: 'amount' })
    expect(decideSubmission(usd(1_000n), { ...calm, ...payee('waiting') })).toMatchObject({
      detail: { at: '15/01/2027 09:00:00' },
    })
  })
})

describe('the coins of a wallet', () => {
  const eurUsd = rateE6(1_084_200n)
  // prettier-ignore
  test.each<[string, bigint | null, bigint | string]>([
    ['nothing was shown',      null,         10_842_000_000n],
    ['exactly what was shown', 10_842_000_000n, 10_842_000_000n],
    ['more than was shown',    10_841_999_999n, 10_842_000_000n],
    ['one place fewer',        10_842_000_001n, 'rate_changed'],
  ])('%s', (_line, quoteE8, answer) => {
    const decision = decideCoinsOut(eur(100_00n), 'USDC', { eurUsd, quoteE8 })
    expect(isRefused(decision) ? decision.refused : decision.amountE8).toBe(answer)
  })

  test('are kept with the rate and its table; a refusal says the new figure', () => {
    const coinsOut = { coin: 'ETH', amountE8: 5_000_000n, usd: 3_000_000_000n, ratesVersion: 1 }
    expect(decideCoinsOut(usd(150_00n), 'ETH', { eurUsd: null, quoteE8: null })).toEqual(coinsOut)
    const refused = decideCoinsOut(usd(150_00n), 'ETH', { eurUsd: null, quoteE8: 5_000_001n })
    expect(refused).toMatchObject({ refused: 'rate_changed', detail: { coins: '0.05 ETH' } })
    expect(decideCoinsOut(eur(1_00n), 'ETH', { eurUsd: null, quoteE8: null })).toMatchObject({
      refused: 'no_coin_rate',
      field: 'payee',
    })
  })
})

test('a reset holds withdrawals back for a day, and says until when', () => {
  expect(waitLeft(NOW, NOW - 1)).toBe(NOW)
  expect([waitLeft(NOW, NOW), waitLeft(null, NOW)]).toEqual([null, null])
})

const ended = (how: 'sent' | 'refused' | 'cancelled') => ({ ending: { how, at: NOW } })

describe('where a withdrawal stands', () => {
  const fresh: WithdrawalProgress = { review: 'pending', ending: null }
  // prettier-ignore
  test.each<[string, WithdrawalProgress, string, string]>([
    ['asked for',                  fresh,                                               'pending',   'cancel'],
    ['opened by staff',            { ...fresh, review: 'in_review' },                   'in_review', 'cancel'],
    ['approved',                   { ...fresh, review: 'approved' },                    'approved',  'cancel'],
    ['sent',                       { review: 'approved', ...ended('sent') },            'sent',      'withdrawal_sent'],
    ['refused',                    { review: 'refused', ...ended('refused') },          'refused',   'withdrawal_refused'],
    ['cancelled while it waited',  { review: 'cancelled', ...ended('cancelled') },      'cancelled', `already ${NOW}`],
    ['cancelled after approval',   { review: 'approved', ...ended('cancelled') },       'cancelled', `already ${NOW}`],
  ])('%s', (_line, standing, state, cancel) => {
    expect(stateFor(standing)).toBe(state)
    const decision = decideCancel(standing)
    const words = isRefused(decision) ? decision.refused : 'already' in decision ? `already ${decision.already}` : 'cancel'
    expect(words).toBe(cancel)
  })

  // prettier-ignore
  test.each<[string, WithdrawalProgress, number, boolean]>([
    ['a millisecond early',       { ...fresh, review: 'approved' },                59_999, false],
    ['when its time has come',    { ...fresh, review: 'approved' },                60_000, true],
    ['cancelled meanwhile',       { review: 'approved', ...ended('cancelled') },   60_000, false],
    ['sent already',              { review: 'approved', ...ended('sent') },        60_000, false],
    ['never approved',            fresh,                                           60_000, false],
    ['refused',                   { review: 'refused', ...ended('refused') },      60_000, false],
  ])('it is sent: %s', (_line, standing, after, sent) => {
    expect(isToBeSent(standing, NOW, 60_000, NOW + after)).toBe(sent)
  })
})

test('a share is floored, and of nothing there is none', () => {
  expect([shareBps(1, 3), shareBps(0, 7), shareBps(7, 7), shareBps(0, 0)]).toEqual([3_333, 0, 10_000, null])
})

test('only a bank card is refused for the name of its holder', () => {
  expect(refusalsFor('card')).toContain('payee_name_differs')
  expect(refusalsFor('wallet')).not.toContain('payee_name_differs')
  expect(refusalsFor('wallet')).toContain('payee_unusable')
})

// prettier-ignore
test.each<[string, bigint, bigint | null, boolean]>([
  ['all that is beside the margin', 400n, 400n, true],
  ['one cent of the margin',        401n, 400n, false],
  ['a cent where nothing may leave', 1n,  0n,   false],
  ['anything without used margin',  401n, null, true],
])('the margin and %s', (_what, units, spare, covered) => {
  expect(isCovered(eur(units), spare)).toBe(covered)
})
