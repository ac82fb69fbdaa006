import { quarterOf } from './calendar.check.ts'
import { unit, type Facts, type House } from './factors.check.ts'
import { priceOf } from './maths.check.ts'
import { wordsAt, wordsOf } from './words.check.ts'

/* The splits of version 5 of the practice function, written a second time from docs/PRACTICE.md. */

/** So many shares become so many. */
export interface CheckedSplit {
  readonly from: number
  readonly to: number
}

/** The splits of a share: that of the open of a trading day; null mostly. */
export interface CheckedSplits {
  on(day: number, closeOf: (day: number) => number | null): CheckedSplit | null
}

const NONE: CheckedSplits = { on: () => null }
const DOWN = '2:3 1:2 1:3 1:4 1:5 1:10 1:20 1:50'
const UP = '5:1 10:1 20:1 50:1 100:1'

const ratiosOf = (text: string): CheckedSplit[] =>
  text.split(' ').map((ratio) => {
    const [from = '', to = ''] = ratio.split(':')
    return { from: Number(from), to: Number(to) }
  })

export function checkedSplits(house: House, { listing, zone }: Facts): CheckedSplits {
  const { plan, splitsFrom, spanOf } = house
  if (!plan || splitsFrom === null || listing === 'EUR/USD') return NONE
  const w = wordsAt(wordsOf(plan.seed), listing)
  if (unit(w, 9) >= 0.8) return NONE
  const quarter = Math.floor(4 * unit(w, 6))
  const offset = 8 + ((Math.floor(56 * unit(w, 5)) + 14 + Math.floor(29 * unit(w, 7))) % 56)
  const dear = 600_000 + 1_200_000 * unit(w, 8)
  const cheap = 50_000 + 100_000 * unit(w, 8)
  const before = (day: number): number => {
    let last = day - 1
    while (!spanOf(zone, last)) last--
    return last
  }
  return {
    on: (day, closeOf) => {
      const of = quarterOf(day)
      const drawn = of.firstDay + offset
      if (of.number !== quarter || day < splitsFrom + 7 || drawn > day || drawn <= before(day)) return null
      const close = closeOf(before(day - 7))
      const price = close === null ? 100_000 : priceOf(close)
      const ratios = ratiosOf(price > 2_000_000 ? DOWN : price < 10_000 ? UP : '')
      const isGood = ({ from, to }: CheckedSplit): boolean =>
        price > 2_000_000 ? (price * from) / to <= dear : (price * from) / to >= cheap
      return price >= 10_000 && price <= 2_000_000 ? null : (ratios.find(isGood) ?? ratios.at(-1)!)
    },
  }
}
