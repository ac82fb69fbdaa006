import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDate } from '@lonja/core/base/dates'
import { MINUTE } from '@lonja/core/base/instant'
import { DAY_MS, dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { CALLS, type CallName } from '@lonja/core/calls'
import { CHAIN_LINKS } from '@lonja/core/practice/seeds'
import { FIRST_DAY, TEST_CHAIN, hashOf, seedOn } from '@lonja/core/ipo/draw.testing'
import {
  changeApplication,
  listOffers,
  listOwnApplications,
  readOffer,
  withdrawApplication,
} from '@lonja/core/ipo/ipo.contract'
import type { PracticeHouse } from '@lonja/core/ipo/practice.rules'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readPosting } from '@lonja/core/ledger/ledger.contract'
import { readStartOver, startOver } from '@lonja/core/leaving.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { sealedChain } from '../market/market.seeds.ts'
import { insertChain, insertRevealed } from '../market/market.store.ts'
import { openConflicts } from '../testing/conflicts.testing.ts'
import { tradingPasswordOf } from '../testing/fuzz.withdrawals.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { MATRIX } from '../testing/access.matrix.ts'
import { OWN_READS } from '../testing/reads.ts'
import { ownerIn } from '../testing/access.owner.ts'
import { listUnsettledOffers } from './allotments.store.ts'
import { offersInRounds, type OfferParts } from './ipo.jobs.ts'
import { drawAtOnce, openOffer, subscribe } from './ipo.testing.ts'
import { settleOffer } from './settling.actions.ts'

/* A drawn offer settles the holds of its applications. The laws of the books are checked when the house closes. A lot costs 620.00 EUR. */

let house: TestHouse
let terms: Terms
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  terms = await openOffer(house.db, house.clock.now())
})

interface Applicant extends TestCustomer {
  readonly application: string
}

async function applicant(lots: string): Promise<Applicant> {
  const who = await house.customer()
  const { data } = await subscribe(house, who, terms.offer, { wish: { lots } })
  return { ...who, application: data.id as string }
}

/** Draws the offer with these lots for each. */
const drawn = (won: readonly (readonly [Applicant, bigint])[], { offer } = terms): Promise<void> =>
  drawAtOnce(house.db, offer, won.map(([{ id, application }, lots]) => ({ customer: id, application, lots }))) // prettier-ignore

const figures = async ({ token }: TestCustomer) => {
  const { byCurrency } = (await house.ask(readFigures, {}, { token })).data
  const own = byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return [own.free, own.held, own.marketValue, own.total, own.accumulated]
}
const detail = async ({ token }: TestCustomer, { offer } = terms) =>
  (await house.ask(readOffer, { id: offer }, { token })).data

test('one posting pays for the allotted shares, brings them in at their cost and releases the rest', async () => {
  const who = await applicant('5')
  await drawn([[who, 2n]])
  await settleOffer(house, terms.offer)
  // Before the listing there is no price, so a share counts as what it cost.
  expect(await figures(who)).toEqual(['98760.00', '0.00', '1240.00', '100000.00', '0.00'])
  const { application, money } = await detail(who)
  expect(application).toMatchObject({ state: 'won', result: { won: '100', payable: { amount: '1240.00' }, refund: { amount: '1860.00' } } }) // prettier-ignore
  const steps = money.map(({ kind, free, held }: { kind: string; free: object; held: object }) => [kind, free, held])
  const eur = (units: string) => ({ asset: 'EUR', units })
  const shares = (units: string) => ({ asset: 'XMAD:MRA', units })
  expect(steps).toEqual([
    ['hold', eur('-3100.00'), eur('3100.00')],
    ['allotment', eur('0.00'), eur('-1240.00')],
    ['allotment', shares('100'), shares('0')],
    ['release', eur('1860.00'), eur('-1860.00')],
  ])
  const postings = new Set(money.slice(1).map(({ posting }: { posting: number }) => posting))
  expect(postings.size).toBe(1)
  const posting = await house.ask(readPosting, { posting: String([...postings][0]) }, { token: who.token })
  expect(posting.data.lines.map(({ account }: { account: string }) => account)).toContain('offers')
  const { rows } = (await house.ask(listPositions, {}, { token: who.token })).data
  expect(rows).toMatchObject([{ listing: 'XMAD:MRA', shares: '100', averageCost: '12.40', cost: '1240.00', last: null, marketValue: null }]) // prettier-ignore
})

