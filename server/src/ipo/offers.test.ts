import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { venueOf } from '@lonja/core/base/amount'
import type { Write } from '@lonja/core/base/contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { QUICKNET, roundAfter } from '@lonja/core/ipo/beacon.rules'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import {
  decideOfferReview,
  discardOfferDraft,
  listHouseOffers,
  listOfferDrafts,
  openOfferReview,
  proposeOffer,
  proposeOfferWithdrawal,
  proposePostponement,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { PRACTICE_OFFERS } from '@lonja/core/ipo/practice.rules'
import { readTerms, termsHash } from '@lonja/core/ipo/terms.text'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { offeredCompany } from '@lonja/core/universe/universe'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { freezeList, storeListRoot, storeWholeRoot } from './draws.actions.ts'
import { subscribe } from './ipo.testing.ts'
import { draftFields } from './offers.testing.ts'
import { releaseOffer } from './settling.actions.ts'

/*
 * Operations make an offer, withdraw it in public and postpone it: one seat proposes, another one approves exactly what it has
 * read.
 */

const OPENED = Date.parse('2026-11-18T10:00:00Z')

let house: TestHouse
let one: TestSeat
let two: TestSeat
let ana: TestCustomer
beforeAll(async () => {
  const market = testPractice({ hours: 'always', openedAt: OPENED, chains: [{ secret: Buffer.alloc(32, 9), links: 400 }] }) // prettier-ignore
  const drandRelays = ['https://one.example', 'https://two.example']
  house = await openTestHouse({ start: OPENED, market, drandRelays })
  ana = await house.customer()
}, 120_000)
afterAll(() => house.close())

/** Two seats of the first day, with sessions of now: sessions end in the days of a test. */
async function later(at = house.clock.now()): Promise<void> {
  house.clock.set(at)
  const seated = { roles: ['operations'], claimedAt: OPENED } as const
  ;[one, two] = [await house.seat(seated), await house.seat(seated)]
}
beforeEach(() => later())

const answered = ({ error }: CallAnswer): string => error ?? 'accepted'
const wrongAt = ({ error, fields }: CallAnswer) => [error, fields?.[0]?.field]
const ask = (call: Write, input: object, { token }: Pick<TestSeat, 'token'>) =>
  house.ask(call, input, call.key === 'header' ? { token, key: newId() } : { token })
const open = async (id: string, by: TestSeat) => (await ask(openOfferReview, { id }, by)).data
async function decide(id: string, by: TestSeat, opinion: 'approve' | 'refuse' = 'approve', reason = 'terms_read') {
  const { seen } = await open(id, by)
  return ask(decideOfferReview, { id, seen, opinion, reason: opinion === 'approve' ? reason : 'not_now' }, by)
}
/** The proposal was an approval: two people refuse it after they have disagreed. */
async function refused(review: string): Promise<void> {
  expect((await decide(review, two, 'refuse')).data.outcome).toBe('disagreed')
  expect((await decide(review, one, 'refuse')).data.outcome).toBe('needs_second')
  expect((await decide(review, two, 'refuse')).data).toMatchObject({ outcome: 'decided', state: 'refused' })
}
const now = () => house.clock.now()
let companies = 0
const fields = (change: object = {}) => draftFields(now(), { company: `Harbor Foods ${++companies}`, ...change })
async function drafted(change: object = {}): Promise<{ id: string; version: number }> {
  const answer = await ask(saveOfferDraft, { id: newId(), version: 0, ...fields(change) }, one)
  expect(answered(answer)).toBe('accepted')
  return answer.data
}
async function proposed(change: object = {}): Promise<{ offer: string; review: string }> {
  const { id } = await drafted(change)
  return (await ask(proposeOffer, { id, version: 1 }, one)).data
}
/** An offer that two people have published. */
async function published(change: object = {}): Promise<string> {
  const { offer, review } = await proposed(change)
  expect((await decide(review, two)).data).toMatchObject({ outcome: 'decided', state: 'approved' })
  return offer
}
const drafts = async (by = one) => (await house.ask(listOfferDrafts, {}, { token: by.token })).data
const offers = async () => (await house.ask(listHouseOffers, {}, { token: one.token })).data.rows
const offerOf = async (id: string) => (await offers()).find((row: { id: string }) => row.id === id)
const detail = async (id: string) =>
  (await house.ask(readOffer, { id }, { token: await signInAgain(house, ana), language: 'en' })).data
