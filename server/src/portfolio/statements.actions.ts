import { byListing } from '@lonja/core/portfolio/leaving.rules'
import { monthAt, statementFor, type FactsThrough, type Month } from '@lonja/core/portfolio/statements.rules'
import type { StatementFigures } from '@lonja/core/portfolio/statements.contract'
import type { ListingId } from '@lonja/core/base/amount'
import { isCurrency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { causeIdsOf } from '@lonja/core/ledger/ledger.rules'
import { withFractions } from '@lonja/core/portfolio/portfolio.rules'
import { sumFractionResults } from '../corporate/results.store.ts'
import type { Db, Tx } from '../database/db.ts'
import { listBalancesThrough, listEntriesBetween, sumFlows, versionBefore } from '../ledger/flows.store.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { listOpenThrough, sumRealisedThrough } from '../orders/results.store.ts'
import { coinsOf } from '../withdrawals/withdrawals.store.ts'

/** A month of a customer; a running month up to now. */
export interface Statement extends Month {
  /** The end of the month; of the running one, now. */
  readonly until: Instant
  readonly running: boolean
  /** Its entries are those numbered in (after, through]. */
  readonly after: number
  readonly through: number
  readonly figures: readonly StatementFigures[]
  /** The shares at its end, with their cost in cents. */
  readonly shares: readonly { readonly listing: ListingId; readonly left: bigint; readonly costLeft: bigint }[]
}

/** The balances and lots as of one entry, for the opening or closing of a statement. */
async function factsThrough(tx: Tx, customer: CustomerId, through: number): Promise<FactsThrough> {
  const balances = await listBalancesThrough(tx, customer, through)
  return {
    balances: balances
      .filter(({ asset }) => isCurrency(asset))
      .map(({ asset, units }) => ({ asset, free: units, held: 0n })),
    lots: await listOpenThrough(tx, customer, through),
    flows: await sumFlows(tx, customer, through),
    realised: withFractions(
      await sumRealisedThrough(tx, customer, through),
      await sumFractionResults(tx, customer, through),
    ),
  }
}

/** The statement of a month. Refuses a month before the customer joined, or one that has not begun. */
export async function statementOf(
  tx: Tx,
  { id, joinedAt }: { id: CustomerId; joinedAt: Instant },
  text: string,
  now: Instant,
): Promise<Statement | Refused<'unknown_month'>> {
  const [year, month] = text.split('-').map(Number)
  // The 15th lies in the month in every time zone.
  const calendarMonth = monthAt(Date.UTC(year ?? 0, (month ?? 0) - 1, 15))
  if (calendarMonth.to <= joinedAt || calendarMonth.from > now) return refuse('unknown_month', {}, 'month')
  const running = calendarMonth.to > now
  const after = await versionBefore(tx, id, calendarMonth.from)
  const through = await versionBefore(tx, id, running ? now + 1 : calendarMonth.to)
  const closing = await factsThrough(tx, id, through)
  const figures = statementFor(await factsThrough(tx, id, after), closing)
  const shares = byListing(closing.lots).map(({ listing, shares: left, cost: costLeft }) => ({
    listing,
    left,
    costLeft,
  }))
  return { ...calendarMonth, until: running ? now : calendarMonth.to, running, after, through, figures, shares }
}

const PIECE = 500

/** Reads the entries of a statement piece by piece, each in a snapshot of its own. */
export const entriesOf = (db: Db, customer: CustomerId, through: number) => (after: number) =>
  db.read(async (tx) => {
    const entries = await listEntriesBetween(tx, customer, { after, through }, PIECE)
    const listings = await listingsOf(tx, customer, causeIdsOf(entries, 'order'))
    return { entries, listings, coins: await coinsOf(tx, customer, causeIdsOf(entries, 'withdrawal')) }
  })
