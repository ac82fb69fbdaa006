import { venueOf, type Venue } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { CannotOpen } from '../base/cannot.ts'
import type { Clock } from '../base/clock.ts'
import { findHouseClock } from './clock.store.ts'
import { openPast, type PastOptions } from './market.past.ts'
import type { PastMarket } from './market.past.shape.ts'
import type { Market } from './market.quotes.ts'

/** The market as far as a command needs it that ends orders. */
type Beside = Pick<Market, 'name' | 'now' | 'nextQuotes' | 'quoteAt' | 'rateAt'>

/** A market of which a command knows no event: its clock stands before all of them. */
const UNKNOWN = { now: () => 0, nextQuotes: () => [], quoteAt: () => null, rateAt: () => null } as const

/**
 * The market of a house for a command beside it, up to the present: the practice market by the house's secret, a replay
 * by its files. It writes nothing. Of a live feed a command knows no quotes: only its own server hears them.
 */
export async function openBeside(options: PastOptions & { readonly clock: Clock }): Promise<Beside> {
  const { db, clock } = options
  const past = await openPast(options)
  if (!past) return { ...UNKNOWN, name: 'practice' }
  if (past.unchecked(clock.now(), clock.now()) === 'other_files')
    throw new CannotOpen('REPLAY_DIR does not hold the files that this house replays: set it as for npm start.')
  if (past.name === 'alpaca' || past.clockAt(clock.now()) === null) return { ...UNKNOWN, name: past.name }
  const publicThrough = (await db.read(findHouseClock))?.publicThrough ?? ''
  return {
    name: past.name,
    now: () => past.clockAt(clock.now())?.at ?? 0,
    nextQuotes: (listing, after, until, most) =>
      past.nextQuotes(listing, afterPublic(past, venueOf(listing), { after, publicThrough }), until, most),
    quoteAt: past.quoteAt,
    rateAt: past.rateAt,
  }
}

/** The end of the sessions after an instant whose seeds were public too early: nothing fills in them. */
function afterPublic(
  past: PastMarket,
  venue: Venue,
  { after, publicThrough }: { readonly after: Instant; readonly publicThrough: string },
): Instant {
  const session = past.session(venue, after + 1)
  if (!session || session.day > publicThrough) return after
  return afterPublic(past, venue, { after: session.close, publicThrough })
}
