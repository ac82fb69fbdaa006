import type { Instrument } from '@lonja/core/market/market.contract'
import { practiceUniverse } from '@lonja/core/universe/universe'
import type { Db } from '../database/db.ts'
import { listListings } from './directory.store.ts'
import type { ListOffered } from './market.listing.ts'
import { findOpening } from './market.store.ts'

/**
 * The listings of the house with their names, for a command, which has no open market. Null if the database does not
 * have them: on recorded prices, and before the first opening.
 */
export async function listNamed(
  db: Db,
  offered: ListOffered,
): Promise<readonly Pick<Instrument, 'listing' | 'name' | 'names'>[] | null> {
  const opening = await db.read(findOpening)
  if (opening?.feed) return db.read(listListings)
  if (!opening?.practice) return null
  const { shares, indices } = practiceUniverse()
  const listings = await offered(db, { ...opening.practice, hours: opening.hours }, Infinity)
  return [...shares, ...indices, ...listings.map(({ company }) => company)]
}
