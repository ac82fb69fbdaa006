import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { venueOf } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { QUICKNET, roundAfter } from '@lonja/core/ipo/beacon.rules'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import {
  discardOfferDraft,
  proposeOffer,
  proposeOfferWithdrawal,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { PRACTICE_OFFERS } from '@lonja/core/ipo/practice.rules'
import { readTerms, termsHash } from '@lonja/core/ipo/terms.text'
import { listQueue } from '@lonja/core/reviews.contract'
import { offeredCompany } from '@lonja/core/universe/universe'
import { newId } from '../base/ids.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { answered, openDesk, wrongAt, type Desk } from '../testing/desk.ts'
import { sendAgain } from '../testing/repeated.ts'

/*
 * Operations make an offer: a seat writes a draft and proposes its terms, and another one publishes exactly what it has read.
 */

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk.house.close())
beforeEach(() => desk.later())

async function actsOf({ id }: TestSeat): Promise<string[]> {
  const admin = await desk.house.seat({ roles: ['admin'] })
  const { rows } = (await desk.house.ask(listAudit, { seat: id }, { token: admin.token })).data
  return rows.map(({ act }: { act: string }) => act)
}

describe('a draft', () => {
  test('is stored, changed by the version that was seen, and thrown away', async () => {
    const { id, version } = await desk.drafted()
    expect(version).toBe(1)
    expect(answered(await desk.ask(saveOfferDraft, { id, version: 1, ...desk.fields({ price: '9' }) }, desk.two))).toBe(
      'accepted',
    )
    expect(answered(await desk.ask(saveOfferDraft, { id, version: 1, ...desk.fields() }, desk.one))).toBe(
      'draft_changed',
    )
    expect(answered(await desk.ask(saveOfferDraft, { id, version: 0, ...desk.fields() }, desk.one))).toBe(
      'draft_changed',
    )
    const row = (await desk.drafts()).rows.find((draft: { id: string }) => draft.id === id)
    expect(row).toMatchObject({ version: 2, price: '9.00', changedBy: { number: desk.two.number }, review: null })
    expect(answered(await desk.ask(discardOfferDraft, { id }, desk.one))).toBe('accepted')
    expect(answered(await desk.ask(saveOfferDraft, { id, version: 2, ...desk.fields() }, desk.one))).toBe(
      'unknown_draft',
    )
    expect(answered(await desk.ask(proposeOffer, { id, version: 2 }, desk.one))).toBe('unknown_draft')
    expect((await desk.drafts()).rows.some((draft: { id: string }) => draft.id === id)).toBe(false)
    expect(await actsOf(desk.one)).toEqual(expect.arrayContaining(['offer_draft_saved', 'offer_draft_discarded']))
  })

  // prettier-ignore
  test.each<[string, () => object, string[]]>([
    ['a price out of range',            () => ({ price: '0.99' }),                       ['offer_price', 'price']],
    ['a name that promises',            () => ({ company: 'Renta sin riesgo' }),         ['promise_word', 'company']],
    ['a name of the market',            () => ({ company: desk.house.market.instruments[0]!.name.toUpperCase() }), ['company_taken', 'company']],
    ['a name of an offer to come',      () => ({ company: offeredCompany(1_999).name }), ['company_taken', 'company']],
    ['opening now',                     () => ({ opens: desk.now() }),                        ['offer_dates', 'opens']],
    ['a draw that is too early',        () => ({ draws: desk.fields().closes + HOUR }),       ['draw_too_early', 'draws']],
    ['a listing before the delivery',   () => ({ lists: desk.fields().draws }),               ['offer_dates', 'lists']],
    ['a date years ahead',              () => ({ lists: 8_640_000_000_000_000 }),        ['offer_too_far', 'lists']],
    ['dates behind the chain of seeds', () => ({ draws: desk.now() + 600 * 24 * HOUR, lists: desk.now() + 610 * 24 * HOUR }), ['seeds_end', 'closes']],
  ])('with %s is refused with the field to correct', async (_what, change, answer) => {
    expect(wrongAt(await desk.ask(saveOfferDraft, { id: newId(), version: 0, ...desk.fields(change()) }, desk.one))).toEqual(answer)
  })
})

