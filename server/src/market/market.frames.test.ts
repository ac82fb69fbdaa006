import { expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { Instrument } from '@lonja/core/market/market.contract'
import { quoteReader } from '@lonja/core/market/stream'
import { framesOf } from './market.frames.ts'

const instrumentOf = (listing: ListingId): Instrument => ({ listing, kind: 'share', name: '', sector: 'none', sharesInIssue: 0n, profile: {} }) // prettier-ignore

test('a listing that comes later has the next slot, and its changes are sent beside those of the others', () => {
  const instruments = [instrumentOf('XNYS:ABC')]
  let now = 1_000
  const frames = framesOf({
    instruments,
    now: () => now,
    quote: (listing) => {
      const price = priceE4(BigInt(now))
      return { listing, at: now, bid: price, ask: price, bidSize: 1n, askSize: 1n, last: price }
    },
    dayFigures: () => null,
  })
  expect([frames.slotOf('XNYS:ABC'), frames.slotOf('XNYS:NEW')]).toEqual([0, null])
  instruments.push(instrumentOf('XNYS:NEW'))
  expect([frames.slotOf('XNYS:NEW'), frames.slotOf('XNYS:ABC')]).toEqual([1, 0])
  for (const slot of [0, 1]) frames.follow(slot)
  frames.step()
  const reader = quoteReader()
  reader.read(Buffer.concat([frames.head(), ...[0, 1].map((slot) => frames.full(slot)!)]))
  now += 1_000
  frames.step()
  const { bytes, from, to } = frames.changes
  const changed = [0, 1].map((slot) => bytes.slice(from[slot], to[slot]))
  const { live } = reader.read(Buffer.concat([frames.head(), ...changed]))
  expect(live.map(({ listing, at }) => [listing, at])).toEqual([
    ['XNYS:ABC', 2_000],
    ['XNYS:NEW', 2_000],
  ])
})

test('a clock that runs on while the figures are read: no quote of a frame is newer than its head', () => {
  const listings = ['XNYS:ABC', 'XNYS:DEF', 'XNYS:GHI'] as const
  let now = 1_000
  // Each quote is of the instant at which it is read, some milliseconds after the one before.
  const frames = framesOf({
    instruments: listings.map(instrumentOf),
    now: () => now,
    quote: (listing) => {
      const price = priceE4(10_000n)
      return { listing, at: (now += 7), bid: price, ask: price, bidSize: 1n, askSize: 1n, last: price }
    },
    dayFigures: () => null,
  })
  for (const slot of listings.keys()) frames.follow(slot)
  const reader = quoteReader()
  for (let step = 0; step < 3; step++) {
    frames.step()
    const records = [...listings.keys()].map((slot) => frames.full(slot) ?? new Uint8Array())
    const { now: head, live } = reader.read(Buffer.concat([frames.head(), ...records]))
    expect(live).toHaveLength(3)
    expect(Math.max(...live.map(({ at }) => at))).toBeLessThanOrEqual(head)
    expect(head).toBeLessThanOrEqual(now)
  }
})
