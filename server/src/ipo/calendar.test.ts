import { afterAll, beforeAll, expect, test } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { roundAfter, roundFor, roundTime } from '@lonja/core/ipo/beacon.rules'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { CHECKED_TEST_CHAIN, TEST_CHAIN } from '@lonja/core/ipo/draw.testing'
import { readTerms, termsHash, termsText, type Terms } from '@lonja/core/ipo/terms.text'
import { readInstrument } from '@lonja/core/market/market.contract'
import { checkPrice, proofFrom } from '@lonja/core/proof/price.proof'
import { readAbout } from '@lonja/core/proof/proof.contract'
import * as z from 'zod/mini'
import { openLog } from '../base/log.ts'
import { openDb, sql } from '../database/db.ts'
import { revealSeeds } from '../market/market.jobs.ts'
import { openPast } from '../market/market.past.ts'
import { TEST_SECRET } from '../market/market.practice.testing.ts'
import { signInAgain } from '../testing/house.ts'
import { checkDraws } from './draws.verify.ts'
import { offersInRounds } from './ipo.jobs.ts'
import { listOffered } from './listing.actions.ts'
import { openDesk, type Desk } from '../testing/desk.ts'
import { fetchRound } from './relays.actions.ts'
import { TRUE, openRelay, type TestRelay } from './relays.testing.ts'
import { subscribe } from './ipo.testing.ts'

/*
 * The whole way of an offer that operations made with a round of drand, from a relay that comes late, and what the calendar of the
 * console says of each step.
 */

let desk: Desk
let relay: TestRelay
let round: () => Promise<void>
let terms: Terms
beforeAll(async () => {
  desk = await openDesk()
  relay = await openRelay()
  const { db, clock, events } = desk.house
  const { opening, takeListings } = desk.opened
  const { openingDay, historySeed } = opening.practice!
  const relays = { chain: TEST_CHAIN, addresses: [relay.address], outside: { alsoAllow: () => true } }
  const house = { openingDay, hours: opening.hours, chain: TEST_CHAIN }
  const parts = { db, clock, events, historySeed, house, chain: TEST_CHAIN, fetchRound: (n: number) => fetchRound(relays, n), takeListings: takeListings! } // prettier-ignore
  round = offersInRounds(parts, openLog('silent'))
  const offer = await desk.published({ market: 'madrid', crowd: false })
  terms = readTerms((await desk.detail(offer)).terms)!
  terms = await withTestChain(terms)
}, 120_000)
afterAll(async () => {
  relay.close()
  await desk.house.close()
})

/** Puts the chain of tests into published terms: nobody in a test can sign for the one of the house. */
async function withTestChain(published: Terms): Promise<Terms> {
  const beacon = { kind: 'drand', chain: TEST_CHAIN.hash, round: roundAfter(TEST_CHAIN, published.draws) } as const
  const changed = { ...published, beacon }
  const update = sql(
    'test_chain_in_terms',
    `update ipo_offers set terms = $2, terms_hash = decode($3, 'hex') where id = $1`,
  )
  const owner = openDb(desk.house.ownerUrl, { max: 1 })
  await owner.write(async (tx) => {
    await tx.run(sql('test_no_triggers', 'alter table ipo_offers disable trigger an_offer_is_only_postponed'))
    await tx.run(update, [changed.offer, termsText(changed), termsHash(changed)])
    await tx.run(sql('test_chain_in_proposal', 'update ipo_proposals set terms = $2 where offer = $1'), [changed.offer, termsText(changed)]) // prettier-ignore
    await tx.run(sql('test_triggers', 'alter table ipo_offers enable trigger an_offer_is_only_postponed'))
  })
  await owner.close()
  return changed
}

async function roundAt(at: Instant): Promise<void> {
  await desk.later(at)
  await revealSeeds(desk.house.db, desk.opened.seeds!, at)
  await round()
}

/** The market as it was, from what the database keeps. */
async function openedPast() {
  const past = await openPast({
    db: desk.house.db,
    config: { replay: null },
    secret: TEST_SECRET,
    offered: listOffered,
  })
  assert(past !== null, 'the house has opened')
  return past
}

interface Step {
  step: string
  state: string
  fault: string | null
  offer: string
  dueAt: number
  round: number | null
  voidRound: number | null
  relays: { relay: string; fault: string }[]
}
async function calendar(day?: string): Promise<Step[]> {
  const { rows } = (await desk.house.ask(readOfferCalendar, day ? { day } : {}, { token: desk.one.token })).data
  return rows.filter(({ offer }: Step) => offer === terms.offer)
}
const stepOf = async (step: string) => (await calendar()).find((row) => row.step === step)

