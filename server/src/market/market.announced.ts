import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { MarketAction } from '@lonja/core/market/actions'
import {
  announcedIn,
  announcementsOf,
  standingAt,
  type AnnouncedRow,
  type Announcements,
  type ConfirmedFile,
  type FaultyFile,
} from '@lonja/core/replay/announced'
import { isFault, sayFault } from '@lonja/core/replay/faults'
import type { Db, Tx } from '../database/db.ts'
import { withAdjustedRows, type BoardSource } from './market.board.ts'
import type { Market } from './market.quotes.ts'

/*
 * The corporate actions of a live feed, from the files that two seats have confirmed. The files are the only record of
 * them: what is announced is read from their bytes, here and by whoever checks the house.
 */

/** Lists the confirmed files from an instant on. The roof gives it: the files belong to a feature above the market. */
export type ListConfirmed = (tx: Tx, from: Instant) => Promise<readonly ConfirmedFile[]>

/** Everything that some confirmed files announce. */
export const announcements: (files: readonly ConfirmedFile[]) => Announcements = announcementsOf

/** The rows of a file as they would be announced at an instant beside the confirmed ones, or its first error. */
export const rowsOfFile = (
  bytes: Uint8Array,
  { market, confirmed, at }: { market: Pick<Market, 'find'>; confirmed: readonly ConfirmedFile[]; at: Instant },
): readonly AnnouncedRow[] | FaultyFile =>
  announcedIn(bytes, {
    at,
    has: (listing) => market.find(listing) !== null,
    standing: standingAt(announcementsOf(confirmed), at),
  })

export const isFaulty = (rows: readonly AnnouncedRow[] | FaultyFile): rows is FaultyFile => isFault(rows)

/** The first error of a file, in English. */
export const sayFirstError: typeof sayFault = sayFault

/** The announced actions in the server's memory. */
export interface AnnouncedActions {
  /** Those that were announced up to an instant and not withdrawn by then, in the order in which they are carried out. */
  actionsBy(until: Instant): readonly MarketAction[]
  /** The splits and new tickers among them that change the past of a listing, also those of its old tickers. */
  movesOf(listing: ListingId, until: Instant): readonly MarketAction[]
  /** Those that were withdrawn up to an instant. */
  withdrawnBy(until: Instant): readonly MarketAction[]
  /** The listings that splits and new tickers name. */
  moved(until: Instant): readonly ListingId[]
  /** Reads what was confirmed since. */
  refresh(): Promise<void>
}

/** The actions that stand at some instants: the same arrays, until another file is public. */
interface KnownActions {
  readonly through: number
  readonly standing: readonly MarketAction[]
  readonly withdrawn: readonly MarketAction[]
  readonly moves: readonly MarketAction[]
  readonly moved: readonly ListingId[]
  readonly movesOf: Map<ListingId, readonly MarketAction[]>
}

/** Reads the confirmed files of a house. */
export async function openAnnounced(db: Db, list: ListConfirmed): Promise<AnnouncedActions> {
  let files: readonly ConfirmedFile[] = []
  let all = announcementsOf(files)
  let known: KnownActions | null = null
  const at = (until: Instant): KnownActions => {
    const through = files.filter(({ confirmedAt }) => confirmedAt <= until).length
    if (known?.through !== through) known = knownAt(all, until, through)
    return known
  }
  const refresh = async (): Promise<void> => {
    const read = await db.read((tx) => list(tx, files.at(-1)?.confirmedAt ?? 0))
    const added = read.filter(({ id }) => !files.some((file) => file.id === id))
    if (added.length === 0) return
    files = [...files, ...added].toSorted((one, other) => one.confirmedAt - other.confirmedAt)
    all = announcementsOf(files)
    known = null
  }
  await refresh()
  return {
    actionsBy: (until) => at(until).standing,
    withdrawnBy: (until) => at(until).withdrawn,
    moved: (until) => at(until).moved,
    movesOf: (listing, until) => movesOf(at(until), listing),
    refresh,
  }
}

function knownAt(all: Announcements, until: Instant, through: number): KnownActions {
  const standing = standingAt(all, until)
  const withdrawn = all.all.flatMap(({ action, withdrawn: by }) => (by !== null && by.at <= until ? [action] : []))
  const moves = standing.filter(({ kind }) => kind !== 'dividend')
  const moved = moves.flatMap((action) => [action.listing, ...(action.kind === 'symbol' ? [action.successor] : [])])
  return { through, standing, withdrawn, moves, moved: [...new Set(moved)], movesOf: new Map() }
}

const NONE: readonly MarketAction[] = []

function movesOf({ moves, movesOf: cache }: KnownActions, listing: ListingId): readonly MarketAction[] {
  if (moves.length === 0) return NONE
  const cached = cache.get(listing)
  if (cached) return cached
  const tickers = new Set<ListingId>([listing])
  // An old ticker may have had an older one.
  for (const ticker of tickers)
    for (const move of moves) if (move.kind === 'symbol' && move.successor === ticker) tickers.add(move.listing)
  const own = moves.filter(
    (move) => tickers.has(move.listing) || (move.kind === 'symbol' && tickers.has(move.successor)),
  )
  cache.set(listing, own)
  return own
}

/** The feed with the actions of its files. Its board is adjusted as the figures of each listing are. */
export function withAnnounced(feed: BoardSource, announced: AnnouncedActions): BoardSource {
  const { actionsBy, movesOf, withdrawnBy, moved } = announced
  return withAdjustedRows({ ...feed, actionsBy, movesOf, withdrawnBy }, moved)
}
