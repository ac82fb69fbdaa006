import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { MarketAction } from '@lonja/core/market/actions'
import type { Session } from '@lonja/core/market/market.contract'
import { ABC, START } from '../orders/orders.testing.ts'
import { buffersOf, readMinutes, type MinutesMarket } from './minutes.actions.ts'

/* A market that trades without a pause: each session begins where the one before ended, and has four minutes. */

const LENGTH = 4 * MINUTE
const sessionOf = (number: number): Session => {
  const open = START + number * LENGTH
  return { venue: 'XNYS', day: '2026-11-20', open, close: open + LENGTH }
}
const numberAt = (at: Instant): number => Math.ceil((at - START) / LENGTH) - 1

/** A split of one share into two, effective from the third session on. */
const SPLIT = {
  kind: 'split',
  listing: ABC,
  exDay: '2026-11-21',
  exAt: sessionOf(2).open + 1,
  recordAt: sessionOf(2).open,
  ratio: { from: 1n, to: 2n },
} as unknown as MarketAction

interface Setting {
  readonly moves?: readonly MarketAction[]
  /** True for a minute, by the place of its start, that has a bar, or a quote at its end. */
  readonly hasBar?: (place: number) => boolean
  readonly hasQuote?: (place: number) => boolean
}

/** Bars of 10.00 and quotes of 9.99 to 10.01 for 100 shares: as they were quoted. */
function marketOf({ moves = [], hasBar = () => true, hasQuote = () => true }: Setting = {}): MinutesMarket {
  const placeOf = (at: Instant): number => (at - START) / MINUTE
  return {
    now: () => START + 100 * LENGTH,
    session: (_venue, at = 0) => sessionOf(numberAt(at)),
    latestSession: (_venue, at = 0) => (numberAt(at) < -20 ? null : sessionOf(numberAt(at))),
    movesOf: () => moves,
    candles: (_listing, _interval, { from, to }) => {
      const at = Array.from({ length: (to - from) / MINUTE }, (_bar, n) => from + n * MINUTE).filter((start) => hasBar(placeOf(start))) // prettier-ignore
      const price = at.map(() => priceE4(100_000n))
      return { at, open: price, high: price, low: price, close: price, volume: at.map(() => 7n) }
    },
    quoteAt: (_listing, until) => {
      let place = placeOf(until)
      while (!hasQuote(place - 1)) place--
      const sizes = { bidSize: 100n, askSize: 100n }
      return { listing: ABC, at: START + place * MINUTE, bid: priceE4(99_900n), ask: priceE4(100_100n), last: priceE4(100_000n), ...sizes } // prettier-ignore
    },
  }
}

async function minutesOf(setting: Setting, before = 0, [first, last] = [0, 1]) {
  const range = { listing: ABC, from: sessionOf(first).open, to: sessionOf(last).close, before }
  const known = await readMinutes(marketOf(setting), range, () => false)
  if (!known) throw new Error('it was not stopped')
  return known
}
const placesOf = (minutes: { readonly at: ArrayLike<Instant> }): number[] =>
  Array.from(minutes.at, (at) => (at - START) / MINUTE)

test('the minutes of a period are those of its sessions, each at its end', async () => {
  const { minutes, history } = await minutesOf({})
  expect(history).toBe(0)
  expect(placesOf(minutes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(minutes.sessions).toEqual([sessionOf(0), sessionOf(1)])
  expect([minutes.close[0], minutes.volume[0], minutes.bid[7], minutes.askSize[7]]).toEqual([100_000, 7, 99_900, 100])
  expect(buffersOf(minutes)).toHaveLength(10)
})

test('the sessions before it come whole, as far as they have the bars that are wanted', async () => {
  const { minutes, history } = await minutesOf({}, 5)
  expect([history, placesOf(minutes)[0], minutes.sessions[0]]).toEqual([8, -7, sessionOf(-2)])
  expect((await minutesOf({}, 4)).history).toBe(4)
  // Of sessions without a minute it goes back over fifteen, and no further.
  expect((await minutesOf({ hasBar: (place) => place >= 0 || place < -4 * 14 }, 1)).history).toBe(4)
  expect((await minutesOf({ hasBar: (place) => place >= 0 || place < -4 * 15 }, 1)).history).toBe(0)
})

test('a minute without a quote of its own has none', async () => {
  const { minutes } = await minutesOf({ hasQuote: (place) => place !== 2 })
  expect(Array.from(minutes.bid)).toEqual([99_900, 99_900, 0, 99_900, 99_900, 99_900, 99_900, 99_900])
  expect([minutes.ask[2], minutes.bidSize[2]]).toEqual([0, 0])
})

test('quotes of before a split are in shares of now, as bars are', async () => {
  const { minutes } = await minutesOf({ moves: [SPLIT] }, 0, [1, 2])
  expect(Array.from(minutes.bid)).toEqual([49_950, 49_950, 49_950, 49_950, 99_900, 99_900, 99_900, 99_900])
  expect(Array.from(minutes.askSize)).toEqual([200, 200, 200, 200, 100, 100, 100, 100])
})

test('it is given up as soon as nobody waits for it', async () => {
  let count = 0
  const range = { listing: ABC, from: sessionOf(0).open, to: sessionOf(50).close, before: 0 }
  expect(await readMinutes(marketOf(), range, () => ++count > 3)).toBeNull()
  expect(count).toBeLessThan(10)
})
