import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listOptions, readOptionTerms, sellOption, setOptionLimit } from '@lonja/core/options/options.contract'
import { newId } from '../base/ids.ts'
import { ABC, INDEX, START } from '../orders/orders.testing.ts'
import { restrict } from '../restrictions/restrictions.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { sumEndedOptions } from './exposure.store.ts'
import { enterOne, optionForm, askOption, askTerms, runOptionRound, sayEvents, sayMinutes } from './options.testing.ts'

let house: TestHouse
const optionOf = async (who: TestCustomer, id: string) => (await askOption(house, who, id)).data
const optionTerms = async (who: TestCustomer) => (await askTerms(house, who)).data
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * HOUR }]
  sayEvents(house, 1)
})
afterAll(() => house.close())

const freeOf = async (who: TestCustomer) => (await optionTerms(who)).free
const UP = [1_000n, 1_002n] as const

/** The kinds of entries of an option with what each moved, oldest first. */
async function entriesOf(who: TestCustomer, cause: string) {
  const { data } = await house.ask(listEntries, { cause, causeKind: 'option' }, { token: who.token })
  return data.rows
    .toReversed()
    .map((row: { kind: string; free: { units: string }; held: { units: string } }) =>
      [row.kind, row.free.units, row.held.units].join(' '),
    )
}

/** An option that has its strike, entered at once. */
async function entered(change: object = {}, events = 60, cents?: Parameters<typeof sayEvents>[2]) {
  const who = await house.customer()
  sayEvents(house, 1)
  const { data, error } = await enterOne(house, who, change)
  expect(error).toBeUndefined()
  sayEvents(house, events, cents)
  return { who, id: data.id as string, data }
}

describe('an option of 10.00', () => {
  // prettier-ignore
  test.each([
    ['above its strike, up',   'up',   UP,                     'won',  '10008.80', '18.80', ['hold -10.00 10.00', 'option 0.00 -10.00', 'option 18.80 0.00']],
    ['above its strike, down', 'down', UP,                     'lost', '9990.00',  '0.00',  ['hold -10.00 10.00', 'option 0.00 -10.00']],
    ['at its strike',          'up',   [999n, 1_001n] as const, 'tied', '10000.00', '10.00', ['hold -10.00 10.00', 'release 10.00 -10.00']],
  ] as const)('%s', async (_line, side, last, state, free, paid, entries) => {
    const { who, id } = await entered({ side }, 60, (n) => (n < 50 ? [999n, 1_001n] : last))
    expect(await optionOf(who, id)).toMatchObject({ state: 'running', strike: { mid: '10.00' } })
    expect(await freeOf(who)).toBe('9990.00')
    await runOptionRound(house)
    const option = await optionOf(who, id)
    expect(option).toMatchObject({ state, paid, strike: { bid: '9.99', ask: '10.01', mid: '10.00' } })
    expect(option.events).toHaveLength(10)
    expect(option.mean).toBe(last === UP ? '10.01' : '10.00')
    expect(await freeOf(who)).toBe(free)
    expect(await entriesOf(who, id)).toEqual(entries)
    const notices = await house.ask(listNotices, {}, { token: who.token })
    expect(notices.data.data).toContainEqual(
      expect.objectContaining({ code: `option_${state}`, record: { kind: 'option', id } }),
    )
  })

  test('with nine quotes in its last 20 seconds is given back', async () => {
    const { who, id } = await entered({}, 49)
    house.clock.advance(2 * SECOND)
    sayEvents(house, 9, () => UP)
    await runOptionRound(house)
    // The stretch begins after the 40th second.
    expect((await optionOf(who, id)).state).toBe('won')
    const few = await entered({}, 40)
    house.clock.advance(11 * SECOND)
    sayEvents(house, 9, (n) => (n < 8 ? UP : [999n, 1_001n]))
    await runOptionRound(house)
    const option = await optionOf(few.who, few.id)
    // 10.00888…: eight of 10.01 and one of 10.00.
    expect(option).toMatchObject({ state: 'refunded', paid: '10.00', mean: '10.0089' })
    expect(option.events).toHaveLength(9)
    expect(await entriesOf(few.who, few.id)).toEqual(['hold -10.00 10.00', 'release 10.00 -10.00'])
  })

  test('without a quote in its first 20 seconds is given back', async () => {
    const { who, id } = await entered({}, 0)
    house.clock.advance(20 * SECOND)
    sayEvents(house, 40, () => UP)
    await runOptionRound(house)
    expect(await optionOf(who, id)).toMatchObject({ state: 'refunded', strike: null })
  })

  test('is not settled a millisecond before its expiry, and then without a quote of after it', async () => {
    const { who, id } = await entered({}, 59, () => [999n, 1_001n])
    house.clock.advance(SECOND - 1)
    await runOptionRound(house)
    expect((await optionOf(who, id)).state).toBe('running')
    house.clock.advance(1)
    sayEvents(house, 10, () => UP)
    await runOptionRound(house)
    expect((await optionOf(who, id)).state).toBe('tied')
  })

  test('until the end of its session expires with it', async () => {
    const { data } = await entered({ life: 'day' }, 0)
    expect(data.expiresAt).toBe(START + 100 * HOUR)
  })
})

