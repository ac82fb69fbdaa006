import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { listApplications } from '@lonja/core/applications/applications.contract'
import { roundAfter, roundTime } from '@lonja/core/ipo/beacon.rules'
import { crowdFor } from '@lonja/core/ipo/crowd.rules'
import { checkDraw } from '@lonja/core/ipo/draw.check'
import { CHECKED_TEST_CHAIN, TERMS, TEST_CHAIN, seedOn, signRound } from '@lonja/core/ipo/draw.testing'
import {
  OFFER_STATES,
  listOffers,
  listOwnApplications,
  readDraw,
  readOffer,
  withdrawApplication,
} from '@lonja/core/ipo/ipo.contract'
import { stateFor } from '@lonja/core/ipo/ipo.rules'
import { prospectusText } from '@lonja/core/ipo/prospectus.text'
import { termsHash, termsText, type Terms } from '@lonja/core/ipo/terms.text'
import { newId } from '../base/ids.ts'
import { openDb } from '../database/db.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import { insertRevealed } from '../market/market.store.ts'
import { smallMarket } from '../news/news.testing.ts'
import { START } from '../orders/orders.testing.ts'
import { testDatabase } from '../testing/database.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { advanceDraw, type DrawParts } from './draws.actions.ts'
import { insertFreeze, insertList, insertPublication, insertWholeRoot } from './draws.store.ts'
import { updateOfferCancelled } from './ipo.store.ts'
import { drawAtOnce, offered, openOffer, subscribe } from './ipo.testing.ts'
import { insertProspectus } from './practice.store.ts'
import { listOfferViews } from './reading.store.ts'
import { storeDraw } from './results.actions.ts'

describe('the offers of a state', () => {
  const { opens, closes, lists } = TERMS

  test('are those that the rule gives it, at each side of each of its lines', async () => {
    const database = await testDatabase()
    const db = openDb(database.url, { max: 4 })
    const [open, drawn, cancelled] = [await offered(db), await offered(db), await offered(db)]
    await drawAtOnce(db, drawn.offer, [])
    await db.write((tx) => updateOfferCancelled(tx, cancelled.offer, opens))
    const seen = new Set<string>()
    for (const now of [opens - 1, opens, closes, closes + 1, lists - 1, lists]) {
      for (const state of OFFER_STATES) {
        const rows = await db.read((tx) => listOfferViews(tx, { state, now, behind: null }, 10))
        const expected = [open, drawn, cancelled].filter((terms) => {
          const facts = { now, isCancelled: terms === cancelled, isDrawn: terms === drawn }
          return stateFor(terms, facts) === state
        })
        expect([now, state, rows.map(({ terms }) => terms.offer).toSorted()]).toEqual([now, state, expected.map(({ offer }) => offer).toSorted()]) // prettier-ignore
        if (rows.length > 0) seen.add(state)
      }
    }
    expect([...seen].toSorted()).toEqual([...OFFER_STATES].toSorted())
    await db.close()
    await database.drop()
  })
})

