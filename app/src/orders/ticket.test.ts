import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { newId } from '@lonja/kit/ids'
import { NO_EXITS, distanceBps, draftOf, firstForm, percentOf, withKind, type TicketForm } from './ticket.ts'

const form: TicketForm = {
  side: 'buy',
  kind: 'market',
  shares: 10n,
  amount: null,
  limit: priceE4(1n),
  stop: priceE4(2n),
  trailBy: 'share',
  trailBps: 500n,
  trail: null,
  timeInForce: 'day',
  lot: null,
  leverage: 1,
  exits: NO_EXITS,
}

// prettier-ignore
test.each<[string, Partial<TicketForm>, bigint | null | undefined]>([
  ['at market, whatever stands in the limit', {},                               null],
  ['a limit',                                 { kind: 'limit' },                1n],
  ['a limit that is not written',             { kind: 'limit', limit: null },   undefined],
  ['a limit of zero',                         { kind: 'limit', limit: priceE4(0n) }, undefined],
  ['no shares',                               { shares: null },                 undefined],
  ['zero shares',                             { shares: 0n },                   undefined],
])('%s', (_line, change, limit) => {
  expect(draftOf({ ...form, ...change }, 'XNAS:KLD')?.limit).toBe(limit)
})

const NO_PRICES = { limit: null, stop: null, trail: null, trailBps: null }
// prettier-ignore
test.each<[string, Partial<TicketForm>, object | undefined]>([
  ['a stop',                          { kind: 'stop' },                                           { ...NO_PRICES, stop: 2n }],
  ['a stop that is not written',      { kind: 'stop', stop: null },                               undefined],
  ['a stop and a limit',              { kind: 'stop_limit' },                                     { ...NO_PRICES, limit: 1n, stop: 2n }],
  ['a stop without its limit',        { kind: 'stop_limit', limit: null },                        undefined],
  ['a trail of five per cent',        { kind: 'trailing' },                                       { ...NO_PRICES, trailBps: 500 }],
  ['a trail of nothing',              { kind: 'trailing', trailBps: 0n },                         undefined],
  ['a trail of half the price',       { kind: 'trailing', trailBps: 5_000n },                     { ...NO_PRICES, trailBps: 5_000 }],
  ['a trail of more than half',       { kind: 'trailing', trailBps: 5_001n },                     undefined],
  ['a trail of an amount',            { kind: 'trailing', trailBy: 'amount', trail: priceE4(9n) }, { ...NO_PRICES, trail: 9n }],
  ['an amount that is not written',   { kind: 'trailing', trailBy: 'amount' },                    undefined],
])('the prices of %s', (_line, change, prices) => {
  const draft = draftOf({ ...form, ...change }, 'XNAS:KLD')
  if (prices) expect(draft).toMatchObject(prices)
  else expect(draft).toBeNull()
})

const [STOP, PROFIT] = [priceE4(90_000n), priceE4(110_000n)]
// prettier-ignore
test.each<[string, Partial<TicketForm>, object | null | undefined]>([
  ['neither is wanted',         { exits: { ...NO_EXITS, stop: STOP, profit: PROFIT } },                              undefined],
  ['a stop',                    { exits: { ...NO_EXITS, stops: true, stop: STOP, profit: PROFIT } },                 { stop: STOP, profit: null }],
  ['a profit',                  { exits: { ...NO_EXITS, takes: true, stop: STOP, profit: PROFIT } },                 { stop: null, profit: PROFIT }],
  ['both',                      { exits: { ...NO_EXITS, stops: true, stop: STOP, takes: true, profit: PROFIT } },                 { stop: STOP, profit: PROFIT }],
  ['a stop that is not written', { exits: { ...NO_EXITS, stops: true, takes: true, profit: PROFIT } },                null],
  ['a profit of zero',          { exits: { ...NO_EXITS, stops: true, stop: STOP, takes: true, profit: priceE4(0n) } },            null],
  ['a stop that follows',       { exits: { ...NO_EXITS, stops: true, stop: STOP, follows: true, trailBps: 700n } },  { stop: null, trailBps: 700, profit: null }],
  ['one that is not wanted',    { exits: { ...NO_EXITS, follows: true, takes: true, profit: PROFIT } },              { stop: null, profit: PROFIT }],
  ['one without a distance',    { exits: { ...NO_EXITS, stops: true, stop: STOP, follows: true, trailBps: null } },  null],
  ['one by more than half',     { exits: { ...NO_EXITS, stops: true, stop: STOP, follows: true, trailBps: 5_001n } }, null],
  ['a sell',                    { side: 'sell', exits: { ...NO_EXITS, stops: true, takes: true, profit: PROFIT } },   undefined],
])('the exits of a buy, %s', (_line, change, exits) => {
  const draft = draftOf({ ...form, ...change }, 'XNAS:KLD')
  if (exits === null) expect(draft).toBeNull()
  else expect(draft?.exits).toEqual(exits)
})

