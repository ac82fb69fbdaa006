import { DOCUMENT_TYPES, KYC_FIELDS } from '@lonja/core/kyc/kyc.contract'
import { newId } from '../base/ids.ts'
import { idFrom, maybe, type Dice, type Fields } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'
import { aboutPicture } from '../pictures/pictures.actions.ts'
import { insertPicture } from '../pictures/pictures.store.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { sealed } from '../pictures/seal.ts'

/** What is met of a customer's identity checks. */
export interface KnownKyc {
  readonly id: string
  /** Two pictures for a form, which nothing else takes. */
  readonly papers: readonly [front: string, back: string]
  readonly checks: string[]
  /** What the seat opened last, and the hash of what it saw. */
  check: { readonly id: string; readonly seen: string } | null
}

/** Two papers, as if they had been sent, without the time that drawing them takes. */
export async function papersFor(house: TestHouse, customer: string): Promise<KnownKyc['papers']> {
  const bytes = await samplePicture()
  const now = house.clock.now()
  const [front, back] = [newId(), newId()]
  for (const id of [front, back]) {
    const made = sealed(house.picturesKey, aboutPicture({ customer, id }), bytes)
    const size = { width: 320, height: 200, storedAt: now, removeAt: now + 1_000_000_000 }
    await house.db.write((tx) => insertPicture(tx, { customer, id, use: 'kyc', sealed: made, ...size }))
  }
  return [front, back]
}

/** Inputs of the calls of identity checks, as their own customer or seat would send them. */
export const KYC = {
  readKyc: () => ({}),
  submitKyc: ({ papers: [front, back] }: KnownKyc, chance: Dice): Fields => ({
    id: newId(),
    firstName: chance.pick(['Ana', '小明']),
    lastName: 'Vega',
    type: chance.pick(DOCUMENT_TYPES),
    number: `X${10_000_000 + chance.below(9_000_000)}`,
    front,
    back,
    sample: true,
  }),
  openKyc: ({ checks }: KnownKyc, chance: Dice): Fields => ({ id: idFrom(checks, chance) }),
  // Whoever has passed is done with: nobody passes here, so that all submit again.
  decideKyc: ({ check, checks }: KnownKyc, chance: Dice): Fields => ({
    ...(check ?? { id: idFrom(checks, chance), seen: '' }),
    opinion: 'refuse',
    reason: chance.pick(['customer_asked', 'customer_asked', 'paper_unreadable', 'no_reason']),
    repeat: chance.once(80) ? [] : [chance.pick(KYC_FIELDS)],
    ...maybe(chance, () => ({ note: 'ñ 备注' })),
  }),
  viewPicture: ({ id, papers }: KnownKyc, chance: Dice): Fields => ({
    customer: id,
    id: chance.once(30) ? chance.pick(papers) : newId(),
  }),
}