test('each step sends one notice, in words of the reader', async () => {
  const notices = async (who: TestCustomer) => {
    const { data } = await house.ask(listNotices, {}, { token: who.token })
    return (data.data as { code: string; title: string; body: string }[]).filter(({ code }) =>
      code.startsWith('application'),
    )
  }
  const [who, left, lost] = [await applicant('2'), await applicant('3'), await applicant('1')]
  const change = { id: who.application, wish: { lots: '4' } }
  const key = newId()
  for (let time = 0; time < 2; time += 1) await house.ask(changeApplication, change, { token: who.token, key })
  await house.ask(withdrawApplication, { id: left.application }, { token: left.token, key: newId() })
  await drawn([[who, 1n], [lost, 0n]]) // prettier-ignore
  await settleOffer(house, terms.offer)
  await settleOffer(house, terms.offer)
  const codes = async (whose: TestCustomer) =>
    (await notices(whose)).map(({ code }) => code.replace('application_', ''))
  expect(await codes(who)).toEqual(['won', 'changed', 'received'])
  expect(await codes(left)).toEqual(['withdrawn', 'received'])
  expect(await codes(lost)).toEqual(['not_won', 'received'])
  const [won, changed] = await notices(who)
  expect([won?.title, changed?.title]).toEqual(['Shares allotted: Marisma Acuicultura', 'Application changed: Marisma Acuicultura']) // prettier-ignore
  expect(won?.body).toMatch(/^Shares: 50, for .*620\.00/)
  expect(won?.body).toContain(`They trade from ${formatDate(terms.lists)}.`)
  expect(changed?.body).toMatch(/^Lots now: 4\. .*2,480\.00/)
  expect((await notices(left))[0]?.body).toMatch(/1,860\.00/)
  expect((await notices(lost))[0]?.body).toMatch(/620\.00/)
})

test('who gets nothing has the whole hold free again, and no lot', async () => {
  const who = await applicant('3')
  await drawn([[who, 0n]])
  await settleOffer(house, terms.offer)
  expect(await figures(who)).toEqual(['100000.00', '0.00', '0.00', '100000.00', '0.00'])
  const { application, money } = await detail(who)
  expect([application.state, money.length]).toEqual(['not_won', 2])
  expect((await house.ask(listPositions, {}, { token: who.token })).data.rows).toEqual([])
})

test('the shares wait for their listing: no order sells them, and starting over hands them back at their cost', async () => {
  const who = await applicant('2')
  await drawn([[who, 2n]])
  await settleOffer(house, terms.offer)
  const { token } = who
  const sell = { id: newId(), listing: 'XMAD:MRA', side: 'sell', shares: '1', limit: null, timeInForce: 'day' }
  expect((await house.ask(placeOrder, sell, { token, key: sell.id })).error).toBe('unknown_listing')
  const password = await tradingPasswordOf(house, who.id)
  expect((await house.ask(readStartOver, {}, { token })).data).toMatchObject({ against: null, positions: 1 })
  const over = newId()
  expect((await house.ask(startOver, { id: over, password }, { token, key: over })).status).toBe(200)
  expect(await figures(who)).toEqual(['100000.00', '0.00', '0.00', '100000.00', '0.00'])
})

test('every read of a customer answers with such shares as without', async () => {
  const owner = await ownerIn(house)
  const ask = async (name: CallName) => {
    const answer = await house.ask(CALLS[name], MATRIX[name][1](owner), { token: owner.token, ip: '10.7.0.1' })
    return [name, answer.status]
  }
  const before = []
  for (const name of OWN_READS) before.push(await ask(name))
  await drawAtOnce(house.db, owner.offer, [{ customer: owner.id, application: owner.application, lots: 2n }])
  await settleOffer(house, owner.offer)
  const after = []
  for (const name of OWN_READS) after.push(await ask(name))
  expect(after).toEqual(before)
})