describe('sold back', () => {
  const sell = async (who: TestCustomer, id: string, least: string) =>
    house.ask(sellOption, { id, least }, { token: await signInAgain(house, who), key: newId() })

  test('it has the price of the model, for at least what its customer has read', async () => {
    const who = await house.customer()
    sayMinutes(house)
    const { data } = await enterOne(house, { token: await signInAgain(house, who) }, { life: '5minutes' })
    const id = data.id as string
    expect(await sell(who, id, '0.00')).toMatchObject({ error: 'option_unpriced' })
    sayEvents(house, 60, (n) => (n < 59 ? [999n, 1_001n] : [1_000n, 1_002n]))
    const { sale, sellableUntil, expiresAt } = await optionOf(who, id)
    expect(sellableUntil).toBe(expiresAt - 20 * SECOND)
    expect(sale.chance).toBeGreaterThan(500_000)
    const dearer = (Number(sale.paid) + 0.01).toFixed(2)
    expect(await sell(who, id, dearer)).toMatchObject({ error: 'option_price_lower' })
    expect((await sell(who, id, sale.paid)).data).toMatchObject({ id, paid: sale.paid })
    expect(await sell(who, id, '0.00')).toMatchObject({ error: 'option_ended' })
    expect(await optionOf(who, id)).toMatchObject({ state: 'sold', paid: sale.paid, sale, events: [] })
    expect(await freeOf(who)).toBe((9_990 + Number(sale.paid)).toFixed(2))
    const { totals } = await optionTerms(who)
    expect(totals).toEqual({ count: 1, staked: '10.00', paid: sale.paid, won: 0, lost: 0, returned: 0, sold: 1 })
    house.clock.advance(5 * MINUTE)
    await runOptionRound(house)
    expect((await optionOf(who, id)).state).toBe('sold')
  })

  test('until the end of its session it has the minutes of that session, which the close itself belongs to', async () => {
    const who = await house.customer()
    sayMinutes(house)
    const { data } = await enterOne(house, { token: await signInAgain(house, who) }, { life: 'day' })
    sayEvents(house, 60)
    const { sale, expiresAt } = await optionOf(who, data.id)
    expect(expiresAt).toBe(START + 100 * HOUR)
    expect(sale).toMatchObject({ quote: { mid: '10.00' } })
    expect((await sell(who, data.id, '0.00')).data).toMatchObject({ id: data.id })
  })

  test('it is not while its last quotes are under way, and nobody else’s is', async () => {
    const { who, id } = await entered({}, 40)
    const other = await house.customer()
    expect(await sell(other, id, '0.00')).toMatchObject({ error: 'unknown_option' })
    house.clock.advance(1)
    expect(await sell(who, id, '0.00')).toMatchObject({ error: 'option_settling' })
  })
})

