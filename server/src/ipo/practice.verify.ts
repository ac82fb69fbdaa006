import { overEverywhere } from '@lonja/core/calendar/sessions'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { QUICKNET, type DrandChain } from '@lonja/core/ipo/beacon.rules'
import { practiceSeedDay } from '@lonja/core/ipo/practice.rules'
import { termsText } from '@lonja/core/ipo/terms.text'
import type { Db } from '../database/db.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { AgainstLaw } from '../ledger/ledger.verify.ts'
import type { Opening } from '../market/market.store.ts'
import { DRAW_LAWS, type CheckedDraws } from './draws.verify.ts'
import { findOffer } from './ipo.store.ts'
import { practiceOffer } from './practice.actions.ts'
import { findProspectus, listPracticeOffers } from './practice.store.ts'

/** Works each offer that came by itself out anew, from its number and the revealed seeds. */
export async function checkPracticeOffers(
  db: Db,
  { hours, practice }: Pick<Opening, 'hours' | 'practice'>,
  chain: DrandChain = QUICKNET,
): Promise<CheckedDraws> {
  const offers = await db.read(listPracticeOffers)
  const rows: AgainstLaw[] = []
  for (const { number, offer } of practice ? offers : []) {
    const wrong = await wrongIn(db, { hours, practice, chain }, number, offer)
    if (wrong.length > 0) rows.push({ customer: null, number: null, causeKind: null, cause: null, differs: `offer ${offer}: ${wrong.join(', ')}` }) // prettier-ignore
  }
  const law = DRAW_LAWS.practice_offers
  const breaches = rows.length === 0 ? [] : [{ code: 'practice_offers', law, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }] // prettier-ignore
  return { checked: offers.length, breaches }
}

/** The parts of an offer that differ. Whether it names a beacon of drand is the house's choice, which the terms show. */
async function wrongIn(
  db: Db,
  { hours, practice, chain }: Pick<Opening, 'hours' | 'practice'> & { readonly chain: DrandChain },
  number: number,
  id: string,
): Promise<string[]> {
  const row = await db.read((tx) => findOffer(tx, id))
  if (!practice || !row) return ['its terms']
  const { openingDay, historySeed } = practice
  const isDrand = row.terms.beacon.kind === 'drand'
  const offer = await practiceOffer({ db, house: { openingDay, hours, chain: isDrand ? chain : null }, historySeed }, number) // prettier-ignore
  if (!offer) return ['the seed of its day']
  const revealedAt = overEverywhere(dayNumberOf(practiceSeedDay(number, { openingDay })))
  const prospectus = await db.read((tx) => findProspectus(tx, row.terms.prospectus))
  return [
    ...(termsText(offer.terms) === termsText(row.terms) ? [] : ['terms']),
    ...(offer.prospectus === prospectus ? [] : ['prospectus']),
    ...(row.publishedAt >= revealedAt ? [] : ['published before its seed']),
  ]
}