describe('once, on however many servers', () => {
  test('three at once settle each application once', async () => {
    const all = [await applicant('1'), await applicant('4'), await applicant('20'), await applicant('2')]
    await drawn(all.map((who, n) => [who, BigInt(n % 3)]))
    const publications: string[] = []
    const events = { publish: (customer: string) => void publications.push(customer) }
    await Promise.all([1, 2, 3].map(() => settleOffer({ ...house, events }, terms.offer)))
    expect(publications.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    await settleOffer(house, terms.offer)
    for (const [n, who] of all.entries()) expect((await detail(who)).money).toHaveLength(n % 3 === 0 ? 2 : 4)
    expect(await house.db.read(listUnsettledOffers)).not.toContain(terms.offer)
  })

  test('killed at each of its writes, it ends as one that was not killed', { timeout: 60_000 }, async () => {
    const killable = await openTestHouse()
    const whole = house
    house = killable
    const conflicts = await openConflicts(killable)
    /** An offer with a winner, one who gets a part, and one who gets nothing. */
    const prepared = async () => {
      terms = await openOffer(killable.db, killable.clock.now())
      const all = [await applicant('2'), await applicant('5'), await applicant('1')]
      await drawn(all.map((who, n) => [who, [2n, 3n, 0n][n]!]))
      return { all, offer: terms.offer }
    }
    const resultsOf = async (all: readonly Applicant[]) => Promise.all(all.map(figures))
    try {
      const calm = await prepared()
      const places = await conflicts.seenBy(() => settleOffer(killable, calm.offer))
      const results = await resultsOf(calm.all)
      expect(places).toEqual(expect.arrayContaining(['ipo_allotments insert', 'lots insert', 'postings insert', 'ipo_settled insert'])) // prettier-ignore
      for (const place of places) {
        const { all, offer } = await prepared()
        const killed = conflicts.during({ place, code: 'XX000', times: 1 }, () => settleOffer(killable, offer))
        await expect(killed).rejects.toThrow('a conflict that the test made')
        // The next round of any server finds it.
        expect(await killable.db.read(listUnsettledOffers)).toContain(offer)
        await settleOffer(killable, offer)
        expect([place, await resultsOf(all)]).toEqual([place, results])
      }
    } finally {
      await conflicts.close()
      await killable.close()
      house = whole
    }
  })
})

test('rounds publish the offer that is due, draw it after its deadline and settle it, and one failure stops no other', async () => {
  const secret = hashOf('the day seeds of a house in tests')
  const now = house.clock.now()
  const chain = sealedChain({ firstDay: dayNumberOf(FIRST_DAY), secret, links: CHAIN_LINKS }, randomBytes(32), now)
  const first = Math.floor(now / DAY_MS) - 3
  const days = Array.from({ length: 30 }, (_day, n) => dayOf(first + n)).map((day) => ({ day, seed: seedOn(day) }))
  await house.db.write(async (tx) => {
    await insertChain(tx, chain)
    await insertRevealed(tx, days, now)
  })
  const practice: PracticeHouse = { openingDay: FIRST_DAY, hours: 'always', chain: null }
  let fails = false
  const parts: OfferParts = {
    ...house,
    clock: { now: () => house.clock.now() },
    historySeed: hashOf('history'),
    chain: TEST_CHAIN,
    fetchRound: () => Promise.reject(new Error('no round is due')),
    takeListings: () => Promise.resolve(),
    get house() {
      if (fails) throw new Error('nothing is published')
      return practice
    },
  }
  const lines: string[] = []
  const round = offersInRounds(parts, openLog('info', { write: (line: string) => void lines.push(line) }))
  await round()
  await round()
  const [published] = lines.map((line) => JSON.parse(line) as { msg: string; offer: string })
  expect([lines.length, published?.msg]).toEqual([1, 'an offer is published'])
  const who = await house.customer()
  const token = () => signInAgain(house, who)
  const offer = published!.offer
  const one = async () => (await house.ask(readOffer, { id: offer }, { token: await token() })).data
  const before = await one()
  expect([before.state, before.prospectus === null]).toEqual(['not_started', false])
  house.clock.set(before.opens)
  expect((await subscribe(house, { token: await token() }, offer, { wish: { lots: '3' } })).status).toBe(200)
  fails = true
  house.clock.set(before.closes + MINUTE)
  await expect(round()).rejects.toThrow('nothing is published')
  expect((await one()).customersRoot).toBeNull()
  house.clock.advance(1)
  await expect(round()).rejects.toThrow('nothing is published')
  const entries = lines.map((line) => (JSON.parse(line) as { msg: string; offer: string })).filter((line) => line.offer === offer) // prettier-ignore
  expect(entries.map(({ msg }) => msg)).toEqual(['an offer is published', 'an offer is drawn', 'an offer is settled'])
  const { state, application, money } = await one()
  expect(state).toBe('drawn')
  expect(['won', 'not_won']).toContain(application.state)
  expect(money.at(-1)).toMatchObject({ held: { units: expect.stringMatching(/^(-|0)/) } })
  const { rows } = (await house.ask(listOwnApplications, {}, { token: await token() })).data
  expect(rows).toMatchObject([{ offer, offerState: 'drawn', state: application.state }])
  expect((await house.ask(listOffers, { state: 'drawn', limit: '1' }, { token: await token() })).data.rows).toMatchObject([{ id: offer }]) // prettier-ignore
})