describe('nobody enters', () => {
  test('with an id that is in use, and the same form again is the same option', async () => {
    const who = await house.customer()
    sayEvents(house, 1)
    const form = optionForm()
    const first = await enterOne(house, who, form)
    expect(await enterOne(house, who, form)).toEqual(first)
    expect(await enterOne(house, who, { ...form, side: 'down' })).toMatchObject({ error: 'key_reused' })
    expect(await freeOf(who)).toBe('9990.00')
  })

  test('above the limit of the day, which is lowered at once and raised a day later', async () => {
    const who = await house.customer()
    sayEvents(house, 1)
    const setTo = async (limit: string) =>
      (await house.ask(setOptionLimit, { limit }, { token: await signInAgain(house, who), key: newId() })).data
    expect(await setTo('15.00')).toMatchObject({ limit: '15.00', next: null, left: '15.00' })
    house.clock.advance(1)
    const from = house.clock.now() + 24 * HOUR
    expect(await setTo('30.00')).toMatchObject({ limit: '15.00', next: { limit: '30.00', from } })
    expect((await enterOne(house, who, { stake: '15.01' })).error).toBe('option_limit')
    expect((await enterOne(house, who, { stake: '15.00' })).error).toBeUndefined()
    expect((await enterOne(house, who, { stake: '1.00' })).error).toBe('option_limit')
    // It counts on the day although it is over.
    sayEvents(house, 60)
    await runOptionRound(house)
    const late = await signInAgain(house, who)
    expect((await enterOne(house, { token: late }, { stake: '1.00' })).error).toBe('option_limit')
    house.clock.set(from)
    sayEvents(house, 1)
    expect(await optionTerms(who)).toMatchObject({ limit: { limit: '30.00', staked: '0.00' } })
    const token = await signInAgain(house, who)
    expect((await enterOne(house, { token }, { stake: '30.00' })).error).toBeUndefined()
  })

  test('as the own account of a seat', async () => {
    const who = await house.customer()
    await house.seat({ roles: ['support'], customer: who.id })
    sayEvents(house, 1)
    expect((await enterOne(house, who)).error).toBe('option_of_seat')
    expect((await optionTerms(who)).ofSeat).toBe(true)
  })

  test('an index, a listing that is not there, or on a stale quote', async () => {
    const who = await house.customer()
    sayEvents(house, 1)
    expect((await enterOne(house, who, { listing: INDEX })).error).toBe('not_tradable')
    expect((await enterOne(house, who, { listing: 'XNYS:NONE' })).error).toBe('unknown_listing')
    house.clock.advance(30 * SECOND)
    expect((await enterOne(house, who)).error).toBeUndefined()
    house.clock.advance(1)
    expect((await enterOne(house, who)).error).toBe('price_stale')
  })
})

test('a restriction stops entries from level 1; what runs is settled, and sold back until level 3', async () => {
  const { who, id } = await entered({}, 0)
  const seat = await house.seat({ roles: ['admin'] })
  expect((await restrict(house, seat, who.id, { level: 2 })).error).toBeUndefined()
  expect((await enterOne(house, who)).error).toBe('account_restricted')
  // The sale is not refused for the restriction: it has no price yet.
  const sale = () => house.ask(sellOption, { id, least: '0.00' }, { token: who.token, key: newId() })
  expect((await sale()).error).toBe('option_unpriced')
  sayEvents(house, 60, (n) => (n < 50 ? [999n, 1_001n] : UP))
  await runOptionRound(house)
  expect((await optionOf(who, id)).state).toBe('won')
  const other = await entered({}, 0)
  expect((await restrict(house, seat, other.who.id, { level: 3 })).error).toBeUndefined()
  const last = await house.ask(sellOption, { id: other.id, least: '0.00' }, { token: other.who.token, key: newId() })
  expect(last.error).toBe('account_restricted')
})

test('a list is by time, and the records of a customer and of the house have all that has ended', async () => {
  house.clock.advance(20 * MINUTE)
  await runOptionRound(house)
  const who = await house.customer()
  const before = await house.db.read(sumEndedOptions)
  const ids = []
  for (const side of ['up', 'down', 'down']) {
    sayEvents(house, 1)
    ids.push((await enterOne(house, who, { side })).data.id)
  }
  sayEvents(house, 63, (n) => (n < 45 ? [999n, 1_001n] : UP))
  expect(await house.db.read(sumEndedOptions)).toEqual(before)
  await runOptionRound(house)
  const { count, customers, staked, paid } = before
  const after = { count: count + 3, customers: customers + 1, staked: staked + 30_00n, paid: paid + 18_80n }
  expect(await house.db.read(sumEndedOptions)).toEqual(after)
  const { data } = await house.ask(listOptions, { limit: '2' }, { token: who.token })
  expect(data.rows.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]])
  const rest = await house.ask(listOptions, { limit: '2', cursor: data.cursor }, { token: who.token })
  expect(rest.data).toMatchObject({ rows: [{ id: ids[0], listing: ABC }], cursor: null })
  const terms = await house.ask(readOptionTerms, {}, { token: who.token })
  expect(terms.data.totals).toEqual({ count: 3, staked: '30.00', paid: '18.80', won: 1, lost: 2, returned: 0, sold: 0 })
})