test('a step is late once its rounds do not make it, and says what helps', async () => {
  const { ana, house } = desk
  await desk.later(terms.opens)
  expect(await stepOf('opening')).toMatchObject({ state: 'done', fault: null })
  expect((await subscribe(house, { token: await signInAgain(house, ana) }, terms.offer)).status).toBe(200)
  await desk.later(terms.closes + 10 * MINUTE)
  expect(await stepOf('freeze')).toMatchObject({ state: 'late', fault: 'round_missing' })
  expect(await stepOf('root')).toMatchObject({ state: 'late', fault: 'before' })
})

test('a root that is public less than 60 seconds before its round makes it void; the calendar names both rounds', async () => {
  const announced = terms.beacon.kind === 'drand' ? terms.beacon.round : 0
  const published = roundTime(TEST_CHAIN, announced) - MINUTE + 1
  await roundAt(published)
  const counts = roundFor(TEST_CHAIN, announced, published)
  const noon = (Math.floor(roundTime(TEST_CHAIN, announced) / DAY_MS) + 1) * DAY_MS + 12 * HOUR
  expect(counts).toBe(roundAfter(TEST_CHAIN, noon))
  const day = new Date(noon).toISOString().slice(0, 10)
  const beacon = (await calendar(day)).find(({ step }) => step === 'beacon')
  expect(beacon).toMatchObject({
    state: 'due',
    round: counts,
    voidRound: announced,
    dueAt: roundTime(TEST_CHAIN, counts),
  })
  // The announced round comes out, and does not count.
  await roundAt(roundTime(TEST_CHAIN, announced))
  expect(relay.requests).toEqual([])
})

test('a late round waits, says which relay has the fault, and is taken when it comes', async () => {
  const announced = terms.beacon.kind === 'drand' ? terms.beacon.round : 0
  const counts = roundFor(TEST_CHAIN, announced, roundTime(TEST_CHAIN, announced) - MINUTE + 1)
  relay.answers = () => ({ status: 503, body: '' })
  await roundAt(roundTime(TEST_CHAIN, counts) + 10 * MINUTE)
  expect(relay.requests.map(({ path }) => path)).toEqual([`/${TEST_CHAIN.hash}/public/${counts}`])
  const waits = await stepOf('beacon')
  expect(waits).toMatchObject({ state: 'late', fault: 'relays', relays: [{ relay: relay.address }] })
  expect(waits?.relays[0]?.fault).toMatch(/503/)
  relay.answers = TRUE
  await roundAt(desk.now() + MINUTE)
  for (const step of ['beacon', 'draw', 'settlement'])
    expect(await stepOf(step)).toMatchObject({ state: 'done', fault: null })
  expect(await checkDraws(desk.house.db, CHECKED_TEST_CHAIN)).toMatchObject({ checked: 1, breaches: [] })
})

test('the company comes to the market under its own name, and trades from its listing on around its price', async () => {
  // On the next day the notices are still not sent.
  await desk.later(Math.max(terms.lists, desk.now()) + DAY_MS + 3 * HOUR)
  expect(await stepOf('notices')).toMatchObject({ state: 'late', fault: 'round_missing' })
  await roundAt(desk.now())
  for (const step of ['delivery', 'listing']) {
    const row = (await calendar(new Date(step === 'delivery' ? terms.delivers : terms.lists + HOUR).toISOString().slice(0, 10))).find((each) => each.step === step) // prettier-ignore
    expect(row).toMatchObject({ state: 'done' })
  }
  expect(await stepOf('notices')).toMatchObject({ dueAt: terms.lists, doneAt: desk.now(), state: 'done' })
  const owner = openDb(desk.house.ownerUrl, { max: 1 })
  await owner.write((tx) => tx.run(sql('test_no_trading_notices', 'update ipo_trading_sent set sent_at = null')))
  await owner.close()
  const onListing = (await calendar(new Date(terms.lists + HOUR).toISOString().slice(0, 10))).map(({ step }) => step)
  expect(onListing).toContain('listing')
  expect(onListing).not.toContain('notices')
  const token = await signInAgain(desk.house, desk.ana)
  const shown = (await desk.house.ask(readInstrument, { listing: terms.listing }, { token, language: 'en' })).data
  expect(shown).toMatchObject({ name: terms.company, sector: terms.sector })
  const { market, application } = await desk.detail(terms.offer)
  expect(application.state).toBe('won')
  expect(Number(market)).toBeGreaterThan(8.5 * 0.7)
  expect(Number(market)).toBeLessThan(8.5 * 1.4)

  // Anybody works its price out again from what the house publishes.
  const at = terms.lists + 90 * MINUTE
  await roundAt(terms.lists + 3 * DAY_MS)
  const proof = proofFrom(z.decode(readAbout.reply, (await desk.house.ask(readAbout)).data))!
  const check = checkPrice(proof, terms.listing, at)
  const { bid } = (await openedPast()).quoteAt(terms.listing, at)!
  expect(check).toMatchObject({ result: 'computed', quote: { bid } })
  expect(checkPrice({ ...proof, houseOffers: [] }, terms.listing, at)).toEqual({ result: 'unknown_listing' })
})
