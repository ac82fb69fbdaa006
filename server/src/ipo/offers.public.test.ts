import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { QUICKNET, roundAfter } from '@lonja/core/ipo/beacon.rules'
import { proposeOfferWithdrawal, proposePostponement } from '@lonja/core/ipo/offers.staff.contract'
import { readTerms, termsHash } from '@lonja/core/ipo/terms.text'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { sql } from '../database/db.ts'
import { signInAgain, type TestCustomer } from '../testing/house.ts'
import { freezeList, storeListRoot, storeWholeRoot } from './draws.actions.ts'
import { subscribe } from './ipo.testing.ts'
import { answered, openDesk, wrongAt, type Desk } from '../testing/desk.ts'
import { settleOffer } from './settling.actions.ts'

/*
 * Acts of the house on an offer in public: two people withdraw it, or give it later dates. Nobody touches its applications, its
 * order, a seed, the beacon or the result.
 */

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk.house.close())
beforeEach(() => desk.later())

const opened = async (): Promise<string> => {
  const offer = await desk.published({ market: 'madrid' })
  await desk.later((await desk.offerOf(offer)).opens)
  return offer
}
const withdrawn = async (offer: string) => {
  const { review } = (await desk.ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, desk.one)).data
  return review as string
}
const tokenOf = (who: TestCustomer) => signInAgain(desk.house, who)
const parts = () => ({ db: desk.house.db, clock: desk.house.clock, events: desk.house.events })

describe('an offer is withdrawn in public', () => {
  test('by two people: everything is released in one posting for each application, and its reason is public', async () => {
    const offer = await opened()
    expect((await subscribe(desk.house, { token: await tokenOf(desk.ana) }, offer)).status).toBe(200)
    const { hold } = (await desk.detail(offer)).application
    const review = await withdrawn(offer)
    expect(await desk.open(review, desk.two)).toMatchObject({
      what: 'withdraw',
      reason: 'terms_mistaken',
      applications: 1,
    })
    expect(answered(await desk.ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, desk.two))).toBe(
      'offer_waits',
    )
    expect((await desk.decide(review, desk.two, 'approve', 'withdrawal_needed')).data).toMatchObject({
      outcome: 'decided',
    })
    expect(await desk.offerOf(offer)).toMatchObject({ state: 'cancelled', withdrawal: { reason: 'terms_mistaken' }, canWithdraw: false, canPostpone: false }) // prettier-ignore
    expect(answered(await subscribe(desk.house, { token: await tokenOf(await desk.house.customer()) }, offer))).toBe(
      'offer_closed',
    )

    // Two servers release at once.
    await Promise.all([settleOffer(parts(), offer), settleOffer(parts(), offer)])
    const { application, money, state, withdrawal } = await desk.detail(offer)
    expect([state, application.state, withdrawal.reason]).toEqual(['cancelled', 'refused', 'terms_mistaken'])
    expect(money.map(({ kind }: { kind: string }) => kind)).toEqual(['hold', 'release'])
    expect(new Set(money.map(({ posting }: { posting: number }) => posting)).size).toBe(2)
    expect(money[1]).toMatchObject({ free: { units: hold.amount }, held: { units: `-${hold.amount}` } })
    const { data } = (await desk.house.ask(listNotices, {}, { token: await tokenOf(desk.ana), language: 'en' })).data
    const notices = data.filter(({ code }: { code: string }) => code === 'application_released')
    expect(notices).toMatchObject([{ title: expect.stringContaining('Offer withdrawn') }])
    await settleOffer(parts(), offer)
    expect((await desk.detail(offer)).money).toHaveLength(2)
  })

  test('not once the whole root is there, also if it was proposed before', async () => {
    const offer = await desk.published({ crowd: false })
    const review = await withdrawn(offer)
    const { closes } = await desk.offerOf(offer)
    await desk.later(closes + 2 * MINUTE)
    const terms = readTerms((await desk.detail(offer)).terms)!
    const draw = { ...parts(), chain: QUICKNET, fetchRound: () => Promise.reject(new Error('no round is due')) }
    await freezeList(draw, terms)
    expect((await desk.offerOf(offer)).canWithdraw).toBe(false) // It waits already.
    await storeListRoot(draw, terms)
    expect(await storeWholeRoot(draw, terms)).toBe(true)
    expect(answered(await desk.decide(review, desk.two, 'approve', 'withdrawal_needed'))).toBe('offer_over')
    await desk.refuse(review)
    expect(answered(await desk.ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, desk.one))).toBe(
      'offer_over',
    )
    expect((await desk.offerOf(offer)).state).toBe('ended')
  })
})