async function actsOf({ id }: TestSeat): Promise<string[]> {
  const admin = await house.seat({ roles: ['admin'] })
  return (await house.ask(listAudit, { seat: id }, { token: admin.token })).data.rows.map(({ act }: { act: string }) => act) // prettier-ignore
}

describe('a draft', () => {
  test('is stored, changed by the version that was seen, and thrown away', async () => {
    const { id, version } = await drafted()
    expect(version).toBe(1)
    expect(answered(await ask(saveOfferDraft, { id, version: 1, ...fields({ price: '9' }) }, two))).toBe('accepted')
    expect(answered(await ask(saveOfferDraft, { id, version: 1, ...fields() }, one))).toBe('draft_changed')
    expect(answered(await ask(saveOfferDraft, { id, version: 0, ...fields() }, one))).toBe('draft_changed')
    const row = (await drafts()).rows.find((draft: { id: string }) => draft.id === id)
    expect(row).toMatchObject({ version: 2, price: '9.00', changedBy: { number: two.number }, review: null })
    expect(answered(await ask(discardOfferDraft, { id }, one))).toBe('accepted')
    expect(answered(await ask(saveOfferDraft, { id, version: 2, ...fields() }, one))).toBe('unknown_draft')
    expect(answered(await ask(proposeOffer, { id, version: 2 }, one))).toBe('unknown_draft')
    expect((await drafts()).rows.some((draft: { id: string }) => draft.id === id)).toBe(false)
    expect(await actsOf(one)).toEqual(expect.arrayContaining(['offer_draft_saved', 'offer_draft_discarded']))
  })

  // prettier-ignore
  test.each<[string, () => object, string[]]>([
    ['a price out of range',            () => ({ price: '0.99' }),                       ['offer_price', 'price']],
    ['a name that promises',            () => ({ company: 'Renta sin riesgo' }),         ['promise_word', 'company']],
    ['a name of the market',            () => ({ company: house.market.instruments[0]!.name.toUpperCase() }), ['company_taken', 'company']],
    ['a name of an offer to come',      () => ({ company: offeredCompany(1_999).name }), ['company_taken', 'company']],
    ['opening now',                     () => ({ opens: now() }),                        ['offer_dates', 'opens']],
    ['a draw that is too early',        () => ({ draws: fields().closes + HOUR }),       ['draw_too_early', 'draws']],
    ['a listing before the delivery',   () => ({ lists: fields().draws }),               ['offer_dates', 'lists']],
    ['a date years ahead',              () => ({ lists: 8_640_000_000_000_000 }),        ['offer_too_far', 'lists']],
    ['dates behind the chain of seeds', () => ({ draws: now() + 600 * 24 * HOUR, lists: now() + 610 * 24 * HOUR }), ['seeds_end', 'closes']],
  ])('with %s is refused with the field to correct', async (_what, change, answer) => {
    expect(wrongAt(await ask(saveOfferDraft, { id: newId(), version: 0, ...fields(change()) }, one))).toEqual(answer)
  })
})

