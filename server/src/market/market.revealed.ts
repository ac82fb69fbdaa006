import type { Day } from '@lonja/core/base/instant'
import { historySeedOf } from '@lonja/core/practice/seeds'
import type { Tx } from '../database/db.ts'
import { findRevealed, type PracticeOpening } from './market.store.ts'

/** The seed of a day as anybody can know it: of the public history, or revealed. Null while it is not. */
export async function findPublicSeed(
  tx: Tx,
  day: Day,
  { openingDay, historySeed }: Pick<PracticeOpening, 'openingDay' | 'historySeed'>,
): Promise<Uint8Array | null> {
  if (day < openingDay) return historySeedOf(historySeed, day)
  return (await findRevealed(tx, day))?.seed ?? null
}
