import { createHash } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import { venueOf } from '@lonja/core/base/amount'
import { sessionAt } from '@lonja/core/calendar/sessions'
import { QUICKNET } from '@lonja/core/ipo/beacon.rules'
import { decideTerms } from '@lonja/core/ipo/ipo.rules'
import {
  practiceChain,
  practiceDates,
  practiceNumberAt,
  practiceSeedDay,
  practiceTerms,
  type PracticeHouse,
} from '@lonja/core/ipo/practice.rules'
import { prospectusText } from '@lonja/core/ipo/prospectus.text'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { offeredSteps } from '@lonja/core/universe/universe'
import type { Clock } from '../base/clock.ts'
import { inTurns } from '../base/turns.ts'
import type { Db } from '../database/db.ts'
import { findPublicSeed } from '../market/market.revealed.ts'
import { listChains, type Opening } from '../market/market.store.ts'
import { insertOffer } from './ipo.store.ts'
import { hasPracticeOffer, insertPracticeOffer, insertProspectus } from './practice.store.ts'

/** The parts that the offers of a practice house need. */
export interface PracticeParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly house: PracticeHouse
  /** Public: the seeds of days before the opening come from it. */
  readonly historySeed: Uint8Array
}

/** The facts of a practice house that its offers follow from; null for any other. With relays it draws by rounds of drand. */
export const houseOf = ({ practice, hours }: Opening, relays: readonly string[]): PracticeHouse | null =>
  practice && { openingDay: practice.openingDay, hours, chain: relays.length > 0 ? QUICKNET : null }

/** An offer that comes by itself, with the text of its prospectus. */
export interface PracticeOffer {
  readonly terms: Terms
  readonly prospectus: string
}

/**
 * The offer of a running number, from what is revealed. Null while the seed of its day is not, and if no published chain of
 * seeds has all days of the offer.
 */
export async function practiceOffer(
  { db, house, historySeed }: Omit<PracticeParts, 'clock'>,
  number: number,
): Promise<(PracticeOffer & { readonly links: number }) | null> {
  const company = await inTurns(offeredSteps(number))
  const dates = practiceDates(number, venueOf(company.listing), house)
  const parameters = { openingDay: house.openingDay, historySeed }
  const [seed, chains] = await db.read(
    async (tx) => [await findPublicSeed(tx, practiceSeedDay(number, house), parameters), await listChains(tx)] as const,
  )
  const chain = practiceChain(chains, dates)
  if (!seed || !chain) return null
  const prospectus = prospectusText(company)
  const seeds = { firstDay: chain.firstDay, end: Buffer.from(chain.end).toString('hex') }
  const terms = practiceTerms(number, house, { company, seed, seeds, prospectus: hashOf(prospectus) })
  return { terms, prospectus, links: chain.links }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Publishes the offer that is due, with its number and its prospectus, in one transaction. Null if none is due, or if it is
 * there. Several servers may do so at once: one of them publishes it.
 */
export async function publishPracticeOffer(parts: PracticeParts): Promise<Terms | null> {
  const { db, clock, house } = parts
  const number = practiceNumberAt(clock.now(), house)
  if (number === null || (await db.read((tx) => hasPracticeOffer(tx, number)))) return null
  const offer = await practiceOffer(parts, number)
  if (!offer) return null
  const { terms, prospectus, links } = offer
  const now = clock.now()
  const { open } = sessionAt(venueOf(terms.listing), terms.lists + 1, house.hours)
  const facts = { now, chain: house.chain ?? QUICKNET, links, isTaken: false, listsInSession: open === terms.lists }
  const refusal = decideTerms(terms, facts)
  assert(refusal === null, `the terms of an offer of the house are accepted, not refused as ${refusal?.refused}`)
  return db.write(async (tx) => {
    if (!(await insertPracticeOffer(tx, number, terms.offer))) return null
    await insertProspectus(tx, terms.prospectus, prospectus)
    await insertOffer(tx, terms, now)
    return terms
  })
}
