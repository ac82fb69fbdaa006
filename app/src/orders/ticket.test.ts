import { expect, test } from 'vitest'
import { emptyTicket, pressKey, readTicket, type TicketForm } from './ticket.ts'

const form = (change: Partial<TicketForm>): TicketForm => ({ ...emptyTicket('buy'), ...change })

// prettier-ignore
test.each<[string, string, bigint | null, string | undefined]>([
  ['tur', '10',       10n,        undefined],
  ['tur', '1.000',    1_000n,     undefined],
  ['en',  '1,000',    1_000n,     undefined],
  ['fr',  '1 000',    1_000n,     undefined],
  ['cn',  '１２',      12n,        undefined],
  ['tur', '',         null,       'missing'],
  ['tur', '0',        null,       'not_positive'],
  ['tur', '-1',       null,       'not_positive'],
  ['tur', '1,5',      null,       'not_positive'],
  ['tur', '1e3',      null,       'not_positive'],
  ['tur', '0x10',     null,       'not_positive'],
  ['tur', '1000000000000', null,  'not_positive'],
])('%s: %j shares', (language, typed, shares, problem) => {
  const read = readTicket(form({ shares: typed }), 'XNAS:KLD', language as 'tur')
  expect([read.shares, read.problems.shares]).toEqual([shares, problem])
  expect(read.draft === null).toBe(shares === null)
})

// prettier-ignore
test.each<[string, string, bigint | null, string | undefined]>([
  ['tur', '17,40',   174_000n, undefined],
  ['tur', '17,4',    174_000n, undefined],
  ['tur', '17',      170_000n, undefined],
  ['en',  '17.40',   174_000n, undefined],
  ['tur', '0,1234',  1_234n,   undefined],
  ['tur', '17.40',   null,     'unreadable'],
  ['en',  '17,40',   null,     'unreadable'],
  ['tur', '0',       null,     'unreadable'],
  ['tur', '',        null,     'missing'],
  ['tur', 'diez',    null,     'unreadable'],
])('%s: a limit of %j', (language, typed, limit, problem) => {
  const read = readTicket(form({ kind: 'limit', limit: typed }), 'XNAS:KLD', language as 'tur')
  expect([read.limit, read.problems.limit]).toEqual([limit, problem])
  expect(read.draft === null).toBe(limit === null)
})

test('at market what stands in the limit field does not matter', () => {
  expect(readTicket(form({ limit: 'nonsense' }), 'XNAS:KLD', 'tur').draft).toEqual({
    side: 'buy',
    listing: 'XNAS:KLD',
    shares: 1n,
    limit: null,
  })
})

// prettier-ignore
test.each<[string, string, string]>([
  ['', '5', '5'], ['0', '5', '5'], ['12', '3', '123'], ['12', 'erase', '1'], ['', 'erase', ''],
  ['', ',', '0,'], ['1,2', ',', '1,2'], ['1', 'x', '1'], ['123456789012', '3', '123456789012'],
])('%j and the key %s make %j', (text, key, next) => {
  expect(pressKey(text, key, ',')).toBe(next)
})
