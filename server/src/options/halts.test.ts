import { expect, test } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { OPTION_TERMS, settle } from '@lonja/core/options/options.rules'
import { practiceMarket } from '@lonja/core/practice/practice'
import { testHouse } from '@lonja/core/practice/practice.testing'
import { makeWorld } from '@lonja/core/practice/world'
import { settlingOf, strikeOf } from './events.actions.ts'

/*
 * The one cause of a refund on the practice market: a halt of the share, which only the hours of the exchanges have. Around the
 * clock a share has a quote each second, and so an option has its strike and its ten last quotes.
 */

const house = testHouse('exchange')
const source = practiceMarket(house)
const market = {
  nextQuotes: (listing: Parameters<typeof source.quotesIn>[0], after: Instant, until: Instant) =>
    source.quotesIn(listing, after, until, 100),
  quoteAt: source.quoteAt,
}
const { listing, from, to } = firstHalt()

/** A halt of a share: its first instant without a quote, and the instant of the auction that ends it. */
function firstHalt() {
  const { rows } = makeWorld(house)
  for (const share of house.universe.shares) {
    const line = rows.get(share.listing)?.line
    line?.days.dayAt(Date.UTC(2026, 10, 1))
    for (const day of line?.days.days ?? []) {
      const halt = line?.halt(day)
      if (!line || !halt) continue
      const instantOf = (minute: number): Instant => day.open + minute * MINUTE + line.phase
      return { listing: share.listing, from: instantOf(halt.from), to: instantOf(halt.to) }
    }
  }
  assert(false, 'a share of this market is halted in its first month')
}

/** The end of an option of a quarter of an hour, and the quotes that it has. */
function endOf(expiresAt: Instant) {
  const option = { listing, marketAt: expiresAt - 15 * MINUTE, expiresAt }
  const [strike, events] = [strikeOf(market, option), settlingOf(market, option)]
  const { end, paid } = settle({ side: 'up', stake: 10_00n, terms: OPTION_TERMS[1] }, strike, events)
  return { isRefunded: end === 'refunded', paid, quotes: events.length, hasStrike: strike !== null }
}

test.each([
  ['with nine quotes from before the halt', from + 10 * SECOND, { quotes: 9, hasStrike: true }],
  ['in the halt', from + 40 * SECOND, { quotes: 0, hasStrike: true }],
  ['with nine quotes from after the halt', to + 8 * SECOND, { quotes: 9, hasStrike: true }],
  [
    'well after the halt, but was entered on the last quote before it',
    from + 15 * MINUTE - SECOND,
    { quotes: 10, hasStrike: false },
  ],
] as const)('an option that ends %s is given back', (_when, expiresAt, facts) => {
  expect(endOf(expiresAt)).toEqual({ isRefunded: true, paid: 10_00n, ...facts })
})

test.each([
  ['with ten quotes from before the halt', from + 9 * SECOND],
  ['with ten quotes from after the halt', to + 9 * SECOND],
  ['well after the halt, and was entered on the quote before the last', from + 15 * MINUTE - 2 * SECOND],
])('an option that ends %s is settled', (_when, expiresAt) => {
  expect(endOf(expiresAt)).toMatchObject({ isRefunded: false, quotes: 10, hasStrike: true })
})
