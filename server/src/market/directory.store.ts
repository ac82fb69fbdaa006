import type { Instant } from '@lonja/core/base/instant'
import type { DirectoryChange, DirectoryEntry, StoredListing } from '@lonja/core/feed/directory'
import { flag, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const LIST_LISTINGS = sql(
  'list_listings',
  'select listing, name, sector, shares_in_issue, delisted_at is not null as is_delisted from listings order by listing',
  shapeOf<StoredListing>({
    listing: word('listing'),
    name: word('name'),
    sector: word('sector'),
    sharesInIssue: units('shares_in_issue'),
    isDelisted: flag('is_delisted'),
  }),
)

/** All listings of the directory, delisted ones included. */
export async function listListings(tx: Tx): Promise<StoredListing[]> {
  return tx.run(LIST_LISTINGS)
}

const UPSERT_LISTINGS = sql(
  'upsert_listings',
  `insert into listings (listing, name, sector, shares_in_issue, added_at, changed_at)
   select listing, name, sector, shares, $5, $5
   from unnest($1::text[], $2::text[], $3::text[], $4::int8[]) as entries (listing, name, sector, shares)
   on conflict (listing) do update set name = excluded.name, sector = excluded.sector,
     shares_in_issue = excluded.shares_in_issue, changed_at = excluded.changed_at, delisted_at = null`,
)

const DELIST = sql(
  'delist_listings',
  'update listings set delisted_at = $2, changed_at = $2 where listing = any($1::text[]) and delisted_at is null',
)

/** Saves the changes of a directory. A listing that is gone keeps its row and is marked as delisted. */
export async function saveDirectory(tx: Tx, change: DirectoryChange, now: Instant): Promise<void> {
  const entries: DirectoryEntry[] = [...change.added, ...change.back, ...change.renamed.map(({ after }) => after)]
  if (entries.length > 0) {
    const column = <T>(of: (entry: DirectoryEntry) => T): T[] => entries.map(of)
    const columns = [
      column((e) => e.listing),
      column((e) => e.name),
      column((e) => e.sector),
      column((e) => e.sharesInIssue),
    ]
    await tx.run(UPSERT_LISTINGS, [...columns, now])
  }
  if (change.gone.length > 0) await tx.run(DELIST, [change.gone.map(({ listing }) => listing), now])
}
