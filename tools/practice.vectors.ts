import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, type Day } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { HOURS, type Hours } from '@lonja/core/calendar/sessions'
import { checkerFor } from '@lonja/core/proof/house.check'
import { checkedListings } from '@lonja/core/proof/listings.check'
import { EXTREME, NORMAL, exp, ln, priceOf, stepsOf } from '@lonja/core/proof/maths.check'
import { historySeedOf, planSeedOf } from '@lonja/core/proof/seeds.check'
import { mix, wordsAt, wordsOf } from '@lonja/core/proof/words.check'
import type { CheckedBar } from '@lonja/core/proof/price.check'

/** The vectors of docs/PRACTICE.md: facts and seeds in, quotes and candles out, by the second implementation. */

const LISTINGS: readonly ListingId[] = ['XNYS:LMR', 'XASE:ZPH', 'XNYS:ONR', 'XMAD:LGM', 'XNYS:VNT']
export const VECTOR_DAY: Day = '2026-11-20'
export const VECTOR_AT = Date.parse('2026-11-20T15:04:05Z')

const seedOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** The house of the vectors. */
export const vectorHouse = (hours: Hours) => ({
  hours,
  openingDay: '2026-10-01' as Day,
  historySeed: seedOf('a public history'),
  daySeed: (day: Day): Uint8Array => seedOf(`test ${day}`),
  turnsOn: null,
  plansFrom: '2026-10-01' as Day,
  splitsFrom: '2026-10-01' as Day,
})

const textOf = ({ open, high, low, close, volume }: CheckedBar): string => [open, high, low, close, volume].join(' ')

const codesIn = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', 'docs', file), 'utf8')
    .trim()
    .split('\n')

/** The codes of all companies, as they are published beside the page. */
export const publishedCodes = (): string[] => codesIn('practice.listings.txt')

/** The codes of the companies of offers. */
export const publishedOffers = (): string[] => codesIn('practice.offers.txt')

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The pieces of which a price is made. */
function partLines(): string[] {
  const { historySeed } = vectorHouse('always')
  const words = wordsAt(wordsOf(historySeed), LISTINGS[0]!)
  const parts: readonly (readonly [string, number | string])[] = [
    ['ln(3)', ln(3)],
    ['exp(−2.5)', exp(-2.5)],
    ['NORMAL[0]', NORMAL[0]!],
    ['NORMAL[3000]', NORMAL[3_000]!],
    ['EXTREME[100]', EXTREME[100]!],
    ['steps(1,437,800)', stepsOf(1_437_800)],
    ['price(951,234,567)', priceOf(951_234_567)],
    ['history seed', hexOf(historySeed)],
    ['seed of 2026-09-30', hexOf(historySeedOf(historySeed, dayNumberOf('2026-09-30')))],
    ['seed of the plan', hexOf(planSeedOf(historySeed))],
    [`words(history seed, ${LISTINGS[0]})`, [...words].map((word) => word.toString(16).padStart(8, '0')).join(' ')],
    ['bits of these at place 1', mix(words, 'day', 1)],
  ]
  return ['| Part | Value |', '|---|---|', ...parts.map(([name, value]) => `| ${name} | ${value} |`)]
}

const INDEX = 'XMAD:LM35'

/** Madrid's index over the companies of the published codes, on the day of the vectors. */
function indexLines(): string[] {
  const index = checkedListings(publishedCodes()).index(INDEX)!
  const days = HOURS.map((hours) => {
    const house = vectorHouse(hours)
    const day = checkerFor(house, house.daySeed).index(index, dayNumberOf(VECTOR_DAY))!
    const minute = Math.floor((VECTOR_AT - day.open) / MINUTE)
    return `| ${hours} | ${INDEX} | ${textOf(day.minute(minute)!)} | ${textOf(day.day())} |`
  })
  const first = index.members[0]!
  return [
    `Divisor of ${INDEX}: ${index.divisor}; its first member: ${first.facts.listing} with ${first.sharesInIssue} shares in issue.`,
    '',
    '| Hours | Index | Minute | Day |',
    '|---|---|---|---|',
    ...days,
  ]
}

/** The lines between the marks of the page. */
export function vectorLines(): string[] {
  const listings = checkedListings(publishedCodes())
  const facts = LISTINGS.map((listing) => listings.company(listing)!.facts)
  const rows = facts.map(
    (of) =>
      `| ${of.listing} | ${of.basePrice} | ${of.growth} | ${of.beta} | ${of.sector} | ${of.volatility} | ${of.turnover} | ${of.reportsOn} | ${of.spreadBps} |`,
  )
  const prices = HOURS.flatMap((hours) => {
    const house = vectorHouse(hours)
    const checker = checkerFor(house, house.daySeed)
    return facts.map((of) => {
      const day = checker.share(of, dayNumberOf(VECTOR_DAY))
      if (!day) throw new Error('Assertion failed: a listing of the vectors trades on their day')
      const minute = Math.floor((VECTOR_AT - day.open) / MINUTE)
      const second = Math.floor(((VECTOR_AT - day.open) % MINUTE) / 1_000)
      // The quote of a second comes some milliseconds into it, so the last one by then is that of the second before.
      const quote = day.quote(minute, second - 1)
      const bar = day.minute(minute)
      if (!quote || !bar) throw new Error('Assertion failed: no listing of the vectors is halted')
      const { at, bid, ask, bidSize, askSize, last } = quote
      return `| ${hours} | ${of.listing} | ${at} | ${bid} ${ask} | ${bidSize} ${askSize} | ${last} | ${textOf(bar)} | ${textOf(day.day())} |`
    })
  })
  const always = vectorHouse('always')
  const rate = checkerFor(always, always.daySeed).rate(dayNumberOf(VECTOR_DAY), 604)
  return [
    ...partLines(),
    '',
    '| Listing | Base | Growth | Beta | Sector | Volatility | Turnover | Report | Spread |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '| Hours | Listing | Quoted at | Bid, ask | Sizes | Last | Minute | Day |',
    '|---|---|---|---|---|---|---|---|',
    ...prices,
    '',
    `EUR/USD 604 minutes into that day in New York: ${rate}.`,
    '',
    ...indexLines(),
  ]
}
