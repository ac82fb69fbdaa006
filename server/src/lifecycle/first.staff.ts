import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROLES } from '@lonja/core/base/contract'
import { isRefused } from '@lonja/core/base/refusal'
import { HOUR } from '@lonja/core/base/instant'
import { decideLink } from '@lonja/core/staff/staff.rules'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { inTurn } from './turn.ts'
import { readKept, writeKept } from '../base/kept.ts'
import { linkHashOf, linkPathOf, makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { countLinks, findLink } from '../staff/seats.store.ts'

export interface FirstLinksOptions {
  readonly folder: string
  readonly db: Db
  readonly clock: Clock
}

const FIRST_SEATS = 2
const FILE = 'first-seats.json'
const Secrets = z.array(z.string().check(z.minLength(1))).check(z.minLength(1))

/** The stored secrets of the first links; null if there are none. A broken file stops the house with one line. */
export const readFirstSeats = (folder: string): readonly string[] | null =>
  readKept(
    join(folder, FILE),
    Secrets,
    'it holds the links of the first seats, so put it back from a backup, or remove it and make a link with npm run seat',
  )

const LINKS_LIVE = 365 * 24 * HOUR

/**
 * The paths of the one-time links for the first two seats, each with all roles. The first start with staff makes them
 * in the data folder, and every start prints them while they are unused. Returns none if the seats were made on another
 * node.
 */
export const firstLinksOf = (options: FirstLinksOptions): Promise<string[]> =>
  inTurn(options.db, () => linksInTurn(options))

async function linksInTurn({ folder, db, clock }: FirstLinksOptions): Promise<string[]> {
  let secrets = readFirstSeats(folder)
  if (!secrets) {
    if ((await db.read(countLinks)) > 0) return []
    secrets = Array.from({ length: FIRST_SEATS }, newLinkSecret)
    writeKept(join(folder, FILE), JSON.stringify(secrets))
  }
  const now = clock.now()
  // A link in the file but not in the database is from an interrupted first start.
  await db.write(async (tx) => {
    for (const secret of secrets) {
      if (await findLink(tx, linkHashOf(secret))) continue
      await makeLink(tx, { secret, roles: ROLES, madeBy: null, now, endsAt: now + LINKS_LIVE })
    }
  })
  const links = await db.read((tx) => Promise.all(secrets.map((secret) => findLink(tx, linkHashOf(secret)))))
  return secrets.filter((_, at) => !isRefused(decideLink(links[at] ?? null, now))).map(linkPathOf)
}
