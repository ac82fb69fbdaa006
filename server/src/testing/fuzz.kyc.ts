import type { CustomerId } from '@lonja/core/base/ids'
import { DOCUMENT_TYPES, KYC_FIELDS } from '@lonja/core/kyc/kyc.contract'
import { newId } from '../base/ids.ts'
import { idFrom, maybe, type Dice, type Fields } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'
import { aboutPicture } from '../pictures/pictures.actions.ts'
import { insertPicture } from '../pictures/pictures.store.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { sealed } from '../pictures/seal.ts'

/** The ids of a customer's identity checks. */
export interface KnownKyc {
  readonly id: CustomerId
  /** Two pictures for a form, which no other call uses. */
  readonly papers: readonly [front: string, back: string]
  readonly checks: string[]
  /** The check that the seat opened last, and the hash of the payload it saw. */
  check: { readonly id: string; readonly seen: string } | null
}

/** Inserts two pictures of an identity document, without the time of encoding them. */
export async function papersFor(house: TestHouse, customer: CustomerId): Promise<KnownKyc['papers']> {
  const bytes = await samplePicture()
  const now = house.clock.now()
  const [front, back] = [newId(), newId()]
  for (const id of [front, back]) {
    const picture = sealed(house.picturesKey, aboutPicture({ customer, id }), bytes)
    const size = { width: 320, height: 200, storedAt: now, removeAt: now + 1_000_000_000 }
    await house.db.write((tx) => insertPicture(tx, { customer, id, use: 'kyc', sealed: picture, ...size }))
  }
  return [front, back]
}

/** Valid inputs of the calls of identity checks, for their own customer or seat. */
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
  // A customer who has passed cannot submit again, so no check passes here.
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
