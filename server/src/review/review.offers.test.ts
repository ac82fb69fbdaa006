import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import type { TestCustomer } from '../testing/house.ts'
import { newId } from '../base/ids.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { expireOffers } from './offers.frame.ts'
import { findOffer } from './offers.store.ts'
import { readReview } from './review.actions.ts'
import { CENTS_A_SHARE, askBlock, block, openReviewHouse, queues } from './review.testing.ts'
import { recordOf } from './reviewed.testing.ts'

let house: Awaited<ReturnType<typeof openReviewHouse>>
let one: TestSeat
let two: TestSeat
/** Above so many shares two people decide. */
const LIMIT = 50n

beforeAll(async () => {
  house = await openReviewHouse({ dueMs: 1, limitCents: LIMIT * CENTS_A_SHARE, twoPerson: true })
  one = await house.seat({ roles: ['reviewer'] })
  two = await house.seat({ roles: ['reviewer'] })
})
afterAll(() => house.close())
beforeEach(() => void house.followed.splice(0))

const blockReview = ({ id }: TestCustomer, shares: bigint): Promise<string> => askBlock(house, id, shares)
const open = async (id: string, { token }: TestSeat) => (await house.ask(block.open, { id }, { token })).data
const approve = async (id: string, seat: TestSeat, shares?: string) => {
  const { seen } = await open(id, seat)
  const less = shares === undefined ? {} : { less: { listing: 'XMAD:ESP', shares } }
  return house.ask(
    block.decide,
    { id, seen, opinion: 'approve', reason: 'fits', ...less },
    { token: seat.token, key: newId() },
  )
}
/** The hash of the customer's offer, as a product's own call would return it. */
const offerOf = (id: string) =>
  house.db.read(async (tx) => (await findOffer(tx, (await readReview(tx, id)).review))?.payloadHash ?? '')
const answer = async (id: string, { token }: TestCustomer, how: 'accept' | 'decline', seen?: string) =>
  house.ask(block[how], { id: await recordOf(house, id), seen: seen ?? (await offerOf(id)) }, { token, key: newId() })

test('fewer shares are offered, and are approved once the customer accepts exactly them', async () => {
  const [ana, eva] = [await house.customer(), await house.customer()]
  const id = await blockReview(ana, 60n)
  expect((await approve(id, one, '40')).data).toMatchObject({ outcome: 'decided', state: 'offered' })
  const counts = (await house.ask(queues.countQueues, {}, { token: one.token })).data.rows
  expect(counts).toContainEqual(expect.objectContaining({ kind: 'test_block', waiting: 0 }))
  const listed = await house.ask(queues.listQueue, { state: 'offered' }, { token: one.token })
  expect(listed.data.rows).toMatchObject([{ id, state: 'offered', amount: { listing: 'XMAD:ESP', shares: '60' } }])
  expect(await open(id, two)).toMatchObject({ onlyLook: 'review_over' })

  expect(await answer(id, ana, 'accept', 'a'.repeat(64))).toMatchObject({ error: 'payload_changed' })
  expect(await answer(id, eva, 'accept')).toMatchObject({ error: 'unknown_review' })
  expect((await answer(id, ana, 'accept')).data).toEqual({ id: await recordOf(house, id), state: 'approved' })
  expect(await answer(id, ana, 'decline')).toMatchObject({ error: 'review_over' })
  expect(house.followed).toEqual([
    ['opened', 60n],
    ['offered', 40n],
    ['accepted', 40n],
  ])
})

test('two people decide by the smaller amount, and agree on how many', async () => {
  const ana = await house.customer()
  const id = await blockReview(ana, 200n)
  expect((await approve(id, one, '51')).data).toMatchObject({ outcome: 'needs_second', state: 'in_review' })
  expect(await open(id, two)).toMatchObject({ offered: { listing: 'XMAD:ESP', shares: '51' } })
  expect((await approve(id, two, '52')).data).toMatchObject({ outcome: 'disagreed', state: 'pending' })
  // A new round discards the offer of the first, and needs two people for any amount.
  expect(await open(id, one)).toMatchObject({ offered: null })
  expect((await approve(id, one, '30')).data).toMatchObject({ outcome: 'needs_second' })
  expect((await approve(id, two)).data).toMatchObject({ outcome: 'disagreed' })
  expect((await approve(id, two, '30')).data).toMatchObject({ outcome: 'needs_second' })
  expect((await approve(id, one, '30')).data).toMatchObject({ outcome: 'decided', state: 'offered' })
  expect((await answer(id, ana, 'accept')).data).toMatchObject({ state: 'approved' })
})

test('an amount that is not less is refused before any write, and an opinion to refuse offers nothing', async () => {
  const ana = await house.customer()
  const id = await blockReview(ana, 40n)
  for (const shares of ['40', '41', '0'])
    expect(await approve(id, one, shares)).toMatchObject({ error: 'insufficient_shares' })
  const { seen, steps } = await open(id, one)
  expect(steps.map(({ step }: { step: string }) => step)).toEqual(['opened'])
  const decision = { id, seen, opinion: 'refuse', reason: 'does_not_fit', less: { listing: 'XMAD:ESP', shares: '1' } }
  const refused = await house.ask(block.decide, decision, { token: one.token, key: newId() })
  expect(refused.data).toMatchObject({ outcome: 'decided', state: 'refused' })
  expect(house.followed.at(-1)).toEqual(['refused', 40n])
})

test('an offer that is declined, or not answered in time, ends without a decision against the customer', async () => {
  const ana = await house.customer()
  const [declined, late, early] = [
    await blockReview(ana, 10n),
    await blockReview(ana, 10n),
    await blockReview(ana, 10n),
  ]
  await approve(declined, one, '1')
  await approve(late, one, '2')
  expect((await answer(declined, ana, 'decline')).data).toMatchObject({ state: 'cancelled' })
  house.clock.advance(HOUR - 1)
  await approve(early, one, '3')
  expect(await expireOffers(house, house.blocks, house.clock.now())).toBe(0)
  house.clock.advance(1)
  expect(await answer(late, ana, 'accept')).toMatchObject({ error: 'review_over' })
  expect(await expireOffers(house, house.blocks, house.clock.now())).toBe(1)
  expect(await expireOffers(house, house.blocks, house.clock.now())).toBe(0)
  const states = await house.db.read((tx) =>
    Promise.all([declined, late, early].map(async (id) => (await readReview(tx, id)).review)),
  )
  expect(states.map(({ state, reason }) => [state, reason])).toEqual([
    ['cancelled', null],
    ['cancelled', null],
    ['offered', 'fits'],
  ])
  expect(house.followed.filter(([hook]) => hook !== 'opened')).toEqual([
    ['offered', 1n],
    ['offered', 2n],
    ['declined', 1n],
    ['offered', 3n],
    ['expired', 2n],
  ])
})

test('an offer counts with its own amount in the sum of two people', async () => {
  const ana = await house.customer()
  const first = await blockReview(ana, 200n)
  await approve(first, one, '30')
  // 30 and 20 reach the limit but do not exceed it. With the 200 that were asked for, the sum would exceed it.
  const second = await blockReview(ana, 20n)
  expect(await open(second, one)).toMatchObject({ people: { approve: 1 } })
  const third = await blockReview(ana, 1n)
  expect(await open(third, one)).toMatchObject({ people: { approve: 2 } })
})
