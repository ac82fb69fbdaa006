import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Language } from '@lonja/core/base/language'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { NOTICES, PLACES } from '@lonja/core/lists'
import { firstPlaceFor, hashOf, type LinkFacts } from '@lonja/core/notices/links.rules'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { startOver } from '@lonja/core/leaving.contract'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { openConflicts } from '../testing/conflicts.testing.ts'
import { tradingPasswordOf } from '../testing/fuzz.withdrawals.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { drawAtOnce, openOffer, subscribe } from './ipo.testing.ts'
import { settleOffer } from './settling.actions.ts'
import { sendTradingNotices } from './trading.actions.ts'
import { listUnsentTrading } from './trading.store.ts'

/* A customer with won shares is told once that they trade. A lot is 50 shares for 620.00 EUR. */

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

async function applicant(): Promise<Applicant> {
  const who = await house.customer()
  const { data } = await subscribe(house, { token: await signInAgain(house, who) }, terms.offer)
  return { ...who, application: data.id as string }
}

/** Draws the offer with these lots for each, and settles it. */
async function settled(won: readonly (readonly [Applicant, bigint])[]): Promise<void> {
  const all = won.map(([{ id, application }, lots]) => ({ customer: id, application, lots }))
  await drawAtOnce(house.db, terms.offer, all)
  await settleOffer(house, terms.offer)
}

const parts = (publish = (_customer: string) => {}) => ({ db: house.db, clock: house.clock, events: { publish } })
const unsent = () => house.db.read((tx) => listUnsentTrading(tx, house.clock.now()))

async function noticesOf(who: TestCustomer, language: Language = 'en') {
  const { data } = await house.ask(listNotices, {}, { token: await signInAgain(house, who), language })
  return (data.data as (LinkFacts & Record<'title' | 'body', string>)[]).filter(
    ({ code }) => code === 'application_listed',
  )
}

test('from the first instant of trading on, whoever still has won shares is told how many and what they cost', async () => {
  const [ana, none, back] = [await applicant(), await applicant(), await applicant()]
  await settled([[ana, 2n], [none, 0n], [back, 1n]]) // prettier-ignore
  const over = newId()
  const token = await signInAgain(house, back)
  const password = await tradingPasswordOf(house, back.id)
  expect((await house.ask(startOver, { id: over, password }, { token, key: over })).status).toBe(200)
  house.clock.set(terms.lists - 1)
  expect(await unsent()).not.toContain(terms.offer)
  house.clock.set(terms.lists)
  expect(await unsent()).toContain(terms.offer)
  await sendTradingNotices(parts(), terms.offer)
  expect(await unsent()).not.toContain(terms.offer)
  const [notice] = await noticesOf(ana)
  expect(notice?.title).toBe('Now trading: Marisma Acuicultura')
  expect(notice?.body).toMatch(/^Shares: 100, for .*1,240\.00\. They trade from now on/)
  // It leads to the page on which they can be sold.
  const SHARE = '/subPackages/home/socketDetail/socketDetail'
  expect(hashOf(firstPlaceFor(notice!, { notices: NOTICES, places: PLACES }))).toBe(
    `#${SHARE}?listing=${terms.listing}`,
  )
  expect(await Promise.all([ana, none, back].map(async (who) => (await noticesOf(who)).length))).toEqual([1, 0, 0])
})

test.each<[Language, string]>([
  ['tur', 'puedes venderlas mientras el mercado esté abierto'],
  ['fr', 'vous pouvez les vendre quand le marché est ouvert'],
  ['cn', '开市期间可以卖出'],
  ['tw', '開市期間可以賣出'],
])('in the words of %s', async (language, words) => {
  const ana = await applicant()
  await settled([[ana, 1n]])
  house.clock.set(terms.lists)
  await sendTradingNotices(parts(), terms.offer)
  const [notice] = await noticesOf(ana, language)
  expect(notice?.title).toContain('Marisma Acuicultura')
  expect(notice?.body).toContain(words)
})

test('three servers at once tell each customer once', async () => {
  const all = [await applicant(), await applicant(), await applicant()]
  await settled(all.map((who, n) => [who, BigInt(n)]))
  house.clock.set(terms.lists)
  const publications: string[] = []
  const heard = parts((customer) => void publications.push(customer))
  // Each of them has read whom it tells before one of them writes.
  let resolve = (): void => {}
  const allRead = new Promise<void>((done) => {
    resolve = done
  })
  let readers = 0
  const read: Db['read'] = async (work) => {
    const due = await house.db.read(work)
    readers += 1
    if (readers === 3) resolve()
    await allRead
    return due
  }
  const db = { ...house.db, read }
  await Promise.all([1, 2, 3].map(() => sendTradingNotices({ ...heard, db }, terms.offer)))
  await sendTradingNotices(heard, terms.offer)
  expect(publications.toSorted()).toEqual(all.slice(1).map(({ id }) => id).toSorted()) // prettier-ignore
  expect(await Promise.all(all.map(async (who) => (await noticesOf(who)).length))).toEqual([0, 1, 1])
})

