import type { Instrument } from '@lonja/core/market/market.contract'
import { practiceUniverse } from '@lonja/core/universe/universe'
import type { Tx } from '../database/db.ts'
import { listListings } from './directory.store.ts'
import { findOpening } from './market.store.ts'

/**
 * The listings of the house with their names, for a command, which has no open market. Null if the database does not
 * have them: on recorded prices, and before the first opening.
 */
export async function listNamed(tx: Tx): Promise<readonly Pick<Instrument, 'listing' | 'name' | 'names'>[] | null> {
  const opening = await findOpening(tx)
  if (opening?.feed) return listListings(tx)
  if (!opening?.practice) return null
  const { shares, indices } = practiceUniverse()
  return [...shares, ...indices]
}
