import { monthAt, statementFor, type FactsThrough, type Month } from '@lonja/core/portfolio/statements.rules'
import type { StatementFigures } from '@lonja/core/portfolio/statements.contract'
import type { ListingId } from '@lonja/core/base/amount'
import { isCurrency } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { causeIdsOf } from '@lonja/core/ledger/ledger.rules'
import type { Db, Tx } from '../database/db.ts'
import { listBalancesThrough, listEntriesBetween, sumFlows, versionBefore } from '../ledger/flows.store.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { listOpenThrough, sumRealisedThrough } from '../orders/results.store.ts'
import { coinsOf } from '../withdrawals/withdrawals.store.ts'

/** A month of a customer, as far as it has come. */
export interface Statement extends Month {
  /** The end of the month; of the running one, now. */
  readonly until: Instant
  readonly running: boolean
  /** Its entries are those numbered in (after, through]. */
  readonly after: number
  readonly through: number
  readonly figures: readonly StatementFigures[]
  /** What is held of shares at its end, at cost. */
  readonly shares: readonly { readonly listing: ListingId; readonly left: bigint; readonly costLeft: bigint }[]
}

/** Everything that was true through one entry: what a statement begins or ends with. */
async function factsThrough(tx: Tx, customer: string, through: number): Promise<FactsThrough> {
  const balances = await listBalancesThrough(tx, customer, through)
  return {
    balances: balances
      .filter(({ asset }) => isCurrency(asset))
      .map(({ asset, units }) => ({ asset, free: units, held: 0n })),
    lots: await listOpenThrough(tx, customer, through),
    flows: await sumFlows(tx, customer, through),
    realised: await sumRealisedThrough(tx, customer, through),
  }
}

/** The statement of a month; refused where the customer was not here yet, or the month is to come. */
export async function statementOf(
  tx: Tx,
  { id, joinedAt }: { id: string; joinedAt: Instant },
  wanted: string,
  now: Instant,
): Promise<Statement | Refused<'unknown_month'>> {
  const [year, month] = wanted.split('-').map(Number)
  // The middle of a month lies in it wherever its clock stands.
  const found = monthAt(Date.UTC(year ?? 0, (month ?? 0) - 1, 15))
  if (found.to <= joinedAt || found.from > now) return refuse('unknown_month', {}, 'month')
  const running = found.to > now
  const after = await versionBefore(tx, id, found.from)
  const through = await versionBefore(tx, id, running ? now + 1 : found.to)
  const closing = await factsThrough(tx, id, through)
  const figures = statementFor(await factsThrough(tx, id, after), closing)
  const shares = closing.lots.map(({ listing, left, costLeft }) => ({ listing, left, costLeft }))
  return { ...found, until: running ? now : found.to, running, after, through, figures, shares }
}

const PIECE = 500

/** Reads the entries of a statement piece by piece, each in a snapshot of its own. */
export const entriesOf = (db: Db, customer: string, through: number) => (after: number) =>
  db.read(async (tx) => {
    const entries = await listEntriesBetween(tx, customer, { after, through }, PIECE)
    const listings = await listingsOf(tx, customer, causeIdsOf(entries, 'order'))
    return { entries, listings, coins: await coinsOf(tx, customer, causeIdsOf(entries, 'withdrawal')) }
  })
