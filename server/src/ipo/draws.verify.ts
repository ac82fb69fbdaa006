import { CHECKED_QUICKNET, type CheckedChain } from '@lonja/core/ipo/beacon.check'
import { checkDraw } from '@lonja/core/ipo/draw.check'
import { drawFor } from '@lonja/core/ipo/draw.rules'
import { drawText } from '@lonja/core/ipo/draw.text'
import type { Db } from '../database/db.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import { findDrawFacts, type StoredDraw } from './draws.actions.ts'
import { listDrawn } from './draws.store.ts'
import { findDrawFile, hasResultsOf } from './results.actions.ts'

export const DRAW_LAWS = {
  draws:
    'a draw follows from the terms, the frozen list, the seed of the crowd and the beacon, and its roots, results and file are the stored ones',
  practice_offers:
    'an offer that came by itself follows from its running number and a seed that was revealed before it',
} as const

/** The draws worked out anew. */
export interface CheckedDraws {
  readonly checked: number
  readonly breaches: readonly Breach[]
}

/** Works each draw out anew from what is stored, and has the second implementation check its file. */
export async function checkDraws(db: Db, chain: CheckedChain = CHECKED_QUICKNET): Promise<CheckedDraws> {
  const rows: AgainstLaw[] = []
  const offers = await db.read(listDrawn)
  for (const offer of offers) {
    const draw = await findDrawFacts(db, offer)
    const wrong = draw ? await wrongIn(db, draw, chain) : ['its terms']
    if (wrong.length > 0) rows.push({ customer: null, number: null, causeKind: null, cause: null, differs: `offer ${offer}: ${wrong.join(', ')}` }) // prettier-ignore
  }
  const breaches = rows.length === 0 ? [] : [{ code: 'draws', law: DRAW_LAWS.draws, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }] // prettier-ignore
  return { checked: offers.length, breaches }
}

/** The parts of a stored draw that differ. Results and file are compared once the offer is drawn. */
async function wrongIn(db: Db, { facts, list, whole }: StoredDraw, chain: CheckedChain): Promise<string[]> {
  const draw = drawFor(facts)
  const text = drawText(draw)
  const file = await findDrawFile(db, facts.terms.offer)
  return [
    ...(list.root.equals(draw.customersRoot.hash) ? [] : ['frozen list']),
    ...(whole.root.equals(draw.root.hash) ? [] : ['whole list']),
    ...checkDraw(text, chain).wrong,
    ...(file === null || (await hasResultsOf(db, draw)) ? [] : ['results']),
    ...(file === null || file === text ? [] : ['published file']),
  ]
}