test('killed at each of its writes, it tells each customer once', { timeout: 60_000 }, async () => {
  const conflicts = await openConflicts(house)
  const prepared = async () => {
    terms = await openOffer(house.db, house.clock.now())
    const all = [await applicant(), await applicant()]
    await settled(all.map((who) => [who, 1n]))
    house.clock.set(terms.lists)
    return all
  }
  try {
    await prepared()
    const places = await conflicts.seenBy(() => sendTradingNotices(parts(), terms.offer))
    expect(places).toEqual(expect.arrayContaining(['ipo_trading_notices insert', 'notices insert', 'ipo_trading_sent insert'])) // prettier-ignore
    for (const place of places) {
      const all = await prepared()
      const killed = conflicts.during({ place, code: 'XX000', times: 1 }, () => sendTradingNotices(parts(), terms.offer)) // prettier-ignore
      await expect(killed).rejects.toThrow('a conflict that the test made')
      // The next round of any server finds it.
      expect(await unsent()).toContain(terms.offer)
      await sendTradingNotices(parts(), terms.offer)
      expect([place, ...(await Promise.all(all.map(async (who) => (await noticesOf(who)).length)))]).toEqual([place, 1, 1]) // prettier-ignore
    }
  } finally {
    await conflicts.close()
  }
})

let forgeries = 0

/** The breaches after a statement of the tables' owner, which is rolled back. */
async function brokenBy(owner: Db, text: string): Promise<(string | null)[]> {
  let broken: (string | null)[] = []
  const undone = new Error('rolled back')
  const run = owner.write(async (tx) => {
    await tx.run(sql(`forge_trading_${(forgeries += 1)}`, `do $$ begin ${text}; end $$`))
    broken = (await checkBooks(tx)).flatMap(({ code, rows }) => code === 'trading_notices' ? rows.map(({ differs }) => differs) : []) // prettier-ignore
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return broken
}

test('the archive of a customer has the notice, and each forged one is found', async () => {
  const ana = await applicant()
  await settled([[ana, 1n]])
  house.clock.set(terms.lists)
  await sendTradingNotices(parts(), terms.offer)
  const { data } = await house.ask(downloadEverything, {}, { token: await signInAgain(house, ana) })
  const files = unzipSync(new Uint8Array(data.file))
  const rowsOf = (table: string) =>
    JSON.parse(strFromU8(files[`json/${table}.json`] ?? new Uint8Array())) as Record<string, string>[]
  expect(rowsOf('ipo_trading_notices')).toMatchObject([{ application: ana.application, shares: '50' }])
  expect(rowsOf('notices').map(({ code }) => code)).toContain('application_listed')
  const owner = openDb(house.ownerUrl, { max: 1 })
  const own = `customer = '${ana.id}'`
  const notice = `${own} and code = 'application_listed'`
  try {
    expect(await brokenBy(owner, 'perform 1')).toEqual([])
    const faults: [forgery: string, differs: string][] = [
      [`delete from ipo_trading_notices where ${own}; delete from notices where ${notice}`, 'no notice that its shares trade'],
      [`delete from notices where ${notice}`, '0 notices that its 50 shares trade'],
      [`insert into notices select (jsonb_populate_record(null::notices, to_jsonb(n) || jsonb_build_object('id', '${newId()}'))).* from notices n where ${notice}`, '2 notices that its 50 shares trade'],
      [`update ipo_trading_notices set shares = 0 where ${own}`, 'a notice that shares of Marisma Acuicultura trade, and none were allotted'],
      [`update ipo_trading_notices set shares = 51 where ${own}`, 'a notice of 51 shares, 50 allotted'],
      [`update ipo_trading_notices set sent_at = ${terms.lists - 1} where ${own}`, 'a notice before its shares trade'],
      [`update notices set made_at = 1 where ${notice}`, 'a notice that shares of Marisma Acuicultura trade, and none were allotted'],
    ] // prettier-ignore
    for (const [forgery, differs] of faults) expect([forgery, await brokenBy(owner, forgery)]).toEqual([forgery, expect.arrayContaining([differs])]) // prettier-ignore
  } finally {
    await owner.close()
  }
})
