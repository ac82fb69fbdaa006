import { venueOf, type ListingId } from '../../base/amount.ts'
import { LOG_ONE, expOfSteps, ln } from '../../base/maths.ts'
import { drawWords, wordsOf, wordsOfName } from '../../base/noise.ts'
import { dateOf, dayNumber, zoneOf, type DayNumber } from '../../calendar/days.ts'
import { spanOf, type Hours } from '../../calendar/sessions.ts'
import { planSeedOf } from '../seeds.ts'
import { unitAt } from '../v3/draws.ts'
import { ANNOUNCED_DAYS, offsetIn, type DividendDay } from '../v4/dividends.ts'

/*
 * Version 5 of the practice function is version 4 with splits. A company looks at its price once a year, on a day that is
 * drawn from the history's seed, which is public from the opening on. It splits by the last close before the announcement
 * alone, which everybody knows by then.
 */

/** The splits of a company. */
export interface Splits extends DividendDay {
  /** The price in ten-thousandths that a dear share is split to, at most; and the one that a cheap share is joined to, at least. */
  readonly goal: { readonly dear: number; readonly cheap: number }
}

/** So many shares become so many. */
export interface SplitRatio {
  readonly from: number
  readonly to: number
}

const PLACES = { quarter: 6, offset: 7, goal: 8, splits: 9 } as const
/** One company in five never splits its shares. */
const SPLITS = 0.8
/** In ten-thousandths. The exchanges of New York ask a share to stay above a dollar. */
const DEAR = 2_000_000
const CHEAP = 10_000
const GOAL = { dear: { least: 600_000, more: 1_200_000 }, cheap: { least: 50_000, more: 100_000 } } as const
/** A split's day in its quarter is so far from that of a dividend that neither is announced before the other is over. */
const APART = { least: 14, count: 29, of: 56, first: 8 } as const

const DEARER: readonly SplitRatio[] = [{ from: 2, to: 3 }, ...[2, 3, 4, 5, 10, 20, 50].map((to) => ({ from: 1, to }))]
const CHEAPER: readonly SplitRatio[] = [5, 10, 20, 50, 100].map((from) => ({ from, to: 1 }))

/** The draws of all companies of a house. `splitsFrom` is the first day of version 5. */
export function splitsFor(historySeed: Uint8Array, splitsFrom: DayNumber): (listing: ListingId) => Splits | null {
  const seed = wordsOf(planSeedOf(historySeed))
  return (listing) => {
    const words = drawWords(seed, wordsOfName(listing), new Uint32Array(16))
    if (unitAt(words, PLACES.splits) >= SPLITS) return null
    const quarter = Math.floor(4 * unitAt(words, PLACES.quarter))
    const apart = APART.least + Math.floor(APART.count * unitAt(words, PLACES.offset))
    const goal = unitAt(words, PLACES.goal)
    return {
      from: splitsFrom + ANNOUNCED_DAYS,
      quarters: [0, 1, 2, 3].map((of) => of === quarter),
      offset: APART.first + ((offsetIn(words) - APART.first + apart) % APART.of),
      goal: {
        dear: GOAL.dear.least + GOAL.dear.more * goal,
        cheap: GOAL.cheap.least + GOAL.cheap.more * goal,
      },
    }
  }
}

/** The split of a company by the log price of a close; null between the prices at which it splits. */
export function ratioAt({ goal }: Splits, close: number): SplitRatio | null {
  const price = expOfSteps(close)
  const after = ({ from, to }: SplitRatio): number => (price * from) / to
  if (price > DEAR) return DEARER.find((ratio) => after(ratio) <= goal.dear) ?? DEARER.at(-1)!
  if (price < CHEAP) return CHEAPER.find((ratio) => after(ratio) >= goal.cheap) ?? CHEAPER.at(-1)!
  return null
}

/** The fall of a log price by a split, in steps; a rise where shares are joined. */
export const splitMove = ({ from, to }: SplitRatio): number => Math.round(ln(from / to) * LOG_ONE)

/** The first ex-day on or after a day, on which a company splits if its price asks for it. */
export function exDayFrom(
  { from, quarters, offset }: Splits,
  listing: ListingId,
  hours: Hours,
  first: DayNumber,
): DayNumber {
  const zone = zoneOf(venueOf(listing))
  for (let { year } = dateOf(first); ; year++) {
    let day = dayNumber(year, 3 * quarters.indexOf(true) + 1, 1) + offset
    while (!spanOf(zone, day, hours)) day++
    if (day >= first && day >= from) return day
  }
}
