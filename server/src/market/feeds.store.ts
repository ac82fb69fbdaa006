import type { ListingId } from '@lonja/core/base/amount'
import type { Day, Instant } from '@lonja/core/base/instant'
import { bytes, instant, shapeOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** Stored history of a feed: packed day bars of each listing, and packed minute bars of its latest days. */
export interface StoredDays {
  readonly listing: ListingId
  readonly days: Uint8Array
  readonly savedAt: Instant
}

export interface StoredMinutes {
  readonly listing: ListingId
  readonly day: Day
  readonly minutes: Uint8Array
}

const LIST_YEARS = sql(
  'list_feed_years',
  'select listing, days, saved_at from feed_years',
  shapeOf<StoredDays>({ listing: word('listing'), days: bytes('days'), savedAt: instant('saved_at') }),
)

export async function listStoredDays(tx: Tx): Promise<StoredDays[]> {
  return tx.run(LIST_YEARS)
}

const LIST_DAYS = sql(
  'list_feed_days',
  'select listing, day, minutes from feed_days where day >= $1',
  shapeOf<StoredMinutes>({ listing: word('listing'), day: word('day'), minutes: bytes('minutes') }),
)

export const listStoredMinutes = (tx: Tx, since: Day): Promise<StoredMinutes[]> => tx.run(LIST_DAYS, [since])

const UPSERT_YEARS = sql(
  'upsert_feed_years',
  `insert into feed_years (listing, days, saved_at)
   select listing, days, $3 from unnest($1::text[], $2::bytea[]) as kept (listing, days)
   on conflict (listing) do update set days = excluded.days, saved_at = excluded.saved_at`,
)

const UPSERT_DAYS = sql(
  'upsert_feed_days',
  `insert into feed_days (listing, day, minutes, saved_at)
   select listing, day, minutes, $4 from unnest($1::text[], $2::text[], $3::bytea[]) as kept (listing, day, minutes)
   on conflict (listing, day) do update set minutes = excluded.minutes, saved_at = excluded.saved_at`,
)

/** Stores day and minute bars. They replace the stored ones of the same listing and day. */
export async function saveStoredBars(
  tx: Tx,
  {
    days,
    minutes,
  }: { readonly days: readonly Omit<StoredDays, 'savedAt'>[]; readonly minutes: readonly StoredMinutes[] },
  now: Instant,
): Promise<void> {
  if (days.length > 0) {
    await tx.run(UPSERT_YEARS, [days.map(({ listing }) => listing), days.map((one) => Buffer.from(one.days)), now])
  }
  if (minutes.length === 0) return
  const packed = minutes.map((one) => Buffer.from(one.minutes))
  await tx.run(UPSERT_DAYS, [minutes.map(({ listing }) => listing), minutes.map(({ day }) => day), packed, now])
}

const DELETE_DAYS = sql('delete_feed_days', 'delete from feed_days where day < $1')

/** Purges minutes that no chart shows any more. */
export async function deleteStoredMinutes(tx: Tx, before: Day): Promise<void> {
  await tx.run(DELETE_DAYS, [before])
}
