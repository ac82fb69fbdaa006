import { assert } from '@lonja/core/base/assert'
import type { Write } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import {
  decideOfferReview,
  listHouseOffers,
  listOfferDrafts,
  openOfferReview,
  proposeOffer,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { newId } from '../base/ids.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from './ask.ts'
import { openTestHouse, signInAgain } from './house.ts'
import { draftFields } from '../ipo/drafts.testing.ts'
import { listOffered } from '../ipo/listing.actions.ts'

/** A day on which the tests of operations open their house. */
export const OPENED = Date.parse('2026-11-18T10:00:00Z')
export const RELAYS = ['https://one.example', 'https://two.example']

/** A practice house with two seats of operations, a customer, and the calls by which offers are made. */
export async function openDesk() {
  const market = testPractice({ hours: 'always', openedAt: OPENED, offered: listOffered, chains: [{ secret: Buffer.alloc(32, 9), links: 400 }] }) // prettier-ignore
  let opened: OpenedMarket | null = null
  const house = await openTestHouse({ start: OPENED, market: async (db, clock) => (opened = await market(db, clock)), drandRelays: RELAYS }) // prettier-ignore
  assert(opened !== null, 'the house has its market')
  const ana = await house.customer()
  const seated = { roles: ['operations'], claimedAt: OPENED } as const
  let [one, two] = [await house.seat(seated), await house.seat(seated)]
  let companies = 0
  const now = () => house.clock.now()
  const fields = (change: object = {}) => draftFields(now(), { company: `Harbor Foods ${++companies}`, ...change })
  const ask = (call: Write, input: object, { token }: Pick<TestSeat, 'token'>) =>
    house.ask(call, input, call.key === 'header' ? { token, key: newId() } : { token })
  const open = async (id: string, by: TestSeat) => (await ask(openOfferReview, { id }, by)).data
  const decide = async (id: string, by: TestSeat, opinion: 'approve' | 'refuse' = 'approve', why = 'terms_read') => {
    const { seen } = await open(id, by)
    return ask(decideOfferReview, { id, seen, opinion, reason: opinion === 'approve' ? why : 'not_now' }, by)
  }
  const drafted = async (change: object = {}): Promise<{ id: string; version: number }> => {
    const answer = await ask(saveOfferDraft, { id: newId(), version: 0, ...fields(change) }, one)
    assert(answer.status === 200, `a draft is stored: ${answer.error}`)
    return answer.data
  }
  const proposed = async (change: object = {}): Promise<{ offer: string; review: string }> => {
    const { id } = await drafted(change)
    return (await ask(proposeOffer, { id, version: 1 }, one)).data
  }
  const offers = async () => (await house.ask(listHouseOffers, {}, { token: one.token })).data.rows
  return {
    house,
    opened: opened as OpenedMarket,
    ana,
    get one(): TestSeat {
      return one
    },
    get two(): TestSeat {
      return two
    },
    /** Moves the clock. Seats and customers have sessions of then: sessions end in the days of a test. */
    later: async (at: Instant = now()): Promise<void> => {
      house.clock.set(at)
      ;[one, two] = [await house.seat(seated), await house.seat(seated)]
    },
    now,
    fields,
    ask,
    open,
    decide,
    /** The proposal was an approval: two people refuse it after they have disagreed. */
    refuse: async (review: string): Promise<string[]> => {
      const outcomes: string[] = []
      for (const seat of [two, one, two]) outcomes.push((await decide(review, seat, 'refuse')).data.outcome)
      return outcomes
    },
    drafted,
    proposed,
    /** An offer that two people have published. */
    published: async (change: object = {}): Promise<string> => {
      const { offer, review } = await proposed(change)
      const { data } = await decide(review, two)
      assert(data?.state === 'approved', 'a second person publishes the terms')
      return offer
    },
    drafts: async () => (await house.ask(listOfferDrafts, {}, { token: one.token })).data,
    offers,
    offerOf: async (id: string) => (await offers()).find((row: { id: string }) => row.id === id),
    detail: async (id: string) =>
      (await house.ask(readOffer, { id }, { token: await signInAgain(house, ana), language: 'en' })).data,
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The refusal of an answer, or `accepted`. */
export const answered = ({ error }: CallAnswer): string => error ?? 'accepted'
/** The refusal with the field at fault. */
export const wrongAt = ({ error, fields }: CallAnswer) => [error, fields?.[0]?.field]