describe('terms', () => {
  test('are published by a second seat, exactly as it read them, and frozen by their hash', async () => {
    const { offer, review } = await proposed({ market: 'madrid', sector: 'energy', price: '12.50' })
    expect(answered(await house.ask(readOffer, { id: offer }, { token: ana.token }))).toBe('unknown_offer')
    expect(await open(review, one)).toMatchObject({ onlyLook: 'same_person', people: { approve: 2 } })
    const shown = await open(review, two)
    expect(shown).toMatchObject({
      what: 'publish',
      offer,
      proposedBy: { number: one.number },
      applications: 0,
      before: null,
    })
    const terms = readTerms(shown.terms)!
    expect([shown.termsHash, venueOf(terms.listing)]).toEqual([termsHash(terms), 'XMAD'])
    expect(shown.prospectus).toContain(`30 lots of 40 shares are offered at €12.50 a share`)
    expect(answered(await decide(review, one))).toBe('same_person')
    expect((await decide(review, two)).data).toMatchObject({ outcome: 'decided', state: 'approved' })
    const public_ = await detail(offer)
    expect(public_).toMatchObject({
      terms: shown.terms,
      termsHash: shown.termsHash,
      prospectus: shown.prospectus,
      state: 'not_started',
      sector: 'energy',
    })
    expect((await actsOf(two)).slice(0, 2)).toEqual(['offer_published', 'judged_offer'])
    expect((await drafts()).rows.some(({ company }: { company: string }) => company === terms.company)).toBe(false)
  })

  test('name the chain and the round after the draw where relays are set', async () => {
    const { beacon, draws } = readTerms((await detail(await published())).terms)!
    expect(beacon).toEqual({ kind: 'drand', chain: QUICKNET.hash, round: roundAfter(QUICKNET, draws) })
    expect((await drafts()).beacon).toBe('drand')
  })

  test('get the next listing of their market; a refused proposal gives its own back', async () => {
    const listingOf = async ({ review }: { review: string }): Promise<string> => (await open(review, two)).listing
    const [first, second] = [await proposed(), await proposed()]
    const [a, b] = [await listingOf(first), await listingOf(second)]
    expect(a).not.toBe(b)
    const numbers = Array.from({ length: 30 }, (_company, n) => offeredCompany(PRACTICE_OFFERS + n).listing)
    expect(numbers).toEqual(expect.arrayContaining([a, b]))
    await refused(first.review)
    const third = await proposed()
    expect(await listingOf(third)).toBe(a)
    await decide(second.review, two)
    await decide(third.review, two)
    expect((await offers()).map(({ listing }: { listing: string }) => listing)).toEqual(expect.arrayContaining([a, b]))
  })

  test('that wait are proposed once, their draft is not thrown away, and one that was changed needs its version', async () => {
    const { id } = await drafted()
    expect(answered(await ask(proposeOffer, { id, version: 2 }, one))).toBe('draft_changed')
    const { review } = (await ask(proposeOffer, { id, version: 1 }, one)).data
    expect(answered(await ask(proposeOffer, { id, version: 1 }, two))).toBe('offer_waits')
    expect(answered(await ask(discardOfferDraft, { id }, two))).toBe('offer_waits')
    expect((await drafts()).rows.find((draft: { id: string }) => draft.id === id)).toMatchObject({ review })
    // A change of the draft does not reach the terms that wait.
    const before = (await open(review, two)).terms
    await ask(saveOfferDraft, { id, version: 1, ...fields({ price: '20' }) }, one)
    expect((await open(review, two)).terms).toBe(before)
    await decide(review, two)
  })

  test('whose opening is over are not published any more', async () => {
    const { review } = await proposed({ opens: now() + MINUTE })
    house.clock.set(now() + MINUTE)
    expect(answered(await decide(review, two))).toBe('offer_dates')
    await refused(review)
  })

  test('that two seats approve at once are published once', async () => {
    const third = await house.seat({ roles: ['operations'] })
    const { offer, review } = await proposed()
    const answers = await Promise.all([decide(review, two), decide(review, third)])
    expect(answers.filter((answer) => answered(answer) === 'accepted')).toHaveLength(1)
    expect((await offers()).filter(({ id }: { id: string }) => id === offer)).toHaveLength(1)
  })
})