describe('terms', () => {
  test('are published by a second seat, exactly as it read them, and frozen by their hash', async () => {
    const { offer, review } = await desk.proposed({ market: 'madrid', sector: 'energy', price: '12.50' })
    expect(answered(await desk.house.ask(readOffer, { id: offer }, { token: desk.ana.token }))).toBe('unknown_offer')
    expect(await desk.open(review, desk.one)).toMatchObject({ onlyLook: 'same_person', people: { approve: 2 } })
    const shown = await desk.open(review, desk.two)
    expect(shown).toMatchObject({
      what: 'publish',
      offer,
      proposedBy: { number: desk.one.number },
      applications: 0,
      termsBefore: null,
    })
    const terms = readTerms(shown.terms)!
    expect([shown.termsHash, venueOf(terms.listing)]).toEqual([termsHash(terms), 'XMAD'])
    expect(shown.prospectus).toContain(`30 lots of 40 shares are offered at €12.50 a share`)
    expect(answered(await desk.decide(review, desk.one))).toBe('same_person')
    expect((await desk.decide(review, desk.two)).data).toMatchObject({ outcome: 'decided', state: 'approved' })
    const public_ = await desk.detail(offer)
    expect(public_).toMatchObject({
      terms: shown.terms,
      termsHash: shown.termsHash,
      prospectus: shown.prospectus,
      state: 'not_started',
      sector: 'energy',
    })
    expect((await actsOf(desk.two)).slice(0, 2)).toEqual(['offer_published', 'judged_offer'])
    expect((await desk.drafts()).rows.some(({ company }: { company: string }) => company === terms.company)).toBe(false)
  })

  test('name the chain and the round after the draw where relays are set', async () => {
    const { beacon, draws } = readTerms((await desk.detail(await desk.published())).terms)!
    expect(beacon).toEqual({ kind: 'drand', chain: QUICKNET.hash, round: roundAfter(QUICKNET, draws) })
    expect((await desk.drafts()).beacon).toBe('drand')
  })

  test('get the next listing of their market; a refused proposal gives its own back', async () => {
    const listingOf = async ({ review }: { review: string }): Promise<string> =>
      (await desk.open(review, desk.two)).listing
    const [first, second] = [await desk.proposed(), await desk.proposed()]
    const [a, b] = [await listingOf(first), await listingOf(second)]
    expect(a).not.toBe(b)
    const numbers = Array.from({ length: 30 }, (_company, n) => offeredCompany(PRACTICE_OFFERS + n).listing)
    expect(numbers).toEqual(expect.arrayContaining([a, b]))
    await desk.refuse(first.review)
    const third = await desk.proposed()
    expect(await listingOf(third)).toBe(a)
    await desk.decide(second.review, desk.two)
    await desk.decide(third.review, desk.two)
    expect((await desk.offers()).map(({ listing }: { listing: string }) => listing)).toEqual(
      expect.arrayContaining([a, b]),
    )
  })

  test('that wait are proposed once, their draft is not thrown away, and one that was changed needs its version', async () => {
    const { id } = await desk.drafted()
    expect(answered(await desk.ask(proposeOffer, { id, version: 2 }, desk.one))).toBe('draft_changed')
    const { review } = (await desk.ask(proposeOffer, { id, version: 1 }, desk.one)).data
    expect(answered(await desk.ask(proposeOffer, { id, version: 1 }, desk.two))).toBe('offer_waits')
    expect(answered(await desk.ask(discardOfferDraft, { id }, desk.two))).toBe('offer_waits')
    expect((await desk.drafts()).rows.find((draft: { id: string }) => draft.id === id)).toMatchObject({ review })
    // A change of the draft does not reach the terms that wait.
    const before = (await desk.open(review, desk.two)).terms
    await desk.ask(saveOfferDraft, { id, version: 1, ...desk.fields({ price: '20' }) }, desk.one)
    expect((await desk.open(review, desk.two)).terms).toBe(before)
    await desk.decide(review, desk.two)
  })

  test('whose opening is over are not published any more', async () => {
    const { review } = await desk.proposed({ opens: desk.now() + MINUTE })
    desk.house.clock.set(desk.now() + MINUTE)
    expect(answered(await desk.decide(review, desk.two))).toBe('offer_dates')
    await desk.refuse(review)
  })

  test('that two seats approve at once are published once', async () => {
    const third = await desk.house.seat({ roles: ['operations'] })
    const { offer, review } = await desk.proposed()
    const answers = await Promise.all([desk.decide(review, desk.two), desk.decide(review, third)])
    expect(answers.filter((answer) => answered(answer) === 'accepted')).toHaveLength(1)
    expect((await desk.offers()).filter(({ id }: { id: string }) => id === offer)).toHaveLength(1)
  })
})

test('what waits is in the queue by its company, its market and what would be done', async () => {
  const about = async (review: string) =>
    (await desk.house.ask(listQueue, { kind: 'offer' }, { token: desk.two.token })).data.rows.find(
      ({ id }: { id: string }) => id === review,
    ).about
  const { offer, review } = await desk.proposed({ company: 'Ferry Lines' })
  const { listing } = await desk.open(review, desk.two)
  expect(await about(review)).toEqual({ act: 'publish', name: 'Ferry Lines', listing })
  await desk.decide(review, desk.two)
  // A withdrawal has no terms of its own.
  const withdrawal = (await desk.ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, desk.one)).data
  expect(await about(withdrawal.review)).toEqual({ act: 'withdraw', name: 'Ferry Lines', listing })
})

test('what waits is in the queue of operations, and an auditor only reads it', async () => {
  const { review } = await desk.proposed()
  const rows = (await desk.house.ask(listQueue, { kind: 'offer' }, { token: desk.two.token })).data.rows
  expect(rows.find(({ id }: { id: string }) => id === review)).toMatchObject({ kind: 'offer', customer: null, amount: null, number: expect.stringMatching(/^O-/) }) // prettier-ignore
  const auditor = await desk.house.seat({ roles: ['auditor'] })
  expect(await desk.open(review, auditor)).toMatchObject({ onlyLook: 'role_reads' })
  expect(answered(await desk.decide(review, auditor))).toBe('not_your_role')
})

describe('sent again with its key', () => {
  const again = (name: Parameters<typeof sendAgain>[1], by: TestSeat, input: object, other: object) =>
    sendAgain(desk.house, name, { by, input: { ...input }, other: { ...other } })

  test('a draft, its proposal and the opinion on it are one each', async () => {
    const draft = { id: newId(), version: 0, ...desk.fields() }
    await again('saveOfferDraft', desk.one, draft, { price: '9' })
    const { id } = await desk.drafted()
    await again('proposeOffer', desk.one, { id, version: 1 }, { version: 2 })
    const { review } = await desk.proposed()
    const { seen } = await desk.open(review, desk.two)
    const opinion = { id: review, seen, opinion: 'approve', reason: 'terms_read' }
    await again('decideOfferReview', desk.two, opinion, { opinion: 'refuse', reason: 'not_now' })
  })

  test('a postponement is one', async () => {
    const offer = await desk.published()
    const { closes, draws, lists } = await desk.offerOf(offer)
    const later = { offer, closes: closes + HOUR, draws: draws + HOUR, lists }
    await again('proposePostponement', desk.one, later, { lists: lists + HOUR })
  })
})
