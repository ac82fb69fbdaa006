import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { distanceBps, draftOf, firstForm, percentOf, type TicketForm } from './ticket.ts'

const form: TicketForm = { side: 'buy', kind: 'market', shares: 10n, limit: priceE4(1n), timeInForce: 'day' }

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
// prettier-ignore
test.each<[string, string, boolean, bigint, Partial<TicketForm>]>([
  // case                               the address             halted  the ask    the form
  ['at market',                         'side=buy',             false,  174_799n,  { side: 'buy', kind: 'market', shares: 1n, limit: null }],
  ['with the shares of the address',    'side=sell&shares=25',  false,  174_799n,  { side: 'sell', kind: 'market', shares: 25n }],
  ['with shares that cannot be read',   'shares=0',             false,  174_799n,  { side: 'buy', shares: 1n }],
  ['halted: with a limit of two places','side=buy',             true,   174_799n,  { kind: 'limit', limit: priceE4(174_700n) }],
  ['below one unit: with four places',  'side=buy',             true,   9_999n,    { kind: 'limit', limit: priceE4(9_999n) }],
  ['halted: a sale at the bid',         'side=sell',            true,   174_799n,  { kind: 'limit', limit: priceE4(174_600n) }],
])('a ticket opens %s', (_how, address, halted, ask, form) => {
  expect(firstForm(new URLSearchParams(address), { quote: { ...sides, ask: priceE4(ask) }, halted })).toMatchObject(form)
})