const opened = async (): Promise<string> => {
  const offer = await published({ market: 'madrid' })
  await later((await offerOf(offer)).opens)
  return offer
}
const withdrawn = async (offer: string) => {
  const { review } = (await ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, one)).data
  return review as string
}
const tokenOf = (who: TestCustomer) => signInAgain(house, who)
const parts = () => ({ db: house.db, clock: house.clock, events: house.events })

describe('an offer is withdrawn in public', () => {
  test('by two people: everything is released in one posting for each application, and its reason is public', async () => {
    const offer = await opened()
    expect((await subscribe(house, { token: await tokenOf(ana) }, offer)).status).toBe(200)
    const { hold } = (await detail(offer)).application
    const review = await withdrawn(offer)
    expect(await open(review, two)).toMatchObject({ what: 'withdraw', reason: 'terms_mistaken', applications: 1 })
    expect(answered(await ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, two))).toBe('offer_waits')
    expect((await decide(review, two, 'approve', 'withdrawal_needed')).data).toMatchObject({ outcome: 'decided' })
    expect(await offerOf(offer)).toMatchObject({ state: 'cancelled', withdrawal: { reason: 'terms_mistaken' }, canWithdraw: false, canPostpone: false }) // prettier-ignore
    expect(answered(await subscribe(house, { token: await tokenOf(await house.customer()) }, offer))).toBe(
      'offer_closed',
    )

    // Two servers release at once.
    await Promise.all([releaseOffer(parts(), offer), releaseOffer(parts(), offer)])
    const { application, money, state, withdrawal } = await detail(offer)
    expect([state, application.state, withdrawal.reason]).toEqual(['cancelled', 'refused', 'terms_mistaken'])
    expect(money.map(({ kind }: { kind: string }) => kind)).toEqual(['hold', 'release'])
    expect(new Set(money.map(({ posting }: { posting: number }) => posting)).size).toBe(2)
    expect(money[1]).toMatchObject({ free: { units: hold.amount }, held: { units: `-${hold.amount}` } })
    const { data } = (await house.ask(listNotices, {}, { token: await tokenOf(ana), language: 'en' })).data
    const told = data.filter(({ code }: { code: string }) => code === 'application_released')
    expect(told).toMatchObject([{ title: expect.stringContaining('Offer withdrawn') }])
    await releaseOffer(parts(), offer)
    expect((await detail(offer)).money).toHaveLength(2)
  })

  test('not once the whole root is there, also if it was proposed before', async () => {
    const offer = await published({ crowd: false })
    const review = await withdrawn(offer)
    const { closes } = await offerOf(offer)
    await later(closes + 2 * MINUTE)
    const terms = readTerms((await detail(offer)).terms)!
    const draw = { ...parts(), chain: QUICKNET, fetchRound: () => Promise.reject(new Error('no round is due')) }
    await freezeList(draw, terms)
    expect((await offerOf(offer)).canWithdraw).toBe(false) // It waits already.
    await storeListRoot(draw, terms)
    expect(await storeWholeRoot(draw, terms)).toBe(true)
    expect(answered(await decide(review, two, 'approve', 'withdrawal_needed'))).toBe('offer_over')
    await refused(review)
    expect(answered(await ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, one))).toBe('offer_over')
    expect((await offerOf(offer)).state).toBe('ended')
  })
})

