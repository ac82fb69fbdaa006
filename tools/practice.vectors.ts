import { createHash } from 'node:crypto'
import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, type Day } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { HOURS, type Hours } from '@lonja/core/calendar/sessions'
import { checkerFor, factsOf } from '@lonja/core/proof/checker'
import type { CheckedBar } from '@lonja/core/proof/price.check'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import { practiceUniverse } from '@lonja/core/universe/universe'

/** The vectors of docs/PRACTICE.md: facts and seeds in, quotes and candles out, by the second implementation. */

const LISTINGS: readonly ListingId[] = ['XNYS:LMR', 'XASE:ZPH', 'XMAD:LGM', 'XNYS:ONR']
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
})

const textOf = ({ open, high, low, close, volume }: CheckedBar): string => [open, high, low, close, volume].join(' ')

/** The lines between the marks of the page. */
export function vectorLines(): string[] {
  const shares = practiceUniverse(FIRST_COMPANIES).shares.filter(({ listing }) => LISTINGS.includes(listing))
  const facts = shares.map(factsOf)
  const rows = facts.map(
    (of) =>
      `| ${of.listing} | ${of.basePrice} | ${of.growth} | ${of.beta} | ${of.sector} | ${of.volatility} | ${of.turnover} | ${of.reportsOn} | ${of.spreadBps} |`,
  )
  const prices = HOURS.flatMap((hours) => {
    const checker = checkerFor(vectorHouse(hours))
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
  const rate = checkerFor(vectorHouse('always')).rate(dayNumberOf(VECTOR_DAY), 604)
  return [
    '| Listing | Base | Growth | Beta | Sector | Volatility | Turnover | Report | Spread |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '| Hours | Listing | Quoted at | Bid, ask | Sizes | Last | Minute | Day |',
    '|---|---|---|---|---|---|---|---|',
    ...prices,
    '',
    `EUR/USD 604 minutes into that day in New York: ${rate}.`,
  ]
}
