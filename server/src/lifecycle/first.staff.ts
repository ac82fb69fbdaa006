import { WORKING_ROLES } from '@lonja/core/base/contract'
import { SEAT_LINK_LIVES } from '@lonja/core/staff/staff.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { inTurn } from './turn.ts'
import { linkPathOf, makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { countLinks } from '../staff/seats.store.ts'

export interface FirstLinksOptions {
  readonly db: Db
  readonly clock: Clock
}

const FIRST_SEATS = 2

/**
 * The paths of the one-time links for the first two seats, each with all roles. Only the start that makes them has them;
 * they are stored nowhere. Every later start, and the start of another node, returns none.
 */
export const firstLinksOf = (options: FirstLinksOptions): Promise<string[]> =>
  inTurn(options.db, () => linksInTurn(options))

async function linksInTurn({ db, clock }: FirstLinksOptions): Promise<string[]> {
  if ((await db.read(countLinks)) > 0) return []
  const secrets = Array.from({ length: FIRST_SEATS }, newLinkSecret)
  const now = clock.now()
  await db.write(async (tx) => {
    for (const secret of secrets)
      await makeLink(tx, { secret, roles: WORKING_ROLES, madeBy: null, now, endsAt: now + SEAT_LINK_LIVES })
  })
  return secrets.map(linkPathOf)
}
