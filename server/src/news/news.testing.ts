import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Source } from '@lonja/core/market/market.source'
import { practiceMarket } from '@lonja/core/practice/practice'
import type { PracticeHouse } from '@lonja/core/practice/world'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import type { Hours } from '@lonja/core/calendar/sessions'
import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'

const SHARES = 30
const seed = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** A small practice market at a test's clock: some American and Spanish companies, and an index of each. */
export function smallMarket(clock: Clock, hours: Hours, daySeed?: PracticeHouse['daySeed']): Market {
  const { shares, indices, version } = practiceUniverse(FIRST_COMPANIES)
  const few = [...shares.slice(0, SHARES), ...shares.slice(-SHARES)]
  const listings = new Set<ListingId>(few.map(({ listing }) => listing))
  const over = indices
    .map((index) => ({ ...index, members: index.members.filter((member) => listings.has(member)) }))
    .filter(({ members }) => members.length > 1)
  assert(over.length > 0, 'the small market has an index')
  const practice = practiceMarket({
    universe: { version, shares: few, indices: over },
    hours,
    openingDay: '2026-11-16',
    historySeed: seed('history'),
    daySeed: daySeed ?? ((day) => seed(`day ${day}`)),
  })
  const source: Source = { ...practice, label: 'practice', now: clock.now, wallTimeOf: (at) => at }
  return marketFor(source)
}

/** The bytes of a file of corporate actions as base64, with one row of a day far away. */
export const actionFile = (row = 'dividend,0.25,USD', day = '2027-06-15', ticker = 'ABC'): string =>
  Buffer.from(`date,listing,kind,value,currency\n${day},${ticker},${row}\n`).toString('base64')
export const ACTION_FILE = actionFile()
