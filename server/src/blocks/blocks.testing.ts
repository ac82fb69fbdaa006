import { wholeShares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { DAY_MS } from '@lonja/core/calendar/days'
import { applyForBlock } from '@lonja/core/blocks/blocks.contract'
import {
  decideBlock,
  decideBlockOffer,
  openBlock,
  openBlockOffer,
  proposeBlockOffer,
} from '@lonja/core/blocks/blocks.staff.contract'
import { blockTermsHash, blockTermsText, type BlockTerms } from '@lonja/core/blocks/terms.text'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { blocksRound } from './blocks.jobs.ts'
import { insertBlockOffer, savePublished } from './offers.store.ts'

/** The terms of an offer as a seat writes them: 4 % less, 100 to 600 of 1,000 shares, locked for two days. */
export const offerForm = (house: { readonly clock: { now(): number } }, change: object = {}) => ({
  id: newId(),
  listing: ESP,
  discountBps: 400,
  shares: '1000',
  least: '100',
  most: '600',
  lockDays: 2,
  endsAt: house.clock.now() + 5 * DAY_MS,
  ...change,
})

/** The terms of an offer, whatever the clock of the house says: it ends five days after the start. */
export const blockForm = (change: object = {}) => offerForm({ clock: { now: () => START } }, change)

/** An offer that one seat of operations proposed and another one published. */
export async function publishedOffer(house: TestHouse, change: object = {}): Promise<string> {
  const claimedAt = house.clock.now() - 2 * DAY_MS
  const operations = () => house.seat({ roles: ['operations'], claimedAt })
  const [one, other] = [await operations(), await operations()]
  const form = offerForm(house, change)
  const proposal = await house.ask(proposeBlockOffer, form, { token: one.token, key: form.id })
  const { review: id } = proposal.data as { review: string }
  const { seen } = (await house.ask(openBlockOffer, { id }, { token: other.token })).data as { seen: string }
  const opinion = { id, seen, opinion: 'approve', reason: 'terms_read' }
  const decided = await house.ask(decideBlockOffer, opinion, { token: other.token, key: newId() })
  assert(decided.error === undefined, `the offer is published: ${decided.error}`)
  return form.id
}

/** A customer applies through the door: 100 shares at up to 7.00, if the form does not say otherwise. */
export function applyFor(
  house: TestHouse,
  { token }: Pick<TestCustomer, 'token'>,
  offer: string,
  { id = newId(), shares = '100', cap = '7.00' }: { id?: string; shares?: string; cap?: string } = {},
): Promise<CallAnswer> {
  return house.ask(applyForBlock, { id, offer, shares, cap }, { token, key: id })
}

/** The token of a new reviewer. */
export const reviewerOf = async (house: TestHouse): Promise<string> =>
  (await house.seat({ roles: ['reviewer'], claimedAt: house.clock.now() - 2 * DAY_MS })).token

/** A reviewer opens an application and gives an opinion on it; with `less` for so many shares. */
export async function judgeBlock(
  house: TestHouse,
  record: string,
  opinion: 'approve' | 'refuse' = 'approve',
  { less = null, by }: { less?: string | null; by?: string } = {},
): Promise<CallAnswer> {
  const token = by ?? (await reviewerOf(house))
  const id = await reviewOf(house, record)
  const opened = await house.ask(openBlock, { id }, { token })
  const { seen, listing } = opened.data as { seen: string; listing: string }
  const reason = opinion === 'refuse' ? 'not_admitted' : less === null ? 'requirements_met' : 'fewer_left'
  const form = { id, seen, opinion, reason, ...(less === null ? {} : { less: { listing, shares: less } }) }
  return house.ask(decideBlock, form, { token, key: newId() })
}

/** One round of the jobs of blocks, as a server of the house runs it. */
export const runBlockRound = ({ db, clock, events, market }: TestHouse): Promise<void> =>
  blocksRound({ db, clock, events, market, guard: { agrees: () => true } })

/** A published offer that needs no seats: 1 to 50,000 of a million shares of ESP, for ten days. */
export async function openBlocks(db: Db, now: number, change: Partial<BlockTerms> = {}): Promise<BlockTerms> {
  const sizes = { shares: wholeShares(1_000_000n), least: wholeShares(1n), most: wholeShares(50_000n) }
  const terms: BlockTerms = { offer: newId(), listing: ESP, discountBps: 400, lockDays: 30, ...sizes, endsAt: now + 10 * DAY_MS, ...change } // prettier-ignore
  const by = { seat: newId<'seat'>(), number: 1, role: 'operations' } as const
  const frozen = { text: blockTermsText(terms), hash: blockTermsHash(terms) }
  await db.write(async (tx) => {
    await insertBlockOffer(tx, { terms, ...frozen, by, madeAt: now - 1 })
    await savePublished(tx, terms.offer, now)
  })
  return terms
}
