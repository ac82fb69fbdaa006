import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { sellOption } from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { askOption, askTerms, enterOne, runOptionRound, sayEvents, sayMinutes } from './options.testing.ts'
import { checkOptions } from './settlements.verify.ts'

let house: TestHouse
const optionOf = async (who: TestCustomer, id: string) => (await askOption(house, who, id)).data
const optionTerms = async (who: TestCustomer) => (await askTerms(house, who)).data
let owner: Db
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  owner = openDb(house.ownerUrl, { max: 1 })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * HOUR }]
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

/** Three customers with two options each, all of which have expired. */
async function due(): Promise<{ readonly who: TestCustomer; readonly ids: string[] }[]> {
  sayEvents(house, 1)
  const all = []
  for (let n = 0; n < 3; n++) {
    const who = await house.customer()
    const ids = []
    for (const side of ['up', 'down']) ids.push((await enterOne(house, who, { side })).data.id as string)
    all.push({ who, ids })
  }
  sayEvents(house, 60, (n) => (n < 45 ? [999n, 1_001n] : [1_000n, 1_002n]))
  return all
}
const statesOf = async (all: Awaited<ReturnType<typeof due>>) => {
  const states = []
  for (const { who, ids } of all) for (const id of ids) states.push((await optionOf(who, id)).state)
  return states
}
const WON_AND_LOST = ['won', 'lost', 'won', 'lost', 'won', 'lost']

describe('at once', () => {
  test('on three servers: each option is settled once', async () => {
    const all = await due()
    const others = [1, 2].map(() => openDb(house.ownerUrl, { max: 3 }))
    await Promise.all([runOptionRound(house), ...others.map((db) => runOptionRound({ ...house, db }))])
    await Promise.all(others.map((db) => db.close()))
    expect(await statesOf(all)).toEqual(WON_AND_LOST)
    for (const { who } of all) expect((await optionTerms(who)).free).toBe('998.80')
    expect(await house.db.read(checkBooks)).toEqual([])
  })

  test('a sale at its last instant and the round: one of them', async () => {
    sayMinutes(house)
    const who = await house.customer()
    const { id } = (await enterOne(house, who)).data as { id: string }
    sayEvents(house, 40)
    const token = await signInAgain(house, who)
    const sale = house.ask(sellOption, { id, least: '0.00' }, { token, key: newId() })
    house.clock.advance(20 * SECOND)
    await Promise.all([sale, runOptionRound(house)])
    const { state, paid } = await optionOf(who, id)
    expect(['sold', 'refunded']).toContain(state)
    expect((await optionTerms(who)).free).toBe((990 + Number(paid)).toFixed(2))
  })
})

test('a server that dies at any statement of a batch leaves every option whole, and the next one settles the rest', async () => {
  const all = await due()
  // Each of the tables that a batch writes fails in turn, as a server that is killed there leaves it.
  for (const table of ['balances', 'postings', 'house_batches', 'notices', 'options']) {
    const event = table === 'options' || table === 'balances' ? 'update' : 'insert'
    await owner.write((tx) => tx.run(sql(`test_break_${table}`, `create trigger test_broken before ${event} on ${table} for each statement execute function test_break()`))) // prettier-ignore
    await expect(runOptionRound(house)).rejects.toThrow('killed')
    await owner.write((tx) => tx.run(sql(`test_mend_${table}`, `drop trigger test_broken on ${table}`)))
    expect(await statesOf(all)).toEqual(all.flatMap(() => ['running', 'running']))
    expect(await house.db.read(checkBooks)).toEqual([])
  }
  await runOptionRound(house, false)
  expect((await statesOf(all))[0]).toBe('running')
  await runOptionRound(house)
  expect(await statesOf(all)).toEqual(WON_AND_LOST)
})
beforeAll(
  () =>
  owner.write((tx) => tx.run(sql('test_break', `create function test_break() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`))), // prettier-ignore
)

/** The market of the house as it was, with an event more. */
function past(more: Quote | null = null, unchecked: PastMarket['unchecked'] = () => null): PastMarket {
  const nextQuotes = (listing: typeof ABC, after: number, until: number) =>
    [
      ...house.market.nextQuotes(listing, after, until),
      ...(more && more.at > after && more.at <= until ? [more] : []),
    ].toSorted((one, other) => one.at - other.at)
  const quoteAt = (listing: typeof ABC, at: number) =>
    more && more.at <= at && at < more.at + SECOND ? more : house.market.quoteAt(listing, at)
  return { ...house.market, nextQuotes, quoteAt, unchecked } as never
}

describe('worked out anew from its market', () => {
  test('options that were won, lost and sold follow from their quotes; another quote is found', async () => {
    sayMinutes(house)
    const who = await house.customer()
    const { id, expiresAt } = (await enterOne(house, who, { life: '5minutes' })).data as {
      id: string
      expiresAt: number
    }
    sayEvents(house, 30)
    const token = await signInAgain(house, who)
    expect((await house.ask(sellOption, { id, least: '0.00' }, { token, key: newId() })).error).toBeUndefined()
    const before = await checkOptions(house.db, past())
    expect(before).toMatchObject({ unchecked: 0, breaches: [] })
    expect(before.checked).toBeGreaterThanOrEqual(13)
    // A stretch that cannot be worked out is counted, and breaks nothing.
    expect(
      await checkOptions(
        house.db,
        past(null, () => 'not_revealed'),
      ),
    ).toMatchObject({ checked: 0, breaches: [] })
    const [event] = house.market.nextQuotes(ABC, expiresAt - 5 * MINUTE, expiresAt, 1)
    const other = { ...event, at: (event?.at ?? 0) - 1, bid: 1n } as never
    const { breaches } = await checkOptions(house.db, past(other))
    expect(breaches).toMatchObject([{ code: 'option_events', cases: 1, rows: [{ customer: who.id, cause: id }] }])
  })
})