describe('an offer is postponed', () => {
  test('by two people, later only, and everybody sees both dates', async () => {
    const offer = await opened()
    const before = await desk.offerOf(offer)
    const dates = { closes: before.closes + HOUR, draws: before.draws + HOUR, lists: before.lists }
    expect(wrongAt(await desk.ask(proposePostponement, { offer, ...dates, closes: before.closes - 1 }, desk.one))).toEqual(['only_later', 'closes']) // prettier-ignore
    const { review } = (await desk.ask(proposePostponement, { offer, ...dates }, desk.one)).data
    const shown = await desk.open(review, desk.two)
    expect([shown.what, readTerms(shown.terms)]).toMatchObject(['postpone', dates])
    expect(readTerms(shown.termsBefore)).toMatchObject({ closes: before.closes, draws: before.draws, lists: before.lists }) // prettier-ignore
    expect(answered(await desk.ask(proposeOfferWithdrawal, { offer, reason: 'terms_mistaken' }, desk.two))).toBe(
      'offer_waits',
    )
    expect((await desk.decide(review, desk.two, 'approve', 'delay_needed')).data).toMatchObject({ outcome: 'decided' })
    const after = await desk.detail(offer)
    expect(after).toMatchObject(dates)
    expect(after.postponements).toMatchObject([
      { before: { closes: before.closes, draws: before.draws }, after: dates, termsHash: before.termsHash },
    ])
    const terms = readTerms(after.terms)!
    expect(after.termsHash).toBe(termsHash(terms))
    expect(terms.beacon).toMatchObject({ round: roundAfter(QUICKNET, dates.draws) })
  })

  test('not after its deadline, also if it was proposed before', async () => {
    const offer = await desk.published()
    const { closes, draws, lists } = await desk.offerOf(offer)
    const { review } = (
      await desk.ask(proposePostponement, { offer, closes: closes + 1, draws: draws + 1, lists }, desk.one)
    ).data
    await desk.later(closes + 1)
    expect(answered(await desk.decide(review, desk.two, 'approve', 'delay_needed'))).toBe('offer_frozen')
    await desk.refuse(review)
    expect(answered(await desk.ask(proposePostponement, { offer, closes: closes + 1, draws: draws + 1, lists }, desk.one))).toBe('offer_frozen') // prettier-ignore
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
    await expect(desk.house.db.write((tx) => tx.run(touch))).rejects.toThrow(/permission denied|can only be updated to DEFAULT/)
  })

  // prettier-ignore
  test.each<[string, string, RegExp]>([
    ['an earlier date',          'closes_at = closes_at - 1',                                                                  /comes later, never earlier/],
    ['another price',            "terms = regexp_replace(terms, 'price [0-9.]+', 'price 1.00')",                              /nothing but dates/],
    ['another chain',            "terms = regexp_replace(terms, 'beacon drand 52', 'beacon drand 53')",                       /nothing but dates/],
    ['a date without its notice', "terms = regexp_replace(terms, 'lists 20', 'lists 21')",                                    /public with those before/],
  ])('%s', async (_what, change, fault) => {
    const offer = await desk.published()
    const touch = sql(`postpone_${_what.replaceAll(' ', '_')}`, `update ipo_offers set ${change} where id = $1`)
    await expect(desk.house.db.write((tx) => tx.run(touch, [offer]))).rejects.toThrow(fault)
  })
})