test('another kind proposes the prices that it lacks, keeps those there are, and a time that it can have', () => {
  const sides = { bid: priceE4(100_000n), ask: priceE4(101_000n) }
  const empty: TicketForm = { ...form, limit: null, stop: null, timeInForce: 'fok' }
  expect(withKind(empty, 'stop_limit', sides)).toMatchObject({ limit: 106_000n, stop: 106_000n, timeInForce: 'day' })
  expect(withKind({ ...empty, side: 'sell' }, 'stop', sides)).toMatchObject({ limit: null, stop: 95_000n })
  expect(withKind({ ...form, limit: priceE4(3n) }, 'stop_limit', sides)).toMatchObject({ limit: 3n, stop: 2n })
  expect(withKind(empty, 'limit', sides).timeInForce).toBe('fok')
})

test('a limit beside a stop is met at the price that starts the order, and a limit order proposes its own', () => {
  const sides = { bid: priceE4(100_000n), ask: priceE4(101_000n) }
  const limitForm = withKind({ ...form, limit: null, stop: null }, 'limit', sides)
  const stopForm = withKind(limitForm, 'stop_limit', sides)
  expect([limitForm.limit, stopForm.limit, stopForm.stop]).toEqual([101_000n, 106_000n, 106_000n])
  expect(withKind(stopForm, 'limit', sides).limit).toBe(101_000n)
  expect(withKind({ ...stopForm, limit: priceE4(110_000n) }, 'limit', sides).limit).toBe(110_000n)
  const sale = withKind({ ...form, side: 'sell', limit: priceE4(100_000n), stop: null }, 'stop_limit', sides)
  expect([sale.limit, sale.stop]).toEqual([95_000n, 95_000n])
})

test('without the side that it would come from no price is proposed', () => {
  const empty = { ...form, limit: null, stop: null }
  const none = { bid: priceE4(100_000n), ask: priceE4(0n) }
  expect(withKind(empty, 'stop_limit', none)).toMatchObject({ limit: null, stop: null })
  expect(withKind({ ...empty, side: 'sell' }, 'limit', none).limit).toBe(100_000n)
})

// prettier-ignore
test.each<[bigint | null, bigint | null, bigint | null]>([
  [174_000n, 174_700n, 40n], [174_700n, 174_000n, 40n], [174_000n, 174_000n, 0n], [null, 1n, null], [1n, null, null], [1n, 0n, null],
])('a limit of %s is from %s by %s', (limit, from, bps) => {
  expect(distanceBps(limit === null ? null : priceE4(limit), from === null ? null : priceE4(from))).toBe(bps)
})

test.each<[bigint | null, bigint, number]>([
  [15n, 60n, 25],
  [61n, 60n, 100],
  [10n ** 12n, 1n, 100],
  [null, 60n, 0],
  [5n, 0n, 0],
])('%s of %s is %s per cent', (shares, most, percent) => {
  expect(percentOf(shares, most)).toBe(percent)
})

const sides = { bid: priceE4(174_650n), ask: priceE4(174_799n) }
const lot = newId<'lot'>()
// prettier-ignore
test.each<[string, string, boolean, bigint, bigint, Partial<TicketForm>]>([
  // case                               the address             halted  the ask    free   the form
  ['at market',                         'side=buy',             false,  174_799n,  110n,  { side: 'buy', kind: 'market', shares: 1n, limit: null }],
  ['with the shares of the address',    'side=sell&shares=25',  false,  174_799n,  110n,  { side: 'sell', kind: 'market', shares: 25n }],
  ['with all free shares to sell',      'side=sell',            false,  174_799n,  110n,  { side: 'sell', shares: 110n }],
  ['with one, with none to sell',       'side=sell',            false,  174_799n,  0n,    { side: 'sell', shares: 1n }],
  ['for a lot without the others',      `side=sell&lot=${lot}`, false,  174_799n,  110n,  { side: 'sell', shares: 1n, lot }],
  ['with shares that cannot be read',   'shares=0',             false,  174_799n,  110n,  { side: 'buy', shares: 1n }],
  ['halted: with a limit of two places','side=buy',             true,   174_799n,  110n,  { kind: 'limit', limit: priceE4(174_700n) }],
  ['below one unit: with four places',  'side=buy',             true,   9_999n,    110n,  { kind: 'limit', limit: priceE4(9_999n) }],
  ['halted: a sale at the bid',         'side=sell',            true,   174_799n,  110n,  { kind: 'limit', limit: priceE4(174_600n) }],
])('a ticket opens %s', (_how, address, halted, ask, free, form) => {
  const facts = { quote: { ...sides, ask: priceE4(ask) }, halted, free }
  expect(firstForm(new URLSearchParams(address), facts)).toMatchObject(form)
})
