import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { quoteReader } from '@lonja/core/market/stream'
import { framesOf } from './market.frames.ts'

test('a clock that runs on while the figures are read: no quote of a frame is newer than its head', () => {
  const listings = ['XNYS:ABC', 'XNYS:DEF', 'XNYS:GHI'] as const
  let now = 1_000
  // Each quote is of the instant at which it is read, some milliseconds after the one before.
  const frames = framesOf({
    instruments: listings.map((listing) => ({
      listing,
      kind: 'share',
      name: '',
      sector: 'none',
      sharesInIssue: 0n,
      profile: {},
    })),
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
