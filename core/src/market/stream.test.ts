import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListingId, PriceE4 } from '../base/amount.ts'
import { FIELDS, FromBrowser, changeRecord, figuresOf, frameHead, fullRecord, quoteReader } from './stream.ts'
import type { LiveFigures } from './stream.ts'

const listing = 'XNYS:ABC' as ListingId
const price = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => units as PriceE4)
const size = fc.bigInt({ min: 0n, max: 10n ** 12n })
const live: fc.Arbitrary<LiveFigures> = fc.record({
  listing: fc.constant(listing),
  at: fc.integer({ min: 0, max: 8_640_000_000_000 }),
  last: price,
  bid: fc.option(price),
  ask: fc.option(price),
  bidSize: size,
  askSize: size,
  volume: size,
  high: price,
  low: price,
  open: price,
  previousClose: fc.option(price),
})

const frame = (now: number, ...records: (Uint8Array | null)[]): Uint8Array =>
  Uint8Array.from([frameHead(now), ...records].flatMap((bytes) => [...(bytes ?? [])]))

test('a listing followed through any changes reads as it was written', () => {
  fc.assert(
    fc.property(fc.array(live, { minLength: 1, maxLength: 20 }), fc.nat(20_000), (states, slot) => {
      const reader = quoteReader()
      let before: readonly number[] | null = null
      for (const state of states) {
        const after = figuresOf(state)
        const record = before ? changeRecord(slot, before, after) : fullRecord(slot, listing, after)
        const same = before !== null && before.every((figure, field) => figure === after[field])
        expect(record === null).toBe(same)
        expect(reader.read(frame(state.at, record))).toEqual({ now: state.at, live: same ? [] : [state] })
        before = after
      }
    }),
  )
})

test('a quote whose price moved a cent is a record of a few bytes', () => {
  const before = FIELDS.map((_field, n) => 1_000_000 + n)
  const after = before.with(0, 1_001_000).with(1, 1_000_101)
  expect(changeRecord(3, before, after)).toHaveLength(6)
})

test('a change to a listing whose full record never came is passed over, and what follows it is read', () => {
  const before = FIELDS.map(() => 5)
  const change = changeRecord(1, before, before.with(2, 900).with(10, 0))
  const { live: read } = quoteReader().read(frame(7, change, fullRecord(2, listing, before)))
  expect(read.map((one) => one.listing)).toEqual([listing])
})

test('a frame that was cut is not taken for a whole one', () => {
  const whole = frame(
    1_700_000_000_000,
    fullRecord(
      9,
      listing,
      FIELDS.map(() => 300),
    ),
  )
  for (let length = 0; length < whole.length; length++) {
    if (length === frameHead(1_700_000_000_000).length) continue // a frame without records is complete
    expect(() => quoteReader().read(whole.subarray(0, length))).toThrow('Assertion failed')
  }
})

test.each([
  ['hello', { type: 'hello', token: 'a', lang: 'cn' }, true],
  ['hello of a visitor', { type: 'hello' }, true],
  ['follow', { type: 'follow', listings: ['XNYS:ABC'] }, true],
  ['a listing that is none', { type: 'follow', listings: ['ABC'] }, false],
  ['too many', { type: 'follow', listings: Array.from({ length: 201 }, () => 'XNYS:ABC') }, false],
  ['an unknown type', { type: 'steer', price: '1.00' }, false],
  ['an extra field', { type: 'hello', admin: true }, false],
])('%s is a message of a browser: %#', (_name, message, isValid) => {
  expect(FromBrowser.safeParse(message).success).toBe(isValid)
})