describe('through the door', () => {
  let house: TestHouse
  let ana: TestCustomer
  beforeAll(async () => {
    house = await openTestHouse()
    ana = await house.customer()
  })
  afterAll(() => house.close())

  const list = async (input: object = {}) => (await house.ask(listOffers, input, { token: ana.token })).data
  const detail = async ({ offer }: Terms) => (await house.ask(readOffer, { id: offer }, { token: ana.token })).data

  test('an offer has every field of the spec, and none of the market before its listing', async () => {
    const terms = await offered(house.db, { price: TERMS.price })
    await subscribe(house, ana, terms.offer, { wish: { lots: '3' } })
    await subscribe(house, await house.customer(), terms.offer, { wish: { lots: '4' } })
    const row = {
      id: terms.offer,
      company: 'Marisma Acuicultura',
      sector: 'staples',
      listing: 'XMAD:MRA',
      venue: 'XMAD',
      currency: 'EUR',
      state: 'subscribing',
      price: '12.40',
      lot: '50',
      lots: '40',
      most: '20',
      shares: '2000',
      subscribed: '350',
      customersLots: '7',
      crowdLots: null,
      opens: TERMS.opens,
      closes: TERMS.closes,
      draws: TERMS.draws,
      delivers: TERMS.delivers,
      lists: TERMS.lists,
      drawnAt: null,
      market: null,
      difference: null,
      returnBps: null,
    }
    expect((await list()).rows).toContainEqual(row)
    const { application, money, ...reply } = await detail(terms)
    expect([application.lots, money.length]).toEqual(['3', 1])
    const { beacon } = terms
    expect(reply).toEqual({
      ...row,
      termsHash: termsHash(terms),
      terms: termsText(terms),
      prospectus: null,
      beacon,
      crowd: true,
      customersRoot: null,
      root: null,
      rootAt: null,
      withdrawal: null,
      postponements: [],
    })
    expect((await house.ask(readOffer, { id: newId() }, { token: ana.token })).error).toBe('unknown_offer')
  })

  test('its company has its name in the language of the reader, in each list; the frozen terms stay as they are', async () => {
    const prospectus = prospectusText({
      name: 'Marisma Acuicultura',
      names: { cn: '海泽水产', tw: '海澤水產' },
      profile: {},
    })
    const hash = createHash('sha256').update(prospectus).digest('hex')
    await house.db.write((tx) => insertProspectus(tx, hash, prospectus))
    const terms = await offered(house.db, { prospectus: hash })
    await subscribe(house, ana, terms.offer, { wish: { lots: '1' } })
    const namesIn = async (language: string) => {
      const how = { token: ana.token, language }
      const one = (await house.ask(readOffer, { id: terms.offer }, how)).data
      const lists = [listOffers, listOwnApplications, listApplications] as const
      const rows = await Promise.all(lists.map(async (call) => (await house.ask(call, {}, how)).data.rows))
      const own = rows.map((list: { id: string; offer?: string; company: string }[]) =>
        list.find(({ id, offer = id }) => offer === terms.offer),
      )
      expect([one.terms, one.termsHash]).toEqual([termsText(terms), termsHash(terms)])
      return [...new Set([one.company, ...own.map((row) => row?.company)])]
    }
    expect(await namesIn('cn')).toEqual(['海泽水产'])
    expect(await namesIn('tw')).toEqual(['海澤水產'])
    for (const language of ['tur', 'en', 'fr']) expect(await namesIn(language)).toEqual(['Marisma Acuicultura'])
  })

  test('its whole root is shown once it counts as public, and not while it is only stored', async () => {
    const terms = await openOffer(house.db, house.clock.now())
    const root = { leaves: 1, hash: new Uint8Array(32).fill(7) }
    const hash = '07'.repeat(32)
    await house.db.write(async (tx) => {
      await insertFreeze(tx, terms.offer, START)
      await insertList(tx, terms.offer, root, START)
      await insertWholeRoot(tx, terms.offer, root, null, START)
    })
    expect(await detail(terms)).toMatchObject({ customersRoot: hash, root: null, rootAt: null })
    await house.db.write((tx) => insertPublication(tx, terms.offer, START + 1))
    expect(await detail(terms)).toMatchObject({ customersRoot: hash, root: hash, rootAt: START + 1 })
  })

  test('the list comes page by page, and a cursor that nobody gave begins at the first', async () => {
    const offers = [await openOffer(house.db, START + 3), await openOffer(house.db, START + 2), await openOffer(house.db, START + 1)] // prettier-ignore
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { rows: { id: string }[]; cursor: string | null } = await list({ limit: '1', ...(cursor ? { cursor } : {}) }) // prettier-ignore
      ids.push(...page.rows.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    expect(ids.slice(0, 3)).toEqual(offers.map(({ offer }) => offer))
    expect(new Set(ids).size).toBe(ids.length)
    expect((await list({ cursor: 'x.y', limit: '1' })).rows[0].id).toBe(ids[0])
  })

  test('own applications come newest first, each with its offer, and nobody else reads them', async () => {
    const eva = await house.customer()
    const offers = [await openOffer(house.db, house.clock.now()), await openOffer(house.db, house.clock.now())]
    for (const { offer } of offers) {
      house.clock.advance(1)
      await subscribe(house, eva, offer)
    }
    const own = async (input: object) => (await house.ask(listOwnApplications, input, { token: eva.token })).data
    const first = await own({ limit: '1' })
    const second = await own({ limit: '1', cursor: first.cursor })
    const { offer, company, listing, closes, draws } = offers[1]!
    expect(first.rows).toMatchObject([{ offer, company, listing, closes, draws, offerState: 'subscribing', state: 'subscribed' }]) // prettier-ignore
    expect([second.rows[0].offer, second.cursor]).toEqual([offers[0]!.offer, null])
    const { rows } = (await house.ask(listOwnApplications, {}, { token: ana.token })).data
    expect(rows.map((row: { offer: string }) => row.offer)).not.toContain(offer)
  })

  test('the lottery has those of drawn offers, and the inventory the won shares until they trade', async () => {
    const eva = await house.customer()
    const now = house.clock.now()
    const [closes, draws, delivers, lists] = [1, 2, 3, 4].map((hours) => now + hours * HOUR) as [number, number, number, number] // prettier-ignore
    const early = { closes, draws, delivers, lists }
    const offers = [await openOffer(house.db, now), await openOffer(house.db, now), await openOffer(house.db, now, early)] // prettier-ignore
    const won: { customer: CustomerId; application: string; lots: bigint }[] = []
    for (const [n, { offer }] of offers.entries()) {
      house.clock.advance(1)
      const { data } = await subscribe(house, eva, offer)
      won.push({ customer: eva.id, application: data.id, lots: n === 1 ? 0n : 1n })
    }
    const left = await openOffer(house.db, now)
    const { data } = await subscribe(house, eva, left.offer)
    const ofEva = async (input: object) =>
      (await house.ask(listOwnApplications, input, { token: eva.token })).data.rows.map((row: { offer: string }) =>
        [...offers, left].findIndex(({ offer }) => offer === row.offer),
      )
    expect(await ofEva({ which: 'lottery' })).toEqual([])
    await house.ask(withdrawApplication, { id: data.id }, { token: eva.token, key: newId() })
    for (const [n, { offer }] of offers.entries()) await drawAtOnce(house.db, offer, [won[n]!])
    await drawAtOnce(house.db, left.offer, [])
    expect(await ofEva({ which: 'lottery' })).toEqual([2, 1, 0])
    house.clock.set(lists - 1)
    expect(await ofEva({ which: 'inventory' })).toEqual([2, 0])
    house.clock.set(lists)
    expect(await ofEva({ which: 'inventory' })).toEqual([0])
    expect(await ofEva({ which: 'lottery', limit: '1' })).toEqual([2])
    expect(await ofEva({})).toEqual([3, 2, 1, 0])
  })

  test('a drawn offer has its roots, its crowd and the result of each application, and its file is public', async () => {
    const terms = await offered(house.db)
    const others = [await house.customer(), await house.customer()]
    const tokens = [ana, ...others]
    for (const [n, who] of tokens.entries())
      await subscribe(house, who, terms.offer, { wish: { lots: ['20', '3', '1'][n]! } })
    const file = () => house.ask(readDraw, { id: terms.offer })
    expect((await file()).error).toBe('not_drawn')
    const round = roundAfter(TEST_CHAIN, TERMS.draws)
    const parts: DrawParts = { db: house.db, clock: house.clock, chain: TEST_CHAIN, fetchRound: () => Promise.resolve({ signature: signRound(round), faults: [] }) } // prettier-ignore
    house.clock.set(Date.parse('2026-11-29T06:00:00Z'))
    await house.db.write((tx) =>
      insertRevealed(tx, [{ day: '2026-11-28', seed: seedOn('2026-11-28') }], house.clock.now()),
    )
    await advanceDraw(parts, terms)
    ana = { ...ana, token: await signInAgain(house, ana) }
    const crowd = crowdFor(terms, seedOn('2026-11-28')).reduce((sum, lots) => sum + lots, 0n)
    expect(await detail(terms)).toMatchObject({
      state: 'ended',
      customersLots: '24',
      crowdLots: String(crowd),
      subscribed: String((24n + crowd) * 50n),
      rootAt: house.clock.now(),
      application: { state: 'subscribed', result: null },
    })
    house.clock.set(roundTime(TEST_CHAIN, round))
    await advanceDraw(parts, terms)
    ana = { ...ana, token: await signInAgain(house, ana) }
    expect((await detail(terms)).state).toBe('ended')
    await storeDraw(parts, terms.offer)

    const answer = await file()
    expect(answer.data.saved).toBe(`attachment; filename="lonja-draw-${terms.offer}.txt"`)
    const text = String(answer.data.file)
    const checked = checkDraw(text, CHECKED_TEST_CHAIN)
    expect(checked.wrong).toEqual([])
    for (const who of tokens) {
      const token = await signInAgain(house, who)
      const own = (await house.ask(readOffer, { id: terms.offer }, { token })).data
      expect([own.state, own.drawnAt]).toEqual(['drawn', house.clock.now()])
      const { row, state, hold, lots, result } = own.application
      const won = Number(result.won) / 50
      expect(text.split('\n')).toContain(`${row} ${result.place} ${won}`)
      expect(state).toBe(won > 0 ? 'won' : 'not_won')
      expect(won <= Number(lots)).toBe(true)
      expect(Number(result.ballot) + Number(result.proRata) + Number(result.byPlace)).toBe(won)
      expect(result.payable.amount).toBe((won * 620).toFixed(2))
      expect(Number(result.payable.amount) + Number(result.refund.amount)).toBe(Number(hold.amount))
      expect(result.due.amount).toBe('0.00')
    }
    house.clock.set(terms.lists)
    ana = { ...ana, token: await signInAgain(house, ana) }
    // Without a price of its listing there is none here either.
    expect(await detail(terms)).toMatchObject({ state: 'listed', market: null, difference: null, returnBps: null })
  })

  test('a house without practice prices has no offers, and says so; one with them says that too', async () => {
    expect((await list()).hasOffers).toBe(false)
    const practice = await openTestHouse({
      market: async (db, clock) => {
        const opened = await testPractice({ hours: 'always', openedAt: START })(db, clock)
        return { ...opened, market: smallMarket(clock, 'always') }
      },
    })
    const { token } = await practice.customer()
    expect((await practice.ask(listOffers, {}, { token })).data).toEqual({ rows: [], cursor: null, hasOffers: true })
    await practice.close()
  })
})
