import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CALLS, type CallName } from '@lonja/core/calls'
import { Ticket } from '@lonja/core/orders/orders.contract'
import { dice } from '../testing/fuzz.dice.ts'
import { harmed } from '../testing/fuzz.harm.ts'
import { VALID, type FuzzCustomer } from '../testing/fuzz.inputs.ts'
import { ASK_SCHEMA, decoderFor, readerFor } from './decode.ts'
import { newId } from '../base/ids.ts'

const who: FuzzCustomer = {
  id: newId(),
  token: 'x',
  phone: '600000000',
  password: 'secret1',
  trading: null,
  orders: [newId()],
  notices: [newId()],
  postings: [newId()],
  sessions: [newId()],
  watched: [],
  lists: [newId()],
  alerts: [newId()],
  payees: [newId()],
  pictures: [newId()],
  sent: newId(),
  threads: [newId()],
  accepted: newId(),
  ready: newId(),
  deposits: [newId()],
  offers: [newId()],
  applications: [newId()],
  blockOffers: [newId()],
  blocks: [newId()],
  openedDeposit: null,
  withdrawals: [newId()],
  opened: null,
  papers: [newId(), newId()],
  checks: [newId()],
  check: null,
  second: { setUp: 'x', setUpCode: '123456', recovery: [newId()], step: 'x', reset: 'x' },
  mark: newId(),
  seat: {
    other: newId(),
    linkToRevoke: newId(),
    change: newId(),
    publication: newId(),
    batch: newId(),
    invitation: newId(),
    article: 'article-1',
    restriction: { id: newId(), seen: '' },
    reversal: { id: newId(), seen: '' },
    token: 'x',
    name: 'Ana',
    password: 'long enough so',
    code: '123456',
    sessions: [newId()],
    link: 'x',
    setUp: 'x',
    setUpCode: '123456',
  },
}
const ROUNDS = 400

type DecodeResult = ReturnType<ReturnType<typeof readerFor>>
const resultOf = (read: DecodeResult): unknown => (read.success ? { data: read.data } : { issues: read.error.issues })

test.each(Object.keys(CALLS) as CallName[])('%s is read as its schema reads it, right or wrong', (name) => {
  const { input } = CALLS[name]
  const read = readerFor(input)
  const chance = dice(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    const right = VALID[name](who, chance, 'invitation')
    const sent: unknown = JSON.parse(JSON.stringify(round % 2 === 0 ? right : harmed(right, chance)))
    expect([sent, resultOf(read(sent))]).toEqual([sent, resultOf(z.safeDecode(input, sent as never))])
  }
})

const right = {
  id: '019a0000-0000-7000-8000-000000000000',
  listing: 'XNYS:ABC',
  side: 'buy',
  shares: '10',
  limit: '231.48',
  timeInForce: 'day',
}

test('an order is read without its schema', () => {
  const read = decoderFor(Ticket)
  expect(read(right)).toEqual(z.decode(Ticket, right as never))
  expect(read({ ...right, limit: null })).toMatchObject({ shares: 10n, limit: null })
})

test.each([
  ['a field too many', { ...right, more: 1 }],
  ['a field too few', { ...right, side: undefined }],
  ['a prototype', JSON.parse('{"__proto__":{"side":"buy"}}')],
  ['a field of its prototype', Object.create(right)],
  ['a number for a text', { ...right, shares: 10 }],
  ['no shares', { ...right, shares: '0' }],
  ['a line more', { ...right, shares: '10\n' }],
  ['a listing elsewhere', { ...right, listing: 'XLON:ABC' }],
  ['a list', [right]],
  ['nothing', null],
])('%s is left to the schema', (_what, sent) => {
  expect(decoderFor(Ticket)(sent)).toBe(ASK_SCHEMA)
})

const EVEN = z.refine((value: unknown) => value === 'even')
test.each([
  ['an object', z.strictObject({ a: z.string() }).check(z.refine(({ a }) => a === 'even')), { a: 'odd' }],
  ['a list of names', z.enum(['even', 'odd']).check(EVEN), 'odd'],
  ['what is tried by hand', z.custom(() => true).check(EVEN), 'odd'],
  ['what may be nothing', z.nullable(z.string()).check(EVEN), null],
  ['a form of its own', z.email(), 'odd'],
  ['an id', z.uuidv7(), 'odd'],
  ['yes or no', z.boolean().check(EVEN), true],
  [
    'a codec',
    z.codec(z.string(), z.string(), { decode: (text) => text, encode: (text) => text }).check(z.refine(() => false)),
    'odd',
  ],
  ['text that is made of anything', z.coerce.string(), 7],
])('%s with a check that the decoder does not know is left to the schema', (_what, schema, sent) => {
  expect(decoderFor(schema)(sent)).toBe(ASK_SCHEMA)
})
