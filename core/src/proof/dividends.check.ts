import { quarterOf } from './calendar.check.ts'
import { round, unit, type Facts, type House } from './factors.check.ts'
import { ONE, ln, priceOf } from './maths.check.ts'
import { wordsAt, wordsOf } from './words.check.ts'

/* The dividends of version 4 of the practice function, written a second time from docs/PRACTICE.md. */

/** The dividends of a share: the fall of its log price from a close to the open of a trading day; 0 mostly. */
export interface CheckedDividends {
  fall(day: number, close: number, closeOf: (day: number) => number | null): number
}

const NONE: CheckedDividends = { fall: () => 0 }

export function checkedDividends(house: House, { listing, zone }: Facts): CheckedDividends {
  const { plan, spanOf } = house
  if (!plan || listing === 'EUR/USD') return NONE
  const w = wordsAt(wordsOf(plan.seed), listing)
  const isMadrid = zone === 'Europe/Madrid'
  if (unit(w, 1) >= (isMadrid ? 0.75 : 0.6)) return NONE
  const first = Math.floor(4 * unit(w, 4))
  const isTwice = unit(w, 3) < 0.5
  const pays = (quarter: number): boolean => !isMadrid || quarter === first || (isTwice && quarter === (first + 2) % 4)
  const times = isMadrid ? (isTwice ? 2 : 1) : 4
  const rate = (0.05 * unit(w, 2) * unit(w, 2)) / times
  const offset = 8 + Math.floor(56 * unit(w, 5))
  const before = (day: number): number => {
    let last = day - 1
    while (!spanOf(zone, last)) last--
    return last
  }
  return {
    fall: (day, close, closeOf) => {
      const quarter = quarterOf(day)
      const drawn = quarter.firstDay + offset
      if (day < plan.from + 7 || drawn > day || drawn <= before(day) || !pays(quarter.number)) return 0
      const basis = closeOf(before(day - 7))
      const amount = basis === null ? 0 : 100 * Math.floor((rate * priceOf(basis)) / 100)
      return amount === 0 ? 0 : round(ln(Math.max(0.5, 1 - amount / priceOf(close))) * ONE)
    },
  }
}