describe('an offer is postponed', () => {
  test('by two people, later only, and everybody sees both dates', async () => {
    const offer = await opened()
    const before = await offerOf(offer)
    const dates = { closes: before.closes + HOUR, draws: before.draws + HOUR, lists: before.lists }
    expect(wrongAt(await ask(proposePostponement, { offer, ...dates, closes: before.closes - 1 }, one))).toEqual(['only_later', 'closes']) // prettier-ignore
    const { review } = (await ask(proposePostponement, { offer, ...dates }, one)).data
    expect(await open(review, two)).toMatchObject({ what: 'postpone', before: { closes: before.closes, draws: before.draws, lists: before.lists }, after: dates }) // prettier-ignore
    expect(answered(await ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, two))).toBe('offer_waits')
    expect((await decide(review, two, 'approve', 'delay_needed')).data).toMatchObject({ outcome: 'decided' })
    const after = await detail(offer)
    expect(after).toMatchObject(dates)
    expect(after.postponements).toMatchObject([
      { before: { closes: before.closes, draws: before.draws }, after: dates, termsHash: before.termsHash },
    ])
    const terms = readTerms(after.terms)!
    expect(after.termsHash).toBe(termsHash(terms))
    expect(terms.beacon).toMatchObject({ round: roundAfter(QUICKNET, dates.draws) })
  })

  test('not after its deadline, also if it was proposed before', async () => {
    const offer = await published()
    const { closes, draws, lists } = await offerOf(offer)
    const { review } = (await ask(proposePostponement, { offer, closes: closes + 1, draws: draws + 1, lists }, one))
      .data
    await later(closes + 1)
    expect(answered(await decide(review, two, 'approve', 'delay_needed'))).toBe('offer_frozen')
    await refused(review)
    expect(answered(await ask(proposePostponement, { offer, closes: closes + 1, draws: draws + 1, lists }, one))).toBe('offer_frozen') // prettier-ignore
  })
})

describe('nobody can touch applications, order, seed, beacon or result', () => {
  // prettier-ignore
  test.each([
    'update ipo_results set place = 1', 'delete from ipo_results', 'update ipo_beacons set seed = seed', 'delete from ipo_beacons',
    'update ipo_roots set root = root', 'update ipo_lists set root = root', 'delete from ipo_freezes', 'update ipo_draws set file = file',
    'delete from ipo_applications', 'update ipo_applications set ticket = ticket', 'update ipo_applications set customer = customer',
    'update ipo_applications set made_at = 1', 'update ipo_allotments set shares = shares', 'update ipo_proposals set terms = terms',
    'delete from ipo_proposals', 'update ipo_house_offers set number = number', 'update ipo_withdrawals set reason = reason',
    'update ipo_postponements set terms = terms', 'delete from ipo_postponements', 'update ipo_offers set opens_at = opens_at', 'delete from ipo_offers',
  ])('%s', async (statement) => {
    const touch = sql(`touch_${statement.replaceAll(/\W+/g, '_')}`.slice(0, 60), statement)
    await expect(house.db.write((tx) => tx.run(touch))).rejects.toThrow(/permission denied|can only be updated to DEFAULT/)
  })

  // prettier-ignore
  test.each<[string, string, RegExp]>([
    ['an earlier date',          'closes_at = closes_at - 1',                                                                  /comes later, never earlier/],
    ['another price',            "terms = regexp_replace(terms, 'price [0-9.]+', 'price 1.00')",                              /nothing but dates/],
    ['another chain',            "terms = regexp_replace(terms, 'beacon drand 52', 'beacon drand 53')",                       /nothing but dates/],
    ['a date without its notice', "terms = regexp_replace(terms, 'lists 20', 'lists 21')",                                    /public with those before/],
  ])('%s', async (_what, change, fault) => {
    const offer = await published()
    const touch = sql(`postpone_${_what.replaceAll(' ', '_')}`, `update ipo_offers set ${change} where id = $1`)
    await expect(house.db.write((tx) => tx.run(touch, [offer]))).rejects.toThrow(fault)
  })
})

test('what waits is in the queue of operations, and an auditor only reads it', async () => {
  const { review } = await proposed()
  const rows = (await house.ask(listQueue, { kind: 'offer' }, { token: two.token })).data.rows
  expect(rows.find(({ id }: { id: string }) => id === review)).toMatchObject({ kind: 'offer', customer: null, amount: null, number: expect.stringMatching(/^O-/) }) // prettier-ignore
  const auditor = await house.seat({ roles: ['auditor'] })
  expect(await open(review, auditor)).toMatchObject({ onlyLook: 'role_reads' })
  expect(answered(await decide(review, auditor))).toBe('not_your_role')
})
